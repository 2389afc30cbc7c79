"""A run begins to wait for a person: its task token is stored, and the execution sleeps at no cost."""

from dataclasses import dataclass
from functools import cache
from typing import Any

from shared.domain.runs.steps import is_newer, read_ids
from shared.ports.clock import Clock
from shared.ports.engine import Workflows
from shared.ports.runs import EventLog, RunStore
from shared.runtime import engine
from shared.runtime.observability import observed
from shared.runtime.settings import Settings
from shared.runtime.stores import open_stores
from shared.services.runs.start.await_approval import await_approval


@dataclass(frozen=True)
class _Ports:
    runs: RunStore
    events: EventLog
    clock: Clock
    workflows: Workflows


@cache
def _ports() -> _Ports:
    settings = Settings.from_env()
    stores = open_stores(settings)
    return _Ports(stores.runs, stores.events, stores.clock, engine.workflows(settings))


@observed("approval_wait")
def handler(event: dict[str, Any], context: object) -> dict[str, Any]:
    """`LoopState` and `task_token` in; the state goes on when somebody completes the token.

    A step of a newer release goes on at once: the iteration after it refuses it.
    """
    state, token = read_ids(event), str(event["task_token"])
    if is_newer(event) or not await_approval(state.tenant_id, state.run_id, token=token, ports=_ports()):
        _ports().workflows.complete_task(token, {"outcome": "decided"})
    return state.model_dump(mode="json")
