"""A build ends: its result is read once, checked, stored, and recorded."""

from typing import Any

from shared.domain.limits import DEFAULT_LIMITS
from shared.domain.steps import BuildState
from shared.runtime import engine
from shared.runtime.lazy import once
from shared.runtime.settings import Settings
from shared.runtime.stores import open_stores
from shared.services.finalise_build import FinalisePorts, finalise_build


@once
def _ports() -> FinalisePorts:
    settings = Settings.from_env()
    stores = open_stores(settings)
    return FinalisePorts(
        builds=stores.builds,
        revisions=stores.revisions,
        workflows=engine.workflows(settings),
        clock=stores.clock,
        blobs=stores.blobs,
        site=engine.site(settings),
        snapshots=stores.snapshots,
        limits=DEFAULT_LIMITS,
    )


def handler(event: dict[str, Any], context: object) -> dict[str, Any]:
    """`BuildState` in and out, with `error` when the pipeline caught one."""
    state = BuildState.model_validate(event)
    finalise_build(state=state, crash=event.get("error"), ports=_ports())
    return state.model_dump(mode="json")
