"""What a session's last build result says, in the words of the clients that report it."""

from shared.domain.status import Status


class ResultStatus(Status):
    """`unknown`: nothing was reported, or what was is no fault of the project."""

    SUCCESS = "success"
    FAILED = "failed"
    RUNNING = "running"
    UNKNOWN = "unknown"
