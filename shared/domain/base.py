"""What every stored or spoken entity has in common."""

from datetime import UTC, datetime
from typing import Annotated, Generic, TypeVar

from pydantic import AwareDatetime, BaseModel, ConfigDict, PlainSerializer

Files = dict[str, bytes]
"""A source tree in memory: normalised path to content."""


def _rfc3339(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


Moment = Annotated[AwareDatetime, PlainSerializer(_rfc3339, return_type=str, when_used="json")]
"""An aware time, written as RFC 3339 in UTC with milliseconds."""


class Entity(BaseModel):
    """Frozen: a change is a new value, written with a condition. Unknown fields from newer code are kept out."""

    model_config = ConfigDict(frozen=True, extra="ignore")


T = TypeVar("T")


class Page(BaseModel, Generic[T]):
    """One page of a list, newest first."""

    items: list[T]
    next_cursor: str | None = None
