"""The result a worker gives back; the wire form is in docs/worker.md."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from shared.domain.builds.worker_contract import VERSION, Reason
from worker.status import JobStatus, PartStatus

LOG_TAIL_BYTES = 16 * 1024


@dataclass(frozen=True)
class Part:
    """What one check of a build found: `log` is what its program printed, the middle left out of a long one."""

    status: PartStatus
    reason: Reason | None = None
    message: str = ""
    log: str = ""


@dataclass(frozen=True)
class Result:
    """How a job ended. `reason` is None exactly when the status is `succeeded`.

    `tests` is what a test run counted, `page` what a browser saw, `acceptance` what came of the acceptance checks,
    `checks` what the checks of a build found, `original` what an imported project showed as it came; None where
    there is nothing of the kind. A check that failed leaves the status of its build alone.
    """

    build_id: str
    status: JobStatus
    exit_code: int | None
    reason: Reason | None
    message: str
    log_tail: str
    duration_ms: int
    timings: Mapping[str, int]
    tests: Mapping[str, Any] | None = None
    page: Mapping[str, Any] | None = None
    acceptance: Sequence[Mapping[str, Any]] | None = None
    checks: Mapping[str, Part] | None = None
    original: Mapping[str, Any] | None = None

    def document(self) -> dict[str, Any]:
        """The content of `result.json`."""
        return {"version": VERSION, **asdict(self)}
