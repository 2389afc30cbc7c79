"""Finding where an edit goes: four passes, from exact to forgiving. The first pass that finds anything decides."""

import sys
from collections.abc import Callable
from typing import NamedTuple

from shared.domain.edits.edit_indent import Reindent
from shared.domain.edits.edit_text import SourceText, folded, joins_before, lf, positions
from shared.domain.text.lines import common_head, common_tail
from shared.domain.work_budget import EDIT_CHARACTERS

MOST_MATCHES = 100


class Match(NamedTuple):
    """One place, in offsets of the LF text, and what will stand there."""

    start: int
    end: int
    replacement: str


class Request(NamedTuple):
    """An edit with LF line ends."""

    old: str
    new: str
    replace_all: bool

    @property
    def most(self) -> int:
        return sys.maxsize if self.replace_all else MOST_MATCHES


def request(old: str, new: str, replace_all: bool) -> Request:
    return Request(lf(old), lf(new), replace_all)


def find_matches(source: SourceText, wanted: Request) -> list[Match]:
    """All places of the first pass that finds any, with what is to stand there.

    Several places without it, unless all are meant. TooLarge when it would be more than a file may hold.
    """
    for search in (_exact, _trailing_blind, _indent_blind, _punctuation_blind, _punctuation_and_indent_blind):
        found = search(source, wanted)
        if found:
            return found
    return []


class TooLarge(Exception):
    """An edit would write more than any file may hold."""


def _exact(source: SourceText, wanted: Request) -> list[Match]:
    places = _places(source.text, wanted.old, wanted)
    _require_room(len(places) * len(wanted.new))
    return [Match(at, at + len(wanted.old), wanted.new) for at in places]


def _places(text: str, needle: str, wanted: Request) -> list[int]:
    return positions(text, needle, len(needle) if wanted.replace_all else 1, wanted.most)


def _require_room(characters: int) -> None:
    if characters > EDIT_CHARACTERS:
        raise TooLarge


# ---- whole lines -------------------------------------------------------------------------------------------------


class _Blindness(NamedTuple):
    """What a pass over whole lines does not see."""

    key: Callable[[str], str]
    folded: bool
    reindent: bool


def _trailing_blind(source: SourceText, wanted: Request) -> list[Match]:
    return _by_lines(source, wanted, _Blindness(str.rstrip, folded=False, reindent=False))


def _indent_blind(source: SourceText, wanted: Request) -> list[Match]:
    return _by_lines(source, wanted, _Blindness(str.strip, folded=False, reindent=True))


def _punctuation_and_indent_blind(source: SourceText, wanted: Request) -> list[Match]:
    return _by_lines(source, wanted, _Blindness(str.strip, folded=True, reindent=True))


def _by_lines(source: SourceText, wanted: Request, blind: _Blindness) -> list[Match]:
    old, new = wanted.old, wanted.new
    while old.startswith("\n") and new.startswith("\n"):
        old, new = old[1:], new[1:]
    old_lines, with_end = _body(old)
    if not any(line.strip() for line in old_lines):
        return []
    keys = [blind.key(folded(line) if blind.folded else line) for line in old_lines]
    lines = source.keyed(blind.key, folded=blind.folded)
    starts = lines.find(keys, overlapping=not wanted.replace_all, most=wanted.most)
    if len(starts) > 1 and not wanted.replace_all:
        return [Match(source.line_starts[at], source.line_starts[at + len(old_lines)], "") for at in starts]
    found: list[Match] = []
    room = EDIT_CHARACTERS
    for at in starts:
        found.append(_line_match(source, at, old_lines, new, with_end, blind.reindent, room))
        room -= len(found[-1].replacement)
    return found


def _body(text: str) -> tuple[list[str], bool]:
    """The lines of `text` without the empty one after a final line end, and whether there was one."""
    ended = text.endswith("\n")
    return (text[:-1] if ended else text).split("\n"), ended


def _line_match(
    source: SourceText, at: int, old_lines: list[str], new: str, with_end: bool, reindent: bool, room: int
) -> Match:
    actual = source.lines[at : at + len(old_lines)]
    start, after = source.line_starts[at], source.line_starts[at + len(old_lines)]
    end = min(after, len(source.text)) if with_end else after - 1
    if not new:
        return Match(start, end, "")
    new_lines, new_ended = _body(new)
    change = Reindent(old_lines, actual, new_lines) if reindent else str
    kept = _kept(old_lines, new_lines)
    lines: list[str] = []
    for order, line in enumerate(new_lines):
        lines.append(actual[kept[order]] if order in kept else change(line))
        room -= len(lines[-1]) + 1
        if room < 0:
            raise TooLarge
    lost_end = with_end and end < after
    return Match(start, end, "\n".join(lines) + ("\n" if new_ended and not lost_end else ""))


def _kept(old: list[str], new: list[str]) -> dict[int, int]:
    """New line -> old line where the edit leaves a line as it was, at both ends: the file's own form of it stays."""
    head = common_head(old, new)
    tail = common_tail(old, new, min(len(old), len(new)) - head)
    same = {order: order for order in range(head)}
    return same | {len(new) - order: len(old) - order for order in range(1, tail + 1)}


# ---- inside a line, blind for punctuation and forms of letters -------------------------------------------------------


class _Folded(NamedTuple):
    """An edit as it would be typed: how much `old` and `new` share at their ends, and how wide those ends are."""

    head: int
    tail: int
    width: int
    head_width: int
    tail_width: int


def _punctuation_blind(source: SourceText, wanted: Request) -> list[Match]:
    plain = folded(wanted.old)
    if not plain.strip():
        return []
    places = _places(source.folded, plain, wanted)
    _require_room(len(places) * len(wanted.new))
    shape = _folded_shape(wanted, len(plain)) if places else None
    found = (_folded_match(source, at, wanted, shape) for at in places if shape is not None)
    return [match for match in found if match is not None]


def _folded_shape(wanted: Request, width: int) -> _Folded:
    old, new = wanted.old, wanted.new
    head = common_head(old, new)
    while head and any(joins_before(text[head]) for text in (old, new) if head < len(text)):
        head -= 1
    tail = common_tail(old, new, min(len(old), len(new)) - head)
    while tail and joins_before(old[len(old) - tail]):
        tail -= 1
    ends = (len(folded(old[:head])), len(folded(old[len(old) - tail :])))
    return _Folded(head, tail, width, *ends)


def _folded_match(source: SourceText, at: int, wanted: Request, shape: _Folded) -> Match | None:
    """The file keeps its own punctuation where `old` and `new` agree."""
    start, end = source.unfold(at), source.unfold(at + shape.width)
    first, last = source.unfold(at + shape.head_width), source.unfold(at + shape.width - shape.tail_width)
    if start is None or end is None:
        return None
    if first is None or last is None:
        return Match(start, end, wanted.new)
    kept = wanted.new[shape.head : len(wanted.new) - shape.tail]
    return Match(start, end, source.text[start:first] + kept + source.text[last:end])
