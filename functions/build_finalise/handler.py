"""The build pipeline's last state: trusted code judges and stores the result."""

from functools import cache
from typing import Any

from shared.domain.runs.steps import read_build
from shared.runtime import engine
from shared.runtime.bundles import build_ports
from shared.runtime.observability import observed
from shared.runtime.settings import Settings
from shared.runtime.stores import open_stores
from shared.services.builds.finalise_build import FinalisePorts, finalise_build


@cache
def _ports() -> FinalisePorts:
    settings = Settings.from_env()
    stores = open_stores(settings)
    return FinalisePorts(
        **vars(build_ports(settings, stores)),
        blobs=stores.blobs,
        site=engine.site(settings),
        snapshots=stores.snapshots,
        runs=stores.runs,
        plans=stores.plans,
        results=stores.results,
        worker=engine.worker(settings, stores.blobs),
        automation=settings.flags.build_automation,
    )


@observed("build_finalise")
def handler(event: dict[str, Any], context: object) -> dict[str, Any]:
    """`execution`, and as `state` a `BuildState` with what the pipeline caught as `error`, in; the verdict out.

    `green` is what `agent_loop` chooses by. The release before sends the state alone.
    """
    given = event.get("state", event)
    state = read_build(given)
    build = finalise_build(state=state, crash=given.get("error"), execution=event.get("execution"), ports=_ports())
    return {**state.model_dump(mode="json"), "status": build.status, "green": build.green}
