"""A document's tree of sections: where each begins and ends, and a hash of its words."""

import hashlib
import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate
from typing import NamedTuple

from shared.domain.planning.headings import Heading, coarse
from shared.domain.planning.quotes import Place
from shared.domain.planning.words import NODE_KINDS, NodeKind

_ITEM = re.compile(r"[ \t]{0,12}(?:[-*+\u2022]|[0-9]{1,3}[.)])[ \t]")
_FENCE = re.compile(r"[ \t]{0,3}(```|~~~)")


class Section(NamedTuple):
    """Its heading, and the text up to the next heading (`own_end`); what lies inside it goes on to `end`.

    The first section of all is the whole document: no heading, and what stands before the first one. `own_hash` is of
    the heading and its own words, `whole_hash` also of all inside; blanks and ends of lines change neither.
    """

    number: int
    parent: int | None
    level: int
    title: str
    kind: NodeKind | None
    start: int
    body: int
    own_end: int
    end: int
    own_hash: str
    whole_hash: str


class Paragraph(NamedTuple):
    """A block of text between blank lines, or one item of a list."""

    start: int
    end: int
    section: int


class _Open(NamedTuple):
    number: int
    parent: int | None
    level: int
    title: str
    kind: NodeKind | None
    start: int
    body: int


def line_starts(text: str) -> list[int]:
    """The offset of each line, and at the end the one after the text."""
    return [0, *accumulate(len(line) + 1 for line in text.split("\n"))]


def sections_of(text: str, headings: Sequence[Heading], starts: Sequence[int]) -> list[Section]:
    """The sections in reading order; each is listed after the one around it."""
    opened = [_Open(0, None, 0, "", None, 0, 0)]
    path = [opened[0]]
    for heading in sorted(coarse(headings)):
        while len(path) > 1 and _closes(heading, path[-1]):
            path.pop()
        begin, body = starts[heading.line], min(starts[heading.end], len(text))
        here = _Open(len(opened), path[-1].number, heading.level, heading.title, heading.kind, begin, body)
        opened.append(here)
        path.append(here)
    return _hashed(text, opened)


def section_at(sections: Sequence[Section], place: int) -> Section:
    """The innermost section that `place` lies in."""
    return sections[bisect_right(sections, place, key=lambda section: section.start) - 1]


_SECTION_MOST, _NEAR = 6_000, 1_500
"""Characters of a section that is shown whole, and of a longer one around each place in it."""


def excerpts(text: str, sections: Sequence[Section], places: Iterable[Place]) -> list[str]:
    """The section of each place, from its heading on; of a long one its heading and the lines near the place."""
    ranges: list[tuple[int, int]] = []
    for place in sorted(places, key=lambda each: each.start):
        section = section_at(sections, place.start)
        for start, end in _shown_of(text, section, place):
            if ranges and start <= ranges[-1][1]:
                ranges[-1] = ranges[-1][0], max(end, ranges[-1][1])
            else:
                ranges.append((start, end))
    return [text[start:end].strip() for start, end in ranges if text[start:end].strip()]


def _shown_of(text: str, section: Section, place: Place) -> list[tuple[int, int]]:
    if section.own_end - section.start <= _SECTION_MOST:
        return [(section.start, section.own_end)]
    line = text.rfind("\n", section.body, max(section.body, place.start - _NEAR)) + 1
    start = line or section.body
    end = text.find("\n", min(place.end + _NEAR, section.own_end), section.own_end)
    return [(section.start, section.body), (start, section.own_end if end < 0 else end)]


def path_to(sections: Sequence[Section], number: int) -> list[str]:
    """The titles from the outermost heading to that of the section."""
    titles: list[str] = []
    at: int | None = number
    while at is not None:
        if sections[at].title:
            titles.append(sections[at].title)
        at = sections[at].parent
    return titles[::-1]


def paragraphs_of(text: str, sections: Sequence[Section], starts: Sequence[int]) -> Iterator[Paragraph]:
    """All text but headings, in reading order. Code between fences is one paragraph."""
    begin, fence, section = -1, "", 0
    for number in range(len(starts) - 1):
        first, last = starts[number], min(starts[number + 1] - 1, len(text))
        while section + 1 < len(sections) and sections[section + 1].start <= first:
            if begin >= 0:
                yield Paragraph(begin, sections[section + 1].start, section)
            begin, fence, section = -1, "", section + 1
        if first < sections[section].body:
            continue
        blank, mark = not text[first:last].strip(), _FENCE.match(text, first, last)
        if begin >= 0 and not fence and (blank or _ITEM.match(text, first, last)):
            yield Paragraph(begin, first, section)
            begin = -1
        if begin < 0 and not blank:
            begin = first
        if mark and (not fence or mark[1] == fence):
            fence = "" if fence else mark[1]
    if begin >= 0:
        yield Paragraph(begin, len(text), section)


def _closes(heading: Heading, opened: _Open) -> bool:
    """Whether the heading ends an open section. At one level an `Epic` lies inside its `Phase`."""
    if heading.level != opened.level:
        return heading.level < opened.level
    if heading.kind is None or opened.kind is None:
        return True
    return NODE_KINDS.index(heading.kind) <= NODE_KINDS.index(opened.kind)


def _hashed(text: str, opened: Sequence[_Open]) -> list[Section]:
    ends = _ends(opened, len(text))
    wholes = [hashlib.sha256() for _ in opened]
    found: list[Section] = []
    own_ends = [*(one.start for one in opened[1:]), len(text)]
    owns = [_own_hash(one, text[one.body : own_end]) for one, own_end in zip(opened, own_ends, strict=True)]
    inside: list[list[str]] = [[] for _ in opened]
    for one in reversed(opened):  # what lies inside a section comes after it
        wholes[one.number].update(" ".join([owns[one.number], *reversed(inside[one.number])]).encode())
        if one.parent is not None:
            inside[one.parent].append(wholes[one.number].hexdigest())
    for one, end, own_end in zip(opened, ends, own_ends, strict=True):
        hashes = owns[one.number], wholes[one.number].hexdigest()
        found.append(Section(*one, own_end, end, *hashes))
    return found


def _own_hash(one: _Open, own: str) -> str:
    words = "\n".join([" ".join(one.title.split()), " ".join(own.split())])
    return hashlib.sha256(words.encode()).hexdigest()


def _ends(opened: Sequence[_Open], length: int) -> list[int]:
    """A section ends where the next one begins that does not lie inside it."""
    ends = [length] * len(opened)
    path: list[_Open] = []
    for one in opened:
        while path and path[-1].number != one.parent:
            ends[path.pop().number] = one.start
        path.append(one)
    return ends
