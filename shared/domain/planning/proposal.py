"""What a person wants to be another, and what a model has made of it: nothing of it holds before it is confirmed."""

from typing import Literal

from shared.domain.base import Entity
from shared.domain.planning.adjusting import Adjustment
from shared.domain.planning.requirement_edits import PlacedEdit

ChangeKind = Literal["ADJUST_PLAN", "UPDATE_REQUIREMENTS"]


class ChangeWish(Entity):
    """A person's words, and whether they are about the plan or about the document that it was read from."""

    kind: ChangeKind
    message: str


class ProposedChange(Entity):
    """Operations on the plan, or edits of the document of that hash; `refused` says what could not be proposed.

    `words` has a line for each operation, for people.
    """

    operations: tuple[Adjustment, ...] = ()
    words: tuple[str, ...] = ()
    edits: tuple[PlacedEdit, ...] = ()
    text_hash: str | None = None
    refused: tuple[str, ...] = ()

    @property
    def empty(self) -> bool:
        return not self.operations and not self.edits
