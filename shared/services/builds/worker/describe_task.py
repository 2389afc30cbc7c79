"""What a command or a test run found, in words for the model. Durations are left out: they never repeat."""

from shared.domain.builds.build_status import BuildStatus
from shared.domain.builds.worker_tests import TestFailure
from shared.domain.revisions.revision import Build, BuildError
from shared.domain.untrusted import shortened
from shared.services.builds.build_errors import NO_BROWSER, TESTS_FAILED
from shared.tools.base import clip

_LOG, _FAILURES = 6_000, 20
_ROOM = (3_200, 1_500, *[500] * (_FAILURES - 2))
"""Characters of each failure: the first are told with what was compared, or with the page; the others shortly."""
_LOST = BuildError(code="WORKER_LOST", message="The worker did not answer.")


def command_text(build: Build, log: str) -> str:
    named = f"`{' '.join(build.work.command)}`"
    ended = f"{named} succeeded." if build.status == BuildStatus.SUCCEEDED else f"{named}: {error_of(build).message}"
    return clip(f"{ended} (Files it wrote are thrown away.)\n{end_of(log)}".strip())


def tests_text(build: Build, log: str) -> str:
    """Which tests failed and why; what the runner printed where nothing counted them."""
    counted = build.tests
    if build.status == BuildStatus.FAILED and error_of(build).code != TESTS_FAILED:
        error = error_of(build)
        return clip(f"The tests did not come to their end ({error.code}): {error.message}\n{end_of(log)}".strip())
    if counted is None:
        ended = (
            "The tests passed."
            if build.status == BuildStatus.SUCCEEDED
            else f"The tests failed. {error_of(build).message}"
        )
        return clip(f"{ended}\n{end_of(log)}".strip())
    failures = "\n".join(map(_failure, counted.failures[:_FAILURES], _ROOM))
    left = len(counted.failures) - _FAILURES
    more = f"\n({left} more)" if left > 0 else ""
    none = f"\n{end_of(log)}" if build.status == BuildStatus.FAILED and not counted.failures else ""
    return clip(f"Tests: {counted.words()}.\n{failures}{more}{none}".strip())


def is_unavailable(build: Build) -> bool:
    """Whether the worker has not what the task needs: no word about the project."""
    return build.error is not None and build.error.code == NO_BROWSER


def _failure(failure: TestFailure, room: int) -> str:
    place = f"{failure.file}:{failure.line}" if failure.line else failure.file
    return f"- {place} {failure.name}\n  {shortened(failure.message, room)}"


def error_of(build: Build) -> BuildError:
    return build.error or _LOST


def end_of(log: str) -> str:
    """The end of a log, where it says what went wrong."""
    return log if len(log) <= _LOG else f"[...]\n{log[-_LOG:]}"
