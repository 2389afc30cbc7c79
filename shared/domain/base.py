"""What every stored or spoken entity has in common."""

import re
import unicodedata
from datetime import UTC, datetime
from typing import Annotated, Generic, TypeVar

from pydantic import (
    AfterValidator,
    AwareDatetime,
    BaseModel,
    ConfigDict,
    PlainSerializer,
    StringConstraints,
    WithJsonSchema,
)

Files = dict[str, bytes]
"""A source tree in memory: normalised path to content."""


def rfc3339(moment: datetime) -> str:
    """In UTC with milliseconds, as every time is written."""
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


Moment = Annotated[
    AwareDatetime,
    PlainSerializer(rfc3339, return_type=str, when_used="json"),
    WithJsonSchema({"type": "string", "format": "date-time"}),
]
"""An aware time, written as RFC 3339 in UTC with milliseconds."""


_UNSEEN = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")
"""Control characters, and those that turn the direction of text around: what is shown is not what is there."""


def _not_blank(name: str) -> str:
    seen = shown(name.strip())
    if all(unicodedata.category(char) in ("Cf", "Zs") for char in seen):  # joiners and marks of no width, blanks
        raise ValueError("a name is required")
    return seen


def shown(text: str) -> str:
    """`text` itself when people see all of it; else ValueError."""
    if _UNSEEN.search(text):
        raise ValueError("control characters and characters that turn text around are not allowed here")
    return text


def without_unseen(text: str) -> str:
    """`text` with a blank where people would see nothing, for names that nobody typed here."""
    return _UNSEEN.sub(" ", text)


Label = Annotated[str, StringConstraints(max_length=200), AfterValidator(shown)]
"""What a person calls a checkpoint."""
Name = Annotated[str, StringConstraints(min_length=1, max_length=100), AfterValidator(_not_blank)]
"""What a person calls something of theirs, without the blanks around it."""

Title = Annotated[str, StringConstraints(min_length=1, max_length=300), AfterValidator(_not_blank)]
"""A line that says what something is about, without the blanks around it."""


def _prose(text: str) -> str:
    text = text.replace("\r\n", "\n")
    shown(text.replace("\n", " ").replace("\t", " "))
    return text


Prose = Annotated[str, StringConstraints(max_length=20_000), AfterValidator(_prose)]
"""Lines of text of which people see all."""


class Entity(BaseModel):
    """Frozen: a change is a new value, written with a condition. Unknown fields from newer code are kept out.

    What does not fit is told without its words, here and in all that is read from stores: the error ends up in a log.
    """

    model_config = ConfigDict(frozen=True, extra="ignore", hide_input_in_errors=True)


class OfApp(Entity):
    """What belongs to an app."""

    tenant_id: str
    app_id: str


class OneOfApp(OfApp):
    """What there is one of. Version 0 stands for one that nobody has written yet."""

    version: int = 0


class Input(BaseModel):
    """What comes from outside: a field that it does not have is refused."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class ModelAnswer(BaseModel):
    """What a model wrote: no other fields and no other types, and its words in no error."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, hide_input_in_errors=True)


T = TypeVar("T")


class Page(BaseModel, Generic[T]):
    """One page of a list, newest first."""

    items: list[T]
    next_cursor: str | None = None
