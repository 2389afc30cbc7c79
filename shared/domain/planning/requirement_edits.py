"""What a model may propose to change in a document: words of it, found in the text, and what stands there instead."""

from collections.abc import Sequence
from typing import Annotated, NamedTuple

from pydantic import Field, StringConstraints, ValidationError

from shared.domain.base import Entity, ModelAnswer
from shared.domain.errors import TextUnreadable, TooLarge
from shared.domain.planning.adjusting import Cited, is_said
from shared.domain.planning.quotes import QUOTE_MOST, Place, Quoted
from shared.domain.planning.requirements import faults_of, json_in
from shared.domain.planning.source_text import normalise_source
from shared.domain.untrusted import shortened, valid_text

EDITS_MOST = 20
_NEW_MOST = 8_000


class Edit(Cited):
    """`old`: words of the document, copied letter by letter from one place; `new` stands there from then on."""

    old: Annotated[str, StringConstraints(min_length=1, max_length=2 * QUOTE_MOST)]
    new: Annotated[str, StringConstraints(max_length=_NEW_MOST)]


class _Answer(ModelAnswer):
    edits: Annotated[list[Edit], Field(max_length=EDITS_MOST)]


class PlacedEdit(Entity):
    """An edit with its place in the text, in code points. `before` is exactly what stands there."""

    start: int
    end: int
    before: str
    after: str
    quote: str


class ReadEdits(NamedTuple):
    """The edits in the order of the text, and why others are none; None for no answer at all."""

    found: list[PlacedEdit] | None
    errors: list[str]


def read_edits(answer: str, text: str, message: str) -> ReadEdits:
    """The edits in a model's answer about a document and a person's message."""
    try:
        read = _Answer.model_validate(json_in(answer)).edits
    except ValidationError as error:
        return ReadEdits(None, faults_of(error))
    except ValueError as error:
        return ReadEdits(None, [f"The JSON cannot be read: {error}."])
    found: list[PlacedEdit] = []
    errors: list[str] = []
    for number, edit in enumerate(read):
        placed = _placed(edit, text, message, found)
        if isinstance(placed, str):
            errors.append(f"edits.{number}.{placed}")
        else:
            found.append(placed)
    found.sort(key=lambda one: one.start)
    faults = _faults_of_text(text, found)
    return ReadEdits(None if faults else found, errors + faults)


def edited(text: str, edits: Sequence[PlacedEdit]) -> str:
    """The text with all edits. TextUnreadable or TooLarge when that is no document any more."""
    for edit in reversed(edits):
        text = text[: edit.start] + edit.after + text[edit.end :]
    return normalise_source(text)


def _placed(edit: Edit, text: str, message: str, others: Sequence[PlacedEdit]) -> PlacedEdit | str:
    """The edit at its place, or what is wrong with it."""
    if not is_said(edit.quote, message):
        return f"quote does not occur in the message: {shortened(edit.quote, 80)!r}"
    place = Quoted(text, 0, len(text)).find(edit.old)
    if place is None:
        return f"old does not occur in the document: {shortened(edit.old, 80)!r}"
    before, after = text[slice(*place)], valid_text(edit.new)
    if text.find(before, place.start + 1) >= 0:
        return f"old occurs more than once; copy more of what stands around it: {shortened(edit.old, 80)!r}"
    if before == after:
        return "new is what stands there already"
    if any(_overlaps(place, other) for other in others):
        return "it changes words that another edit changes"
    return PlacedEdit(start=place.start, end=place.end, before=before, after=after, quote=edit.quote)


def _overlaps(place: Place, other: PlacedEdit) -> bool:
    return place.start < other.end and other.start < place.end


def _faults_of_text(text: str, edits: Sequence[PlacedEdit]) -> list[str]:
    try:
        edited(text, edits)
    except (TextUnreadable, TooLarge) as error:
        return [error.message]
    return []
