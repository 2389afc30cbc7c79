"""Why a build is not there, in words for people and a code for programs."""

from collections.abc import Mapping

from shared.domain.diagnostics import Diagnostic
from shared.domain.revision import BuildError
from shared.domain.worker_contract import JobResult

_CODES = {"exit": "BUILD_FAILED", "worker_error": "WORKER_ERROR"}
WORKER_LOST = BuildError(code="WORKER_LOST", message="The build worker ended without a result. Build again.")
WORKER_SILENT = BuildError(code="BUILD_TIMEOUT", message="The build worker did not answer in time. Build again.")


def from_result(result: JobResult, diagnostics: list[Diagnostic]) -> BuildError:
    """What the worker says of a build that failed."""
    reason = result.reason or "exit"
    code = _CODES.get(reason, f"BUILD_{reason.upper()}")
    message = result.message or "The project's build script failed."
    return BuildError(code=code, message=message, diagnostics=diagnostics, log_tail=result.log_tail)


def refused(message: str) -> BuildError:
    """A result that was not taken."""
    return BuildError(code="RESULT_REJECTED", message=message)


def from_crash(crash: Mapping[str, str]) -> BuildError:
    """What the pipeline caught, when there is no result at all."""
    return WORKER_SILENT if "Timeout" in crash.get("Error", "") else WORKER_LOST
