"""How a tool call of an iteration stands."""

from typing import NamedTuple, assert_never

from shared.domain.status import Status


class StepTraits(NamedTuple):
    """`words`: how it stands, in a line about it. `waiting`: it has not started. `ran`: the tool came to its end.
    `undone`: what it was for did not happen, and will not.
    """

    words: str
    waiting: bool = False
    ran: bool = False
    undone: bool = False


class StepStatus(Status):
    """`pending` waits for another call or for the loop, `needs_approval` for a person."""

    PENDING = "pending"
    RUNNING = "running"
    COMPLETED = "completed"
    FAILED = "failed"
    NEEDS_APPROVAL = "needs_approval"
    SKIPPED = "skipped"

    @property
    def traits(self) -> StepTraits:
        match self:
            case StepStatus.PENDING:
                return StepTraits("waits its turn", waiting=True)
            case StepStatus.RUNNING:
                return StepTraits("running")
            case StepStatus.COMPLETED:
                return StepTraits("", ran=True)
            case StepStatus.FAILED:
                return StepTraits("failed", ran=True, undone=True)
            case StepStatus.NEEDS_APPROVAL:
                return StepTraits("waits for approval", waiting=True)
            case StepStatus.SKIPPED:
                return StepTraits("not run", undone=True)
            case _:
                assert_never(self)
