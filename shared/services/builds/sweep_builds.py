"""Builds that nobody works on any more: started again, or ended with a reason."""

import logging
from functools import partial

from shared.domain.builds.build_slots import BuildSlots
from shared.domain.builds.build_status import BuildStatus
from shared.domain.limits import Limits
from shared.domain.revisions.revision import Build
from shared.services.builds.build_errors import WORKER_LOST, WORKER_SILENT
from shared.services.builds.build_slots import free_place, wake
from shared.services.builds.finish_build import finish_build
from shared.services.builds.retry_build import restart_build
from shared.services.builds.start_build import ENQUEUE_FAILED
from shared.services.ports_bundle import BuildPorts
from shared.services.sweep_each import sweep_each

logger = logging.getLogger(__name__)
_GRACE_SECONDS = 60  # between a commit and the start of its build
_MOST_ATTEMPTS = 10
_MOST_LOST = 3
_PIPELINE_SECONDS = 5400  # the pipeline's own time limit


def sweep_builds(*, ports: BuildPorts, limits: Limits, automation: bool) -> int:
    """How many builds were started again or ended. One that fails is logged and left for the next sweep."""
    sweep = partial(_sweep, ports=ports, limits=limits, automation=automation)
    return sweep_each(ports.builds.unfinished(), sweep, "a build could not be swept", _name)


def _name(build: Build) -> dict[str, str]:
    return {"build_id": build.id}


def _sweep(build: Build, ports: BuildPorts, limits: Limits, automation: bool) -> bool:
    if _is_at_work(build, ports):
        return _end_if_overdue(build, ports, limits)
    if _age(build, ports) < _GRACE_SECONDS and not _never_started(build):
        return False
    if build.kind == "candidate":
        return _end_lost_candidate(build, ports, limits)
    if build.execution is None and build.error is None and not automation:
        return False
    if build.attempt >= (_MOST_ATTEMPTS if _never_started(build) else _MOST_LOST):
        finish_build(build=build, status=BuildStatus.FAILED, error=build.error or WORKER_LOST, ports=ports)
        return True
    logger.warning("a build is started again", extra={"build_id": build.id, "attempt": build.attempt + 1})
    restart_build(build=build, ports=ports)
    return True


def _is_at_work(build: Build, ports: BuildPorts) -> bool:
    if _never_started(build):
        return False
    return build.execution is not None and ports.workflows.is_running(build.execution)


def _never_started(build: Build) -> bool:
    return build.status == BuildStatus.QUEUED and (build.error is not None and build.error.code == ENQUEUE_FAILED)


def _end_if_overdue(build: Build, ports: BuildPorts, limits: Limits) -> bool:
    if _age(build, ports) < _PIPELINE_SECONDS + limits.worker_seconds:
        return False
    if build.execution is not None:
        ports.workflows.stop(build.execution, "The build took too long.")
    finish_build(build=build, status=BuildStatus.FAILED, error=WORKER_SILENT, ports=ports)
    return True


def _end_lost_candidate(build: Build, ports: BuildPorts, limits: Limits) -> bool:
    """A candidate's pipeline is started by its run, which also tries again; only a forgotten one is ended here."""
    if _age(build, ports) < _PIPELINE_SECONDS + limits.worker_seconds:
        return False
    finish_build(build=build, status=BuildStatus.FAILED, error=WORKER_LOST, ports=ports)
    return True


def _age(build: Build, ports: BuildPorts) -> float:
    """Of the attempt: a retry waits its own time, however long ago the build was made."""
    since = build.started_at or build.retried_at or build.created_at
    return (ports.clock.now() - since).total_seconds()


def recover_builds(*, ports: BuildPorts, automation: bool) -> int:
    """How many builds were started again or ended. A candidate's build is its run's business."""
    recover = partial(_recover, ports=ports, automation=automation)
    return sweep_each(ports.builds.unfinished(), recover, "a build could not be recovered", _name)


def _recover(build: Build, ports: BuildPorts, automation: bool) -> bool:
    if build.kind == "candidate":
        return False
    if build.execution is None and build.error is None and not automation:
        return False
    if build.execution is not None and ports.workflows.is_running(build.execution):
        return False
    if build.attempt >= _MOST_ATTEMPTS:
        finish_build(build=build, status=BuildStatus.FAILED, error=build.error or WORKER_LOST, ports=ports)
    else:
        restart_build(build=build, ports=ports)
    return True


def sweep_slots(*, ports: BuildPorts) -> int:
    """How many places were given back. A tenant's that fail are logged and left for the next sweep."""
    sweep, failed = partial(_sweep_tenant, ports=ports), "a tenant's builds could not be swept"
    return sweep_each(ports.slots.busy(), sweep, failed, lambda slots: {"tenant_id": slots.tenant_id})


def _sweep_tenant(slots: BuildSlots, ports: BuildPorts) -> int:
    """Each place as it is found, those at work first: five hundred may wait, and not all can be asked about at once."""
    freed = 0
    for place in (*slots.running, *slots.waiting):
        if not ports.workflows.is_running(place.execution):
            logger.warning("a build's place is given back", extra={"build_id": place.build_id})
            free_place(slots.tenant_id, place, ports=ports)
            freed += 1
    if not freed:
        wake(slots, ports)
    return freed
