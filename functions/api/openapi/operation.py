"""What the document says of one route beyond what the framework reads off it."""

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from shared.domain.identity import Scope

READ: Scope = "apps:read"
WRITE: Scope = "apps:write"
PUBLISH: Scope = "apps:publish"
TOOLS: Scope = "tools:run"
ADMIN: Scope = "admin"


class Media(NamedTuple):
    """An answer that is not JSON. `event` names the model of one `data:` line of a stream."""

    kind: str
    event: str | None = None


PAGE = Media("text/html")
FILE = Media("*/*")
EVENTS = Media("text/event-stream", "RunEvent")
FEED = Media("text/event-stream", "ProjectEvent")
HAPPENINGS = Media("text/event-stream", "AppEvent")


@dataclass(frozen=True)
class Operation:
    """`answers` are those that are no problem, by status; `faults` the codes that do not follow from its kind.

    `scope` None: no token. `found`: it names something that may not exist. `reads` is the body where the framework
    knows none: models by media type, the first one of several for JSON being the plainest.
    """

    id: str
    scope: Scope | None
    answers: dict[int, Any]
    faults: tuple[str, ...] = ()
    found: bool | None = None
    reads: dict[str, Any] = field(default_factory=dict)
    once: bool = True
