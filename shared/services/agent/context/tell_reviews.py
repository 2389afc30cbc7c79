"""What a person decided about the work of earlier turns, in their own words, for the model."""

from collections.abc import Sequence

from shared.domain.diffs.changes import FileChange, file_changes
from shared.domain.diffs.diff import Diff
from shared.domain.diffs.review import FileDecision
from shared.domain.revisions.taken_back import taken_back
from shared.domain.runs.run import Run
from shared.domain.runs.turn import Turn
from shared.domain.untrusted import shortened
from shared.services.diffs.find_diff import diff_of, is_open
from shared.services.loop_ports import LoopPorts

_TURNS, _REVISIONS = 12, 50
_WORDS, _WORDS_OLDER = 6_000, 800
_FILES, _HUNKS, _HUNK, _ROOM = 30, 10, 600, 12_000


def tell_reviews(run: Run, turns: Sequence[Turn], ports: LoopPorts) -> dict[str, str]:
    """By a turn's id: what became of its work, where that is not simply in the files that the run begins with.

    The newest decision of a person is told in full.
    """
    done = [(turn, diff_of(turn, ports.diffs)) for turn in turns[:_TURNS]]
    gone, parts, newest = _taken_back(run, done, ports), dict[str, str](), True
    for turn, diff in done:
        what = _TAKEN_BACK if _kept(turn, diff) in gone else _became(diff, run)
        if what is None:
            continue
        lines = [what, *(_words(diff, ports, newest=newest) if diff else ())]
        newest = newest and len(lines) == 1
        parts[turn.id] = "\n".join(["<review>", *lines, "</review>"])
    return parts


def _kept(turn: Turn, diff: Diff | None) -> str | None:
    """The revision that has the turn's work, if any."""
    return turn.revision_id or (diff.revision_id if diff else None)


def _taken_back(run: Run, done: Sequence[tuple[Turn, Diff | None]], ports: LoopPorts) -> frozenset[str]:
    if not any(_kept(turn, diff) for turn, diff in done):
        return frozenset()
    latest = ports.revisions.list(run.tenant_id, run.app_id, limit=_REVISIONS).items
    return taken_back(latest, run.base_revision_id)


def _became(diff: Diff | None, run: Run) -> str | None:
    """Nothing about the work that this run goes on with or leaves aside: that is said with the files."""
    if diff is None or (run.continues is not None and run.continues.diff_id == diff.id and is_open(diff)):
        return None
    return diff.status.became


def _words(diff: Diff, ports: LoopPorts, *, newest: bool) -> list[str]:
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
