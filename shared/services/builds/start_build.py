"""Starts the pipeline for a stored build, and waits for its end."""

from shared.domain.builds.build_status import BuildStatus
from shared.domain.errors import Unavailable
from shared.domain.revisions.revision import Build, BuildError
from shared.services.builds.change_build import change_build
from shared.services.builds.finish_build import finish_build
from shared.services.ports_bundle import BuildPorts

_POLL_SECONDS = 0.25
ENQUEUE_FAILED = "ENQUEUE_FAILED"
SUPERSEDED = BuildError(
    code="SUPERSEDED", message="A newer draft of this app came first. This one can be built by a retry."
)
NOT_STARTED = BuildError(code=ENQUEUE_FAILED, message="The build could not be started. It is retried, or retry it.")


def start_build(*, build: Build, ports: BuildPorts) -> Build:
    """The build with its execution; if that cannot be started it stays queued with `ENQUEUE_FAILED`, no error."""
    try:
        execution = ports.workflows.start_build(build)
    except Unavailable:
        return change_build(build=build, changes={"error": NOT_STARTED}, ports=ports)
    changes: dict[str, object] = {"execution": execution}
    if build.error is not None:
        changes["error"] = None
    return change_build(build=build, changes=changes, ports=ports)


def await_build(*, build: Build, seconds: float, ports: BuildPorts) -> Build:
    """The build when it has ended or could not be started, else as it stands after so many seconds."""
    waited = 0.0
    while not build.status.finished and build.error is None and waited < seconds:
        ports.clock.sleep(_POLL_SECONDS)
        waited += _POLL_SECONDS
        build = ports.builds.get(build.tenant_id, build.app_id, build.id)
    return build


def leave_queued(build: Build, ports: BuildPorts) -> Build:
    """A build that no worker took is queued, to be started again; a candidate has failed, so that its run goes on."""
    if build.kind == "candidate":
        return finish_build(build=build, status=BuildStatus.FAILED, error=NOT_STARTED, ports=ports)
    changes = {"status": BuildStatus.QUEUED, "error": NOT_STARTED, "started_at": None, "task_token": None}
    return change_build(build=build, changes=changes, ports=ports)
