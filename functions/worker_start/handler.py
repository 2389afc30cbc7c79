"""Hands the build to a worker and lets the pipeline wait."""

from functools import cache
from typing import Any

from shared.domain.assets.catalog import Shelf
from shared.domain.runs.steps import read_build
from shared.runtime import engine
from shared.runtime.bundles import build_ports
from shared.runtime.observability import observed
from shared.runtime.settings import Settings
from shared.runtime.stores import open_stores, own_catalogs
from shared.services.assets.load_catalog import load_catalog, load_locks, load_ready_hashes
from shared.services.builds.worker.job_packages import PackageSource
from shared.services.builds.worker.make_job import WorkerPorts
from shared.services.builds.worker.start_worker import start_worker


@cache
def _ports() -> WorkerPorts:
    settings = Settings.from_env()
    stores = open_stores(settings)
    return WorkerPorts(
        **vars(build_ports(settings, stores)),
        runs=stores.runs,
        results=stores.results,
        blobs=stores.blobs,
        snapshots=stores.snapshots,
        worker=engine.worker(settings, stores.blobs),
        addresses=engine.addresses(settings),
        packages=PackageSource(Shelf(load_catalog(), load_locks()), load_ready_hashes(), own_catalogs(stores)),
    )


@observed("worker_start")
def handler(event: dict[str, Any], context: object) -> dict[str, Any]:
    """`BuildState`, `execution`, `task_token` in; the state goes on when the worker has ended, or when this crashes."""
    state, token = read_build(event), str(event["task_token"])
    try:
        start_worker(state=state, task_token=token, execution=event.get("execution"), ports=_ports())
    except Exception:
        _ports().workflows.complete_task(token, {"build_id": state.build_id, "outcome": "crashed"})
        raise
    return state.model_dump(mode="json")
