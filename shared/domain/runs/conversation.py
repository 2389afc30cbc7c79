"""Conversations: threads of turns about one app."""

from typing import Literal

from shared.domain.base import Moment, OfApp, without_unseen
from shared.domain.runs.turn import Turn

SessionType = Literal["global", "node"]
TITLE, LAST_MESSAGE = 80, 160
"""Characters of a title that nobody gave, and of the last message in a list of conversations."""


def first_title(message: str) -> str:
    """What a conversation is called until somebody renames it: its first words, in one line."""
    words = without_unseen(" ".join(message.split()))
    if len(words) <= TITLE:
        return words
    cut = words[: TITLE - 1]
    return f"{cut[: cut.rfind(' ')] if ' ' in cut[TITLE // 2 :] else cut}…"


class Conversation(OfApp):
    """A thread of turns about one app. The first seed's sessions are those with a `session_type`.

    What came before `cleared_at` is neither shown nor told to the model; one with `archived_at` is in no list and takes
    no message. `turns`, `last_message` and `last_turn_at` are written with each turn. `counted`: since its first turn,
    so that `turns` is all of them and each is in its list; not so in rows of older releases.
    """

    id: str
    title: str = ""
    session_type: SessionType | None = None
    node_id: str | None = None
    cleared_at: Moment | None = None
    archived_at: Moment | None = None
    counted: bool = False
    turns: int = 0
    last_message: str = ""
    last_turn_at: Moment | None = None
    created_at: Moment

    def with_turn(self, turn: Turn) -> "Conversation":
        said = " ".join(turn.prompt.split())[:LAST_MESSAGE]
        return self.model_copy(update={"turns": self.turns + 1, "last_message": said, "last_turn_at": turn.created_at})

    def shows(self, turn: Turn) -> bool:
        """Whether the turn is one of its own that people and models still see."""
        own = turn.conversation_id == self.id and self.archived_at is None
        return own and (self.cleared_at is None or turn.created_at > self.cleared_at)
