"""Hands a build to a worker; the pipeline waits meanwhile."""

import logging
from dataclasses import dataclass

from shared.domain.errors import AppError, Unavailable
from shared.domain.limits import Limits
from shared.domain.revision import Build, BuildError
from shared.domain.steps import BuildState
from shared.domain.trail import note_build
from shared.ports.apps import AppStore
from shared.ports.engine import WorkerBackend
from shared.ports.storage import BlobStore, SnapshotStore
from shared.services.addresses import SiteAddresses
from shared.services.change_build import change_build, is_finished
from shared.services.finish_build import finish_build
from shared.services.make_job import make_job
from shared.services.ports_bundle import BuildPorts
from shared.services.start_build import NOT_STARTED

logger = logging.getLogger(__name__)
_UNFIT = BuildError(code="BUILD_NOT_STARTED", message="This build could not be handed to a worker.")


@dataclass(frozen=True, kw_only=True)
class WorkerPorts(BuildPorts):
    """What making a job and handing it over needs. An empty `toolchain` takes whatever the worker has.

    A toolchain's digest names its machine too, so only who deploys both the worker and this can know it.
    """

    apps: AppStore
    blobs: BlobStore
    snapshots: SnapshotStore
    worker: WorkerBackend
    limits: Limits
    addresses: SiteAddresses
    toolchain: str = ""


def start_worker(*, state: BuildState, task_token: str, ports: WorkerPorts) -> Build:
    """The build with its worker. Never raises for a job that cannot start: the waiting pipeline is answered instead.

    Then a revision's build is queued again with `ENQUEUE_FAILED`, and a candidate's has failed with it.
    """
    build = ports.builds.get(state.tenant_id, state.app_id, state.build_id)
    note_build(build)
    if is_finished(build):
        _answer(build, task_token, "finished", ports)
        return build
    try:
        return _hand_over(build, task_token, ports)
    except Unavailable:
        logger.exception("no worker could be started", extra={"build_id": build.id})
        stopped = _not_started(build, ports)
    except (AppError, ValueError):
        logger.exception("no job could be made", extra={"build_id": build.id})
        stopped = finish_build(build=build, status="failed", error=_UNFIT, ports=ports)
    _answer(stopped, task_token, "not_started", ports)
    return stopped


def _hand_over(build: Build, task_token: str, ports: WorkerPorts) -> Build:
    app = ports.apps.get(build.tenant_id, build.app_id)
    waiting = change_build(build=build, changes={"task_token": task_token}, ports=ports)
    job = make_job(
        build=waiting,
        app=app,
        snapshots=ports.snapshots,
        blobs=ports.blobs,
        limits=ports.limits,
        addresses=ports.addresses,
        toolchain=ports.toolchain,
    )
    reference = ports.worker.start(job)
    return change_build(build=waiting, changes={"worker_ref": reference}, ports=ports)


def _not_started(build: Build, ports: BuildPorts) -> Build:
    if build.kind == "candidate":
        return finish_build(build=build, status="failed", error=NOT_STARTED, ports=ports)
    changes = {"status": "queued", "error": NOT_STARTED, "started_at": None, "task_token": None}
    return change_build(build=build, changes=changes, ports=ports)


def _answer(build: Build, task_token: str, outcome: str, ports: BuildPorts) -> None:
    ports.workflows.complete_task(task_token, {"build_id": build.id, "outcome": outcome})
