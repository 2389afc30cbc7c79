"""Hands the build to a worker and lets the pipeline wait."""

from typing import Any

from shared.adapters import aws_clients
from shared.adapters.codebuild_worker import CodeBuildWorker
from shared.adapters.http_worker import HttpWorker
from shared.domain.limits import DEFAULT_LIMITS
from shared.domain.steps import BuildState
from shared.ports.engine import WorkerBackend
from shared.runtime.lazy import once
from shared.runtime.observability import observed
from shared.runtime.pipeline import open_workflows, site_addresses
from shared.runtime.settings import Settings
from shared.runtime.stores import Stores, open_stores
from shared.services.start_worker import WorkerPorts, start_worker


@once
def _ports() -> WorkerPorts:
    settings = Settings.from_env()
    stores = open_stores(settings)
    return WorkerPorts(
        builds=stores.builds,
        revisions=stores.revisions,
        workflows=open_workflows(settings),
        clock=stores.clock,
        apps=stores.apps,
        blobs=stores.blobs,
        snapshots=stores.snapshots,
        worker=_worker(settings, stores),
        limits=DEFAULT_LIMITS,
        addresses=site_addresses(settings),
    )


def _worker(settings: Settings, stores: Stores) -> WorkerBackend:
    if settings.worker_backend == "http":
        return HttpWorker(settings.worker_endpoint, settings.worker_secret)
    return CodeBuildWorker(aws_clients.codebuild(), settings.codebuild_project, stores.blobs)


@observed("worker_start")
def handler(event: dict[str, Any], context: object) -> dict[str, Any]:
    """`BuildState` and `task_token` in; the state goes on when the worker has ended."""
    state, token = BuildState.model_validate(event), str(event["task_token"])
    try:
        start_worker(state=state, task_token=token, ports=_ports())
    except Exception:
        _ports().workflows.complete_task(token, {"build_id": state.build_id, "outcome": "crashed"})
        raise
    return state.model_dump(mode="json")
