"""Three-way merge by lines: what two sides did to the same base, where it can be had together."""

from collections.abc import Sequence
from typing import NamedTuple

from shared.domain.base import Files
from shared.domain.diffs.hunks import changed_spans
from shared.domain.text.lines import split_lines
from shared.domain.tree.managed_paths import is_binary_path


class Merge(NamedTuple):
    """The merged tree. A path in conflict keeps our side."""

    files: Files
    conflicts: list[str]


def merge_files(base: Files, ours: Files, theirs: Files) -> Merge:
    """Both sides' changes of `base`, file by file; a file that both changed is merged by lines when it is text.

    Deleting what the other side changed is a conflict. A renamed file counts as one deleted and one added.
    """
    files: Files = {}
    conflicts: list[str] = []
    for path in sorted({*base, *ours, *theirs}):
        try:
            merged = _merged_file(path, base.get(path), ours.get(path), theirs.get(path))
        except _Conflict:
            conflicts.append(path)
            merged = ours.get(path)
        if merged is not None:
            files[path] = merged
    return Merge(files, conflicts)


def merge_text(base: str, ours: str, theirs: str) -> str | None:
    """Both sides' changes of `base`; None when they differ on the same lines or on lines that touch."""
    if theirs in (base, ours):
        return ours
    if ours == base:
        return theirs
    old = split_lines(base)
    merged = _merged_lines(old, _changes(old, ours), _changes(old, theirs))
    return None if merged is None else "".join(merged)


class _Conflict(Exception):
    """Both sides changed a file, and not in the same way."""


class _Change(NamedTuple):
    """Lines `first` to `last` of the base become `lines`."""

    first: int
    last: int
    lines: list[str]


def _merged_file(path: str, base: bytes | None, ours: bytes | None, theirs: bytes | None) -> bytes | None:
    if theirs in (base, ours):
        return ours
    if ours == base:
        return theirs
    if base is None or ours is None or theirs is None or is_binary_path(path):
        raise _Conflict
    try:
        merged = merge_text(base.decode(), ours.decode(), theirs.decode())
    except UnicodeDecodeError:
        raise _Conflict from None
    if merged is None:
        raise _Conflict
    return merged.encode()


def _changes(old: list[str], text: str) -> list[_Change]:
    new = split_lines(text)
    return [_Change(a, b, new[c:d]) for a, b, c, d in changed_spans(old, new)]


def _merged_lines(old: list[str], ours: list[_Change], theirs: list[_Change]) -> list[str] | None:
    pieces: list[str] = []
    at = 0
    left, right = list(reversed(ours)), list(reversed(theirs))
    while left or right:
        first, last, mine, yours = _next_cluster(left, right)
        pieces += old[at:first]
        said, other = _side(old, first, last, mine), _side(old, first, last, yours)
        if mine and yours and said != other:
            return None
        pieces += said if mine else other
        at = last
    return [*pieces, *old[at:]]


def _next_cluster(left: list[_Change], right: list[_Change]) -> tuple[int, int, list[_Change], list[_Change]]:
    """Take the changes of both sides that overlap or touch, from the ends of the two lists."""
    first = last = min(side[-1].first for side in (left, right) if side)
    taken: tuple[list[_Change], list[_Change]] = ([], [])
    growing = True
    while growing:
        growing = False
        for side, kept in zip((left, right), taken, strict=True):
            while side and side[-1].first <= last:
                kept.append(side.pop())
                last = max(last, kept[-1].last)
                growing = True
    return first, last, *taken


def _side(old: list[str], first: int, last: int, changes: Sequence[_Change]) -> list[str]:
    pieces: list[str] = []
    at = first
    for change in changes:
        pieces += [*old[at : change.first], *change.lines]
        at = change.last
    return [*pieces, *old[at:last]]
