"""What a model reads at once: neighbouring paragraphs, up to a few thousand tokens, never across a top heading.

A dense text is answered with two to three times its own length.
"""

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from shared.domain.planning.sections import Paragraph, Section, path_to

_LEAST, _MOST = 8_000, 12_000
"""Bytes: two to three thousand tokens of prose."""
_EARLY = 4
"""One of so many sections ends a leaf that is half full, by its own words: so an edit moves only ends near to it."""
LEAVES_MOST = 1_000
_TOGETHER_MOST = 16
"""A question is about no more leaves."""


class Leaf(NamedTuple):
    """A range of the text. `path`: the headings that it lies under; `text_hash` is of all that is read."""

    number: int
    start: int
    end: int
    path: tuple[str, ...]
    text_hash: str


class _Piece(NamedTuple):
    start: int
    end: int
    size: int
    section: int


def leaves_of(text: str, sections: Sequence[Section], paragraphs: Iterable[Paragraph]) -> list[Leaf]:
    """The leaves in reading order. What has no words is in none.

    Of a text with more top headings than `LEAVES_MOST` a leaf may hold several.
    """
    tops = _tops(sections)
    pieces = list(_pieces(text, paragraphs))
    groups = list(_groups(pieces, tops, sections))
    if len(groups) > LEAVES_MOST:
        groups = list(_groups(pieces, [0] * len(sections), sections))
    return [_leaf(number, group, text, sections) for number, group in enumerate(groups)]


def asked_together(sizes: Mapping[int, int]) -> list[list[int]]:
    """The numbers of leaves in groups that one question is about: neighbours that are small, by their bytes."""
    groups: list[list[int]] = []
    room = 0
    for number, size in sorted(sizes.items()):
        if groups and number == groups[-1][-1] + 1 and size <= room and len(groups[-1]) < _TOGETHER_MOST:
            groups[-1].append(number)
            room -= size
        else:
            groups.append([number])
            room = _LEAST - size
    return groups


def _leaf(number: int, group: Sequence[_Piece], text: str, sections: Sequence[Section]) -> Leaf:
    first = sections[group[0].section]
    has_heading = not text[first.body : group[0].start].strip()
    start = first.start if has_heading else group[0].start
    path = tuple(path_to(sections, first.number))
    read = "\n".join([*path, text[start : group[-1].end]])
    return Leaf(number, start, group[-1].end, path, hashlib.sha256(read.encode()).hexdigest())


def _groups(pieces: Iterable[_Piece], tops: Sequence[int], sections: Sequence[Section]) -> Iterator[list[_Piece]]:
    group: list[_Piece] = []
    size = 0
    for piece in pieces:
        if group and (tops[piece.section] != tops[group[-1].section] or _is_full(group[-1], piece, size, sections)):
            yield group
            group, size = [], 0
        group.append(piece)
        size += piece.size
    if group:
        yield group


def _is_full(last: _Piece, piece: _Piece, size: int, sections: Sequence[Section]) -> bool:
    if size + piece.size > _MOST:
        return True
    if piece.section == last.section or size < _LEAST // 2:
        return False
    return size >= _LEAST or int(sections[piece.section].own_hash[:4], 16) % _EARLY == 0


def _pieces(text: str, paragraphs: Iterable[Paragraph]) -> Iterator[_Piece]:
    """The paragraphs, those in parts that are longer than a leaf."""
    for start, end, section in paragraphs:
        while start < end:
            stop = _stop(text, start, end)
            yield _Piece(start, stop, len(text[start:stop].encode()), section)
            start = stop


def _stop(text: str, start: int, end: int) -> int:
    """Where a part ends: after a sentence, else after a word, else anywhere."""
    if len(text[start : min(end, start + _MOST)].encode()) <= _MOST and end - start <= _MOST:
        return end
    most = start + len(text[start : start + _MOST].encode()[:_MOST].decode("utf-8", "ignore"))
    for sign in ("\n", ". ", " "):
        place = text.rfind(sign, start + (most - start) // 2, most)
        if place > start:
            return place + len(sign)
    return most


def _tops(sections: Sequence[Section]) -> list[int]:
    """For each section the top heading that it lies under. One heading around all is a title, not a top."""
    first = [section.number for section in sections if section.parent == 0]
    above = {0, first[0]} if len(first) == 1 else {0}
    tops = [0] * len(sections)
    for section in sections[1:]:
        assert section.parent is not None  # noqa: S101 - only the first has none
        tops[section.number] = section.number if section.parent in above else tops[section.parent]
    return tops
