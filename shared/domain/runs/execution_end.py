"""How an execution of the loop ended, and what that makes of its run."""

from typing import NamedTuple, assert_never

from shared.domain.runs.run_status import RunStatus
from shared.domain.status import Status


class RunEnd(NamedTuple):
    """What the run is ended with; without `code` and `summary` it keeps its own."""

    status: RunStatus
    code: str | None = None
    summary: str | None = None


class ExecutionEnd(Status):
    """`expected`: the loop itself came to its last state. `unanswered`: nobody answered what the run asked in time."""

    EXPECTED = "expected"
    CRASHED = "crashed"
    ABORTED = "aborted"
    TIMED_OUT = "timed_out"
    UNANSWERED = "unanswered"

    @property
    def of_run(self) -> RunEnd:
        """How the run ends that has not said so itself."""
        match self:
            case ExecutionEnd.EXPECTED:
                return RunEnd(RunStatus.FAILED)
            case ExecutionEnd.CRASHED:
                said = "Something on our side broke while the run was at work. What it did is kept."
                return RunEnd(RunStatus.FAILED, "INTERNAL", said)
            case ExecutionEnd.ABORTED:
                said = "The run was interrupted. What it did is kept."
                return RunEnd(RunStatus.INTERRUPTED, "INTERRUPTED", said)
            case ExecutionEnd.TIMED_OUT:
                said = "The run took longer than it may. What it did is kept."
                return RunEnd(RunStatus.FAILED, "TIMED_OUT", said)
            case ExecutionEnd.UNANSWERED:
                said = "Nobody answered what the run asked in time. What it did is kept."
                return RunEnd(RunStatus.INTERRUPTED, "APPROVAL_TIMEOUT", said)
            case _:
                assert_never(self)
