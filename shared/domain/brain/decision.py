"""Something decided about a project, with its reason."""

from typing import Any, Literal

from pydantic import Field

from shared.domain.base import Entity, Moment, rfc3339
from shared.domain.ids import derived_id

Author = Literal["person", "agent", "autopilot"]


def _named(known: dict[str, Any]) -> str:
    return derived_id("dec", known["decision"], rfc3339(known["at"]))


class Decision(Entity):
    """It stands until it is superseded. `by` the autopilot are notes of what was built, which no model is given.

    `id` follows from the words and the time where none was stored. `forbids`: words that a change must not bring in.
    """

    decision: str
    reason: str = ""
    at: Moment
    id: str = Field(default_factory=_named)
    by: Author = "agent"
    forbids: list[str] = []
    changed_at: Moment | None = None
    superseded_at: Moment | None = None
    superseded_by: str | None = None
    version: int = 1

    @property
    def line(self) -> str:
        return f"{self.decision} ({self.reason})" if self.reason else self.decision
