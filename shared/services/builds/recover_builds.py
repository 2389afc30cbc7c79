"""After a restart of the machinery: builds of revisions that nobody works on any more are started again."""

import logging

from shared.domain.builds.build_status import BuildStatus
from shared.domain.errors import AppError
from shared.domain.revisions.revision import Build
from shared.services.builds.build_errors import WORKER_LOST
from shared.services.builds.finish_build import finish_build
from shared.services.builds.retry_build import restart_build
from shared.services.ports_bundle import BuildPorts

logger = logging.getLogger(__name__)
_MOST_ATTEMPTS = 10


def recover_builds(*, ports: BuildPorts, automation: bool) -> int:
    """How many builds were started again or ended. A candidate's build is its run's business."""
    done = 0
    for build in ports.builds.unfinished():
        try:
            done += _recover(build, ports, automation)
        except AppError:
            logger.exception("a build could not be recovered", extra={"build_id": build.id})
    return done


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
