"""What visitors of an app got since when."""

from shared.domain.base import Entity, Moment
from shared.domain.status import Status


class PublishStatus(Status):
    """`failed`: the latest attempt was refused; the addresses, if any, still serve."""

    PUBLISHED = "published"
    FAILED = "failed"


class Publication(Entity):
    """One switch of the live address. `seq` counts them; `revision_id` is None where the app was taken down.

    One that an older release made is known by its revision alone: without `at` and `by`, and with `seq` 0.
    """

    seq: int
    revision_id: str | None
    at: Moment | None
    by: str | None
