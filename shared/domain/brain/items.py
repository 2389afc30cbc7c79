"""What people and agents keep about a project: notes to read, and memory items that a model is given when they fit."""

from typing import Annotated

from pydantic import AfterValidator, Field, StringConstraints

from shared.domain.base import Label, Moment, OfApp, shown

NOTE_CHARACTERS, MEMORY_CHARACTERS = 20_000, 2_000
NOTES_MOST, MEMORY_MOST = 2_000, 10_000
"""Of one project."""
_BREAKS = str.maketrans("\n\t", "  ")


def _readable(text: str) -> str:
    """With its lines and tabs; ValueError for what people would not see."""
    lines = text.replace("\r\n", "\n").strip()
    shown(lines.translate(_BREAKS))
    if not lines:
        raise ValueError("a text is required")
    return lines


NoteText = Annotated[str, StringConstraints(min_length=1, max_length=NOTE_CHARACTERS), AfterValidator(_readable)]
MemoryText = Annotated[str, StringConstraints(min_length=1, max_length=MEMORY_CHARACTERS), AfterValidator(_readable)]
Tag = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=40), AfterValidator(shown)]
Tags = Annotated[list[Tag], Field(max_length=10)]


class KeptItem(OfApp):
    """Something of one project that is listed, changed and deleted by its id."""

    id: str
    created_by: str
    created_at: Moment
    updated_at: Moment
    version: int = 1


class Note(KeptItem):
    """A note of a person about the project."""

    title: Label = ""
    text: str


class MemoryItem(KeptItem):
    """One thing to remember. A model is given a `pinned` one in every run, another where the request is about it."""

    text: str
    tags: list[str] = []
    pinned: bool = False
