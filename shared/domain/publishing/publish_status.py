"""Whether the latest publication of an app stands."""

from shared.domain.status import Status


class PublishStatus(Status):
    """`failed`: the latest attempt was refused; the addresses, if any, still serve."""

    PUBLISHED = "published"
    FAILED = "failed"
