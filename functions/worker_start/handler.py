"""A build is handed to a worker; the pipeline waits for its task token."""

from typing import Any

from shared.domain.limits import DEFAULT_LIMITS
from shared.domain.steps import BuildState
from shared.runtime import engine
from shared.runtime.lazy import once
from shared.runtime.settings import Settings
from shared.runtime.stores import open_stores
from shared.services.load_catalog import load_catalog
from shared.services.start_worker import WorkerPorts, start_worker


@once
def _ports() -> WorkerPorts:
    settings = Settings.from_env()
    stores = open_stores(settings)
    return WorkerPorts(
        builds=stores.builds,
        revisions=stores.revisions,
        workflows=engine.workflows(settings),
        clock=stores.clock,
        apps=stores.apps,
        blobs=stores.blobs,
        snapshots=stores.snapshots,
        worker=engine.worker(settings, stores.blobs),
        limits=DEFAULT_LIMITS,
        addresses=engine.addresses(settings),
        toolchain=load_catalog().digest,
    )


def handler(event: dict[str, Any], context: object) -> dict[str, Any]:
    """`BuildState` and `task_token` in. Whoever sees the worker end completes the token."""
    state = BuildState.model_validate(event)
    start_worker(state=state, task_token=str(event["task_token"]), ports=_ports())
    return state.model_dump(mode="json")
