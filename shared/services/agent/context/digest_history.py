"""The older turns of a conversation, a line each: stored, so that nothing falls out of a long one without a word."""

from collections.abc import Sequence

from shared.domain.agent.egress import UntrustedSource
from shared.domain.agent.model_messages import Item, UserMessage
from shared.domain.base import Entity, Moment
from shared.domain.errors import NotFound
from shared.domain.runs.run import Run
from shared.domain.runs.run_status import RunStatus
from shared.domain.runs.turn import Turn
from shared.domain.untrusted import shortened
from shared.domain.work_budget import TURNS_SEARCHED
from shared.ports.storage import BlobStore

_LINES, _HALF_LINE, _MOST_BYTES = 60, 70, 200_000
_SEARCH = f"`search_messages` finds the words of the app's latest {TURNS_SEARCHED} turns."
_UNREAD = (
    "There were so many messages in the app's other conversations that earlier turns of this one, if there are any, "
    f"may not all stand here. {_SEARCH}"
)


class DigestLine(Entity):
    """One turn in a line, and whose words may be in it."""

    text: str
    untrusted: list[UntrustedSource] = []
    last_word: Moment


class HistoryDigest(Entity):
    """The turns since a conversation was cleared, up to `last_turn_id`: how many, and the newest in a line each."""

    since: Moment | None = None
    last_turn_id: str | None = None
    count: int = 0
    lines: list[DigestLine] = []

    def items(self) -> list[Item]:
        """As a model reads it; nothing when there is none."""
        if not self.count:
            return []
        left = self.count - len(self.lines)
        more = f" The {left} oldest are left out here." if left else ""
        head = (
            f"This conversation has {self.count} turns before those that follow, in a line each, oldest first.{more} "
            f"{_SEARCH}"
        )
        lines = "\n".join(line.text for line in self.lines)
        return [UserMessage(content=f"<older_turns>\n{head}\n{lines}\n</older_turns>")]


def unread() -> list[Item]:
    """What is told where the turns of a conversation were not all read."""
    return [UserMessage(content=f"<older_turns>\n{_UNREAD}\n</older_turns>")]


def stored_digest(run: Run, blobs: BlobStore) -> HistoryDigest:
    """What is stored for the run's conversation; an empty one when it is none, or was cleared since."""
    try:
        stored = HistoryDigest.model_validate_json(blobs.get(_key(run), max_bytes=_MOST_BYTES))
    except NotFound:
        return HistoryDigest(since=run.history_from)
    return stored if stored.since == run.history_from else HistoryDigest(since=run.history_from)


def with_older(digest: HistoryDigest, run: Run, older: Sequence[Turn], blobs: BlobStore) -> HistoryDigest:
    """The digest with the turns that are told whole no more (newest first), stored. Giving one twice is once."""
    known = next((place for place, turn in enumerate(older) if turn.id == digest.last_turn_id), len(older))
    new = older[:known]
    if not new:
        return digest
    lines = [*digest.lines, *map(_line, reversed(new))][-_LINES:]
    grown = digest.model_copy(update={"last_turn_id": new[0].id, "count": digest.count + len(new), "lines": lines})
    blobs.put(_key(run), grown.model_dump_json().encode(), "application/json")
    return grown


def _line(turn: Turn) -> DigestLine:
    asked, came = (" ".join(text.split()) for text in (turn.prompt, turn.summary or turn.failure_code or ""))
    ended = "" if turn.status == RunStatus.COMPLETED else f"({turn.status}) "
    text = f"- {shortened(asked, _HALF_LINE)} -> {ended}{shortened(came, _HALF_LINE)}"
    return DigestLine(text=text, untrusted=turn.untrusted, last_word=turn.last_word)


def _key(run: Run) -> str:
    return f"apps/{run.tenant_id}/{run.app_id}/conversations/{run.conversation_id}/older_turns.json"
