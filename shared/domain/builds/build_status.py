"""How a build stands, and what is known of the build of a tree."""

from typing import Literal, assert_never

from shared.domain.status import Status


class BuildStatus(Status):
    """One task of a worker, mostly a build."""

    QUEUED = "queued"
    RUNNING = "running"
    SUCCEEDED = "succeeded"
    FAILED = "failed"

    @property
    def finished(self) -> bool:
        """Whether it has an end, for now: a retry queues it again."""
        match self:
            case BuildStatus.QUEUED | BuildStatus.RUNNING:
                return False
            case BuildStatus.SUCCEEDED | BuildStatus.FAILED:
                return True
            case _:
                assert_never(self)

    @property
    def sentence(self) -> str:
        match self:
            case BuildStatus.QUEUED:
                return "Its build has not started yet."
            case BuildStatus.RUNNING:
                return "Its build is at work."
            case BuildStatus.SUCCEEDED:
                return "It has been built."
            case BuildStatus.FAILED:
                return "Its build failed."
            case _:
                assert_never(self)


BuildEnd = Literal[BuildStatus.SUCCEEDED, BuildStatus.FAILED]


class BuildOutcome(Status):
    """What is known of the build of a tree: nothing, when exactly this tree was never built."""

    SUCCEEDED = "succeeded"
    FAILED = "failed"
    UNKNOWN = "unknown"
