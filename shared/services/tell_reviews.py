"""What a person decided about the work of earlier turns, in their own words, for the model."""

from collections.abc import Sequence

from shared.domain.diff import Diff
from shared.domain.diffs import FileChange, file_changes
from shared.domain.review import FileDecision
from shared.domain.run import Turn
from shared.domain.untrusted import shortened
from shared.services.find_diff import diff_of
from shared.services.loop_ports import LoopPorts

_TURNS = 12
_WORDS, _WORDS_OLDER = 6_000, 800
_FILES, _HUNKS, _HUNK = 30, 10, 600


def tell_reviews(turns: Sequence[Turn], ports: LoopPorts) -> dict[str, str]:
    """By a turn's id: what became of its diff, when somebody decided on it. The newest decision is told in full."""
    told, newest = dict[str, str](), True
    for turn in turns[:_TURNS]:
        diff = diff_of(turn, ports.diffs)
        what = _DECIDED.get(diff.status) if diff else None
        if diff is None or what is None:
            continue
        lines = [what]
        if diff.human_feedback:
            lines.append(f"Their words: {shortened(diff.human_feedback, _WORDS if newest else _WORDS_OLDER)}")
        if diff.decisions and newest:
            lines += _parts(diff, ports)
        newest = newest and not (diff.human_feedback or diff.decisions)
        told[turn.id] = "\n".join(["<review>", *lines, "</review>"])
    return told


_DECIDED = {
    "rejected": "The person rejected this work. Nothing of it is in the project.",
    "discarded": "The person set this work aside. Nothing of it is in the project.",
    "approved": "The person approved this work or parts of it. It is not in the project before they commit it.",
    "committed": "The person kept this work or parts of it: the project has what they accepted.",
    "continued": "A later turn went on with this work.",
}


def _parts(diff: Diff, ports: LoopPorts) -> list[str]:
    """File by file what was decided, with the hunks that were refused."""
    trees = (ports.snapshots.get(diff.tenant_id, diff.app_id, tree) for tree in (diff.base_tree, diff.tree))
    changes = {change.path: change for change in file_changes(*trees)}
    named = [one for one in diff.decisions if one.path in changes]
    lines = [line for one in named[:_FILES] for line in _file(one, changes[one.path])]
    return [*lines, f"... and {len(named) - _FILES} more files"] if len(named) > _FILES else lines


def _file(decided: FileDecision, change: FileChange) -> list[str]:
    word = {"approve": "accepted", "reject": "rejected"}
    lines = [f"{decided.path}: {word[decided.decision]}{', except' if decided.hunks else ''}"]
    texts = {hunk.index: "\n".join(hunk.lines) for hunk in change.hunks}
    for one in decided.hunks[:_HUNKS]:
        lines.append(f"hunk {one.index} {word[one.decision]}:\n{shortened(texts.get(one.index, ''), _HUNK)}")
    left = len(decided.hunks) - _HUNKS
    return [*lines, f"... and {left} more hunks"] if left > 0 else lines
