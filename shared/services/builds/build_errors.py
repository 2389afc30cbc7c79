"""Why a build is not there, in words for people and a code for programs."""

from collections.abc import Mapping

from shared.domain.builds.job_result import JobResult
from shared.domain.builds.worker_contract import Task
from shared.domain.diagnostics import Diagnostic
from shared.domain.errors import BuildFailed
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


_AGAIN = "The project is not at fault. Build again; if that does not help, tell who runs this ChatBuilder."
_SPENT = "Nothing in the project has to change. Build again later, or let an administrator raise the budget."
_HINTS: Mapping[str, str] = {
    **dict.fromkeys(_OURS, _AGAIN),
    "RESULT_REJECTED": "Look at what the build writes to dist/ (names, links, size), then build again.",
    "QUEUE_FULL": "Nothing in the project has to change. Build again when other builds have ended.",
    "BUDGET_EXCEEDED": _SPENT,
    "BUILD_MEMORY": "Import large parts of the app with import(), or leave out packages that it does not need.",
    "BUILD_TIMEOUT": "Look in package.json and vite.config for what waits or watches: a build has to end by itself.",
    "BUILD_PROCESS_LIMIT": "Look in package.json and vite.config for plugins that start many processes at once.",
    "BUILD_DISK_LIMIT": "Look for a plugin that writes copies, caches or source maps, and leave it out.",
    "BUILD_OUTPUT_LIMIT": "Take out what prints in a loop: a plugin, a script of package.json, a log in vite.config.",
    "BUILD_DIST_LIMIT": "Make pictures and videos smaller or load them from elsewhere, and write no source maps.",
    "BUILD_DIST_INVALID": "Let the build write plain files with simple names to dist/: no links, no devices.",
    "BUILD_NO_DIST": "Let the build write dist/index.html: take build.outDir and root out of vite.config.",
    "BUILD_SOURCE_INVALID": "Save the project again. If it comes back, look for files with odd names.",
    "BUILD_NO_BUILD_SCRIPT": 'Add "build": "vite build" to the scripts of package.json.',
    "BUILD_NO_SCRIPT": "Name a script that package.json has.",
    "BUILD_NO_PROGRAM": "Declare the package whose program the script names, or name another one.",
    "NO_BROWSER": "The pages were not opened: this worker has no browser. Build without checks of pages.",
    "BUILD_CANCELLED": "Build again.",
    "SUPERSEDED": "Nothing in the project has to change. Build again if this draft is wanted after all.",
}
_HINT = "Read the end of the log. Take back the last change of vite.config or package.json if it says nothing."
_TAIL = 1_500


def from_result(result: JobResult, diagnostics: list[Diagnostic], task: Task = "build") -> BuildError:
    reason = result.reason or "exit"
    code = _CODES.get((task, reason)) or _CODES.get(("", reason)) or f"{_NOUNS[task]}_{reason.upper()}"
    message = result.message or "The project's build script failed."
    error = BuildError(
        code=code, message=message, exit_code=result.exit_code, diagnostics=diagnostics, log_tail=result.log_tail
    )
    return with_finding(error) if task == "build" else error


def with_finding(error: BuildError) -> BuildError:
    """`error` with a finding where no tool said anything readable: a sentence, the log's end, a next step."""
    if any(found.severity == "error" for found in error.diagnostics):
        return error
    message = f"{error.message.strip()}\n{error.log_tail[-_TAIL:].strip()}".strip()
    found = Diagnostic(code=error.code, message=message, hint=_HINTS.get(error.code, _HINT))
    return error.model_copy(update={"diagnostics": [found, *error.diagnostics]})


def is_ours(error: BuildError | None) -> bool:
    """Whether it was our machinery that failed, not the project."""
    return error is not None and error.code in _OURS


def build_failed(error: BuildError | None, message: str = "The build of this revision failed.") -> BuildFailed:
    """What somebody is answered who needs this build: its findings, its exit code and the end of its log."""
    if error is None:
        return BuildFailed(message)
    return BuildFailed(message, diagnostics=error.diagnostics, exit_code=error.exit_code, log_tail=error.log_tail)


def refused(message: str) -> BuildError:
    return BuildError(code="RESULT_REJECTED", message=message)


def from_crash(crash: Mapping[str, str]) -> BuildError:
    """What the pipeline caught, when there is no result at all."""
    return WORKER_SILENT if "Timeout" in crash.get("Error", "") else WORKER_LOST
