"""What is kept about a project: notes to read, memory items for a model, summaries of conversations, a snapshot."""

from typing import Annotated

from pydantic import AfterValidator, Field, StringConstraints

from shared.domain.base import Label, Moment, OfApp, OneOfApp, shown


class ConversationSummary(OneOfApp):
    """Of all turns of a conversation up to `last_turn_id`, which ended at `until`; `since`: when the conversation was
    cleared last. `untrusted`: whose words the turns have read besides the person's.
    """

    conversation_id: str
    short_summary: str
    detail_summary: str = ""
    last_turn_id: str
    last_message_id: str
    turns: int
    since: Moment | None = None
    until: Moment
    untrusted: list[str] = []
    updated_at: Moment


class ProjectSnapshot(OneOfApp):
    """How a project stands, in the sections of `summary_text`. `facts` names what it was made of."""

    summary_text: str
    active_phase_node_id: str | None = None
    key_metrics_json: dict[str, int] = {}
    facts: str = ""
    updated_at: Moment


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
