"""Why a build is not there, in words for people and a code for programs."""

from collections.abc import Mapping

from shared.domain.builds.job_result import JobResult
from shared.domain.builds.worker_contract import Task
from shared.domain.diagnostics import Diagnostic
from shared.domain.revisions.revision import BuildError

TESTS_FAILED, NO_BROWSER = "TESTS_FAILED", "NO_BROWSER"
_NOUNS: Mapping[Task, str] = {"build": "BUILD", "command": "COMMAND", "tests": "TESTS", "browser": "BROWSER"}
_CODES: Mapping[tuple[str, str], str] = {
    ("build", "exit"): "BUILD_FAILED",
    ("browser", "exit"): "BUILD_FAILED",
    ("command", "exit"): "COMMAND_FAILED",
    ("tests", "exit"): TESTS_FAILED,
    ("", "no_browser"): NO_BROWSER,
    ("", "worker_error"): "WORKER_ERROR",
}
_OURS = frozenset({"WORKER_LOST", "WORKER_TIMEOUT", "WORKER_ERROR", "ENQUEUE_FAILED", "BUILD_NOT_STARTED"})
WORKER_LOST = BuildError(code="WORKER_LOST", message="The build worker ended without a result. Build again.")
APP_GONE = BuildError(code="BUILD_NOT_STARTED", message="The app was deleted before its build began.")
WORKER_SILENT = BuildError(code="WORKER_TIMEOUT", message="The build worker did not answer in time. Build again.")
"""Not `BUILD_TIMEOUT`: that is a project whose own build takes too long, as the worker tells."""


def from_result(result: JobResult, diagnostics: list[Diagnostic], task: Task = "build") -> BuildError:
    reason = result.reason or "exit"
    code = _CODES.get((task, reason)) or _CODES.get(("", reason)) or f"{_NOUNS[task]}_{reason.upper()}"
    message = result.message or "The project's build script failed."
    tail = result.log_tail
    return BuildError(code=code, message=message, exit_code=result.exit_code, diagnostics=diagnostics, log_tail=tail)


def is_ours(error: BuildError | None) -> bool:
    """Whether it was our machinery that failed, not the project."""
    return error is not None and error.code in _OURS


def refused(message: str) -> BuildError:
    return BuildError(code="RESULT_REJECTED", message=message)


def from_crash(crash: Mapping[str, str]) -> BuildError:
    """What the pipeline caught, when there is no result at all."""
    return WORKER_SILENT if "Timeout" in crash.get("Error", "") else WORKER_LOST
