"""What came of a message to a session, in the words of the first API."""

from shared.domain.status import Status


class SessionStatus(Status):
    """An answer, or a diff to review."""

    COMPLETED = "completed"
    PENDING_HUMAN_REVIEW = "pending_human_review"
