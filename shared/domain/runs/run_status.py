"""How a run stands: as it is stored, as people read it, and as a list of runs is asked for."""

from typing import Literal, assert_never

from shared.domain.status import Status


class ShownRunStatus(Status):
    """As the API and the streams say it: what is stored as aborted was cancelled by a person."""

    PLANNED = "planned"
    RUNNING = "running"
    AWAITING_APPROVAL = "awaiting_approval"
    COMPLETED = "completed"
    FAILED = "failed"
    CANCELLED = "cancelled"
    INTERRUPTED = "interrupted"


SegmentEnd = Literal[
    ShownRunStatus.COMPLETED,
    ShownRunStatus.CANCELLED,
    ShownRunStatus.FAILED,
    ShownRunStatus.INTERRUPTED,
    ShownRunStatus.AWAITING_APPROVAL,
]
"""How a run stands where a segment of its stream ends."""


class RunOutcome(Status):
    """What an ended run counts as."""

    COMPLETED = "completed"
    FAILED = "failed"
    CANCELLED = "cancelled"


class RunStatus(Status):
    """As it is stored."""

    PLANNED = "planned"
    RUNNING = "running"
    AWAITING_APPROVAL = "awaiting_approval"
    COMPLETED = "completed"
    FAILED = "failed"
    ABORTED = "aborted"
    INTERRUPTED = "interrupted"

    @property
    def ended(self) -> bool:
        return self.outcome is not None

    @property
    def outcome(self) -> RunOutcome | None:
        """What it counts as, or None for one that has not ended."""
        match self:
            case RunStatus.PLANNED | RunStatus.RUNNING | RunStatus.AWAITING_APPROVAL:
                return None
            case RunStatus.COMPLETED:
                return RunOutcome.COMPLETED
            case RunStatus.FAILED | RunStatus.INTERRUPTED:
                return RunOutcome.FAILED
            case RunStatus.ABORTED:
                return RunOutcome.CANCELLED
            case _:
                assert_never(self)

    @property
    def shown_as(self) -> ShownRunStatus:
        match self:
            case RunStatus.PLANNED | RunStatus.RUNNING | RunStatus.AWAITING_APPROVAL:
                return ShownRunStatus(self.value)
            case RunStatus.COMPLETED | RunStatus.FAILED | RunStatus.INTERRUPTED:
                return ShownRunStatus(self.value)
            case RunStatus.ABORTED:
                return ShownRunStatus.CANCELLED
            case _:
                assert_never(self)


ENDED = frozenset(status for status in RunStatus if status.ended)
"""For conditions of a store."""


class RunFilter(Status):
    """Which runs a list is asked for: all, those that have not ended, or those that are shown as one word."""

    ALL = "all"
    OPEN = "open"
    PLANNED = "planned"
    RUNNING = "running"
    AWAITING_APPROVAL = "awaiting_approval"
    COMPLETED = "completed"
    FAILED = "failed"
    CANCELLED = "cancelled"
    INTERRUPTED = "interrupted"

    def takes(self, status: RunStatus) -> bool:
        if self == RunFilter.OPEN:
            return not status.ended
        return self == RunFilter.ALL or self.value == status.shown_as.value
