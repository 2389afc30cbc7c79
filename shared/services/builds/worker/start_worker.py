"""Hands a build to a worker; the pipeline waits meanwhile."""

import logging

from shared.domain.builds.build_status import BuildStatus
from shared.domain.errors import AppError, Unavailable, WorkerBusy
from shared.domain.feedback.build_result import ResultStage
from shared.domain.log_context import note_build
from shared.domain.revisions.revision import Build, BuildError, is_parked
from shared.domain.runs.steps import BuildState
from shared.services.builds.change_build import change_build
from shared.services.builds.finish_build import finish_build
from shared.services.builds.start_build import leave_queued
from shared.services.builds.worker.job_packages import shelf_of_build
from shared.services.builds.worker.make_job import WorkerPorts, make_job
from shared.services.builds.worker.report_worker import report_running
from shared.services.ports_bundle import BuildPorts

logger = logging.getLogger(__name__)
_UNFIT = BuildError(code="BUILD_NOT_STARTED", message="This build could not be handed to a worker.")


def start_worker(*, state: BuildState, task_token: str, ports: WorkerPorts, execution: str | None = None) -> Build:
    """The build, running, with its worker. Never raises for a job that cannot start: the pipeline is answered instead.

    Then a revision's build is queued again with `ENQUEUE_FAILED`, and a candidate's has failed with it. So is one that
    has no place: its wait was cancelled, or took too long. `execution` is None in the
    release before, which knows no places.
    """
    build = ports.builds.get(state.tenant_id, state.app_id, state.build_id)
    note_build(build)
    if build.status.finished or is_parked(build):
        _answer(build, task_token, "finished", ports)
        return build
    if execution is not None and not ports.slots.get(build.tenant_id).holds(build.id, execution):
        stopped = leave_queued(build, ports)
        _answer(stopped, task_token, "no_place", ports)
        return stopped
    try:
        return _hand_over(build, task_token, ports)
    except WorkerBusy:
        return _try_later(build, task_token, ports)
    except Unavailable:
        logger.exception("no worker could be started", extra={"build_id": build.id})
        stopped = leave_queued(build, ports)
    except (AppError, ValueError):
        logger.exception("no job could be made", extra={"build_id": build.id})
        stopped = finish_build(build=build, status=BuildStatus.FAILED, error=_UNFIT, ports=ports)
    _answer(stopped, task_token, "not_started", ports)
    return stopped


def _hand_over(build: Build, task_token: str, ports: WorkerPorts) -> Build:
    app = ports.apps.get(build.tenant_id, build.app_id)
    changes = {"status": BuildStatus.RUNNING, "error": None, "started_at": ports.clock.now(), "task_token": task_token}
    changes["env_digest"] = app.settings.env_digest
    source = ports.packages
    shelf = shelf_of_build(build, source, ports.snapshots) if source else None
    if shelf is not None:
        changes["catalog"] = shelf.catalog.digest
    waiting = change_build(build=build, changes=changes, ports=ports)
    job = make_job(waiting, app, ports, shelf)
    _report(waiting, "install", ports)
    reference = ports.worker.start(job)
    _report(waiting, "build", ports)
    return change_build(build=waiting, changes={"worker_ref": reference}, ports=ports)


def _report(build: Build, stage: ResultStage, ports: WorkerPorts) -> None:
    if build.work.task == "build" and not build.work.base:
        report_running(build, stage, results=ports.results, runs=ports.runs)


def _try_later(build: Build, task_token: str, ports: BuildPorts) -> Build:
    """Queued again, keeping its place: the pipeline tries once more after a pause."""
    changes = {"status": BuildStatus.QUEUED, "started_at": None, "task_token": None}
    queued = change_build(build=build, changes=changes, ports=ports)
    ports.workflows.fail_task(task_token, "WorkerBusy", "The worker takes no more jobs now.")
    return queued


def _answer(build: Build, task_token: str, outcome: str, ports: BuildPorts) -> None:
    ports.workflows.complete_task(task_token, {"build_id": build.id, "outcome": outcome})
