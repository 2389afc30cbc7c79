"""A run begins to wait for a person: its task token is stored, and the execution sleeps at no cost."""

from typing import Any

from shared.domain.steps import LoopState
from shared.runtime.lazy import once
from shared.runtime.settings import Settings
from shared.runtime.stores import Stores, open_stores
from shared.services.await_approval import await_approval


@once
def _stores() -> Stores:
    return open_stores(Settings.from_env())


def handler(event: dict[str, Any], context: object) -> dict[str, Any]:
    """`LoopState` and `task_token` in; the state goes on when somebody completes the token."""
    state = LoopState.model_validate(event)
    await_approval(state.tenant_id, state.run_id, token=str(event["task_token"]), runs=_stores().runs)
    return state.model_dump(mode="json")
