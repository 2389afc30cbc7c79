"""Starts the pipeline for a stored build."""

from shared.domain.errors import Unavailable
from shared.domain.revision import Build, BuildError
from shared.services.change_build import change_build
from shared.services.ports_bundle import BuildPorts

ENQUEUE_FAILED = "ENQUEUE_FAILED"
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
