"""The earlier turns of a run's conversation, and what people decided about them: the latest as they are, older ones a
line each, stored, so that nothing falls out of a long one without a word.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from shared.domain.agent.egress import UntrustedSource
from shared.domain.agent.model_messages import Item, UserMessage
from shared.domain.apps.app import App
from shared.domain.base import Entity, Moment
from shared.domain.diffs.changes import FileChange, file_changes
from shared.domain.diffs.diff import Diff
from shared.domain.diffs.review import FileDecision
from shared.domain.revisions.taken_back import taken_back
from shared.domain.runs.run import Run
from shared.domain.runs.run_status import RunStatus
from shared.domain.runs.turn import Turn
from shared.domain.untrusted import enclosed, shortened
from shared.domain.work_budget import TURNS_SEARCHED
from shared.ports.runs import TurnStore
from shared.ports.storage import BlobStore
from shared.services.agent.context.build_context import same_conversation
from shared.services.diffs.find_diff import diff_of, is_open
from shared.services.loop_ports import LoopPorts
from shared.services.or_none import or_none

_ENOUGH, _PAGE, _MOST_PAGES = 12, 50, 8
_LINES, _HALF_LINE, _MOST_BYTES = 60, 70, 200_000
_SEARCH = f"`search_messages` finds the words of the app's latest {TURNS_SEARCHED} turns."
_UNREAD = (
    "There were so many messages in the app's other conversations that earlier turns of this one, if there are any, "
    f"may not all stand here. {_SEARCH}"
)
_REVIEWED, _REVISIONS = 12, 50
_WORDS, _WORDS_OLDER = 6_000, 800
_FILES, _HUNKS, _HUNK, _ROOM = 30, 10, 600, 12_000


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

    def items(self, summarised: Moment | None = None) -> list[Item]:
        """As a model reads it; nothing when there is none. What ended until `summarised` stands in a summary before."""
        shown = [line for line in self.lines if summarised is None or line.last_word > summarised]
        if not self.count or (summarised is not None and not shown):
            return []
        left = self.count - len(shown)
        where = "left out here" if summarised is None else "in the summary above"
        more = f" The {left} oldest are {where}." if left else ""
        head = (
            f"This conversation has {self.count} turns before those that follow, in a line each, oldest first.{more} "
            f"{_SEARCH}"
        )
        lines = "\n".join(line.text for line in shown)
        return [UserMessage(content=enclosed("older_turns", f"{head}\n{lines}"))]


class Read(NamedTuple):
    """The turns that were read and whether there may be more that were not; those whose runs have yet to start are
    `queued`. Both lists are newest first.
    """

    turns: list[Turn]
    all_read: bool
    queued: list[Turn]


def conversation_turns(run: Run, turns: TurnStore, *until: str) -> Read:
    """As many as a model is told of, and on to all the turns `until` or to where reading ends.

    One page is read unless others have talked in between.
    """
    found: list[Turn] = []
    queued: list[Turn] = []
    cursor: str | None = None
    for _ in range(_MOST_PAGES):
        page = turns.turns(run.tenant_id, run.app_id, limit=_PAGE, cursor=cursor)
        for turn in same_conversation(page.items, run):
            # A message in the queue was sent later than this one, or was moved after it: it is no earlier turn.
            (queued if turn.status == RunStatus.PLANNED else found).append(turn)
        cursor = page.next_cursor
        enough = len(found) >= _ENOUGH and {turn.id for turn in found}.issuperset(until)
        if cursor is None or enough or _all_cleared(page.items, run):
            return Read(found, True, queued)
    return Read(found, False, queued)


def read_in(turns: Iterable[Turn | DigestLine], app: App) -> set[UntrustedSource]:
    """The strangers' text that earlier turns have read, but for those that a person vouched for since."""
    return {source for turn in turns for source in turn.untrusted if app.is_untrusted(source, turn.last_word)}


def _all_cleared(turns: list[Turn], run: Run) -> bool:
    """Whether nothing before these can count any more."""
    return run.request.history_from is not None and bool(turns) and turns[-1].created_at <= run.request.history_from


def unread() -> list[Item]:
    """What is told where the turns of a conversation were not all read."""
    return [UserMessage(content=f"<older_turns>\n{_UNREAD}\n</older_turns>")]


def stored_digest(run: Run, blobs: BlobStore) -> HistoryDigest:
    """What is stored for the run's conversation; an empty one when it is none, or was cleared since."""
    none = HistoryDigest(since=run.request.history_from)
    body = or_none(blobs.get, _digest_key(run), max_bytes=_MOST_BYTES)
    stored = HistoryDigest.model_validate_json(body) if body is not None else none
    return stored if stored.since == none.since else none


def with_older(digest: HistoryDigest, run: Run, older: Sequence[Turn], blobs: BlobStore) -> HistoryDigest:
    """The digest with the turns that are told whole no more (newest first), stored. Giving one twice is once."""
    known = next((place for place, turn in enumerate(older) if turn.id == digest.last_turn_id), len(older))
    new = older[:known]
    if not new:
        return digest
    lines = [*digest.lines, *map(_digest_line, reversed(new))][-_LINES:]
    grown = digest.model_copy(update={"last_turn_id": new[0].id, "count": digest.count + len(new), "lines": lines})
    blobs.put(_digest_key(run), grown.model_dump_json().encode(), "application/json")
    return grown


def _digest_line(turn: Turn) -> DigestLine:
    asked, came = (" ".join(text.split()) for text in (turn.prompt, turn.summary or turn.failure_code or ""))
    ended = "" if turn.status == RunStatus.COMPLETED else f"({turn.status}) "
    text = f"- {shortened(asked, _HALF_LINE)} -> {ended}{shortened(came, _HALF_LINE)}"
    return DigestLine(text=text, untrusted=turn.untrusted, last_word=turn.last_word)


def _digest_key(run: Run) -> str:
    return f"apps/{run.tenant_id}/{run.app_id}/conversations/{run.conversation_id}/older_turns.json"


def tell_reviews(run: Run, turns: Sequence[Turn], ports: LoopPorts) -> dict[str, str]:
    """By a turn's id: what became of its work, where that is not simply in the files that the run begins with.

    The newest decision of a person is told in full.
    """
    done = [(turn, diff_of(turn, ports.diffs)) for turn in turns[:_REVIEWED]]
    gone, parts, newest = _taken_back(run, done, ports), dict[str, str](), True
    for turn, diff in done:
        what = _TAKEN_BACK if _kept(turn, diff) in gone else _became(diff, run)
        if what is None:
            continue
        lines = [what, *(_person_words(diff, ports, newest=newest) if diff else ())]
        newest = newest and len(lines) == 1
        parts[turn.id] = enclosed("review", "\n".join(lines))
    return parts


def _kept(turn: Turn, diff: Diff | None) -> str | None:
    return turn.revision_id or (diff.revision_id if diff else None)


def _taken_back(run: Run, done: Sequence[tuple[Turn, Diff | None]], ports: LoopPorts) -> frozenset[str]:
    if not any(_kept(turn, diff) for turn, diff in done):
        return frozenset()
    latest = ports.revisions.list(run.tenant_id, run.app_id, limit=_REVISIONS).items
    return taken_back(latest, run.base_revision_id)


def _became(diff: Diff | None, run: Run) -> str | None:
    """Nothing about the work that this run goes on with or leaves aside: that is said with the files."""
    if diff is None or (
        run.request.continues is not None and run.request.continues.diff_id == diff.id and is_open(diff)
    ):
        return None
    return diff.status.became


def _person_words(diff: Diff, ports: LoopPorts, *, newest: bool) -> list[str]:
    said = shortened(diff.human_feedback or "", _WORDS if newest else _WORDS_OLDER)
    return [*([f"Their words: {said}"] if said else []), *(_parts(diff, ports) if diff.decisions and newest else [])]


_TAKEN_BACK = "What this turn changed was taken back since. It is not in the project's files."


def _parts(diff: Diff, ports: LoopPorts) -> list[str]:
    """File by file what was decided, with the hunks that were refused, as far as there is room."""
    trees = (ports.snapshots.get(diff.tenant_id, diff.app_id, tree) for tree in (diff.base_tree, diff.tree))
    changes = {change.path: change for change in file_changes(*trees)}
    named = [one for one in diff.decisions if one.path in changes]
    lines, room = list[str](), _ROOM
    for number, one in enumerate(named):
        text = _file(one, changes[one.path])
        room -= sum(map(len, text))
        if room < 0 or number == _FILES:
            return [*lines, f"... and {len(named) - number} more files"]
        lines += text
    return lines


def _file(decided: FileDecision, change: FileChange) -> list[str]:
    word = {"approve": "accepted", "reject": "rejected"}
    lines = [f"{decided.path}: {word[decided.decision]}{', except' if decided.hunks else ''}"]
    texts = {hunk.index: "\n".join(hunk.lines) for hunk in change.hunks}
    for one in decided.hunks[:_HUNKS]:
        lines.append(f"hunk {one.index} {word[one.decision]}:\n{shortened(texts.get(one.index, ''), _HUNK)}")
    left = len(decided.hunks) - _HUNKS
    return [*lines, f"... and {left} more hunks"] if left > 0 else lines
