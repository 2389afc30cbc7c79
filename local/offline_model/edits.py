"""The smallest quoted pieces that turn one text into another."""

from difflib import SequenceMatcher
from typing import TypedDict

_MOST = 8
_NEAR = 3


class Edit(TypedDict):
    old: str
    new: str
    replace_all: None


def edits_between(before: str, after: str) -> list[Edit] | None:
    """Edits whose `old` stands exactly once, one after the other; None when the whole file is better rewritten."""
    old, new = before.splitlines(keepends=True), after.splitlines(keepends=True)
    hunks = _hunks(old, new)
    if not hunks or len(hunks) > _MOST or sum(end - start for start, end, *_ in hunks) > max(4, len(old) // 2):
        return None
    edits = [_unique(old, new, hunk, before) for hunk in hunks]
    found = [edit for edit in edits if edit is not None]
    return found if len(found) == len(hunks) and _applied(before, found) == after else None


def _hunks(old: list[str], new: list[str]) -> list[tuple[int, int, int, int]]:
    """Changed stretches as (old start, old end, new start, new end); neighbours are one."""
    merged: list[tuple[int, int, int, int]] = []
    for kind, a1, a2, b1, b2 in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if kind == "equal":
            continue
        if merged and a1 - merged[-1][1] <= _NEAR:
            first = merged.pop()
            merged.append((first[0], a2, first[2], b2))
        else:
            merged.append((a1, a2, b1, b2))
    return merged


def _unique(old: list[str], new: list[str], hunk: tuple[int, int, int, int], before: str) -> Edit | None:
    """The hunk with as many lines around it as make it stand once."""
    a1, a2, b1, b2 = hunk
    for around in range(12):
        up, down = min(around, a1), min(around, len(old) - a2)
        piece = "".join(old[a1 - up : a2 + down])
        if piece.strip() and before.count(piece) == 1:
            after = "".join(new[b1 - up : b2 + down])
            return {"old": piece.removesuffix("\n"), "new": after.removesuffix("\n"), "replace_all": None}
    return None


def _applied(text: str, edits: list[Edit]) -> str:
    for edit in edits:
        if text.count(edit["old"]) != 1:
            return ""
        text = text.replace(edit["old"], edit["new"])
    return text
