"""Markdown's headings by its lines alone, for texts that take its parser too long: one pass, whatever they nest."""

import re
from collections.abc import Iterator, Sequence

from shared.domain.planning.headings import Heading, kind_in

_MARKS = re.compile(r"(?:[ \t]{0,40}(?:>|[-*+](?=[ \t]|$)|[0-9]{1,9}[.)](?=[ \t]|$)))*[ \t]{0,40}")
_CONTAINER = re.compile(r">|[-*+](?=[ \t]|$)|[0-9]{1,9}[.)](?=[ \t]|$)")
_DEEPEST = 40
_ATX = re.compile(r" {0,3}(#{1,6})(?=[ \t]|\Z)")
_RULE = re.compile(r" {0,3}(=+|-+)[ \t]*\Z")
_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})(.*)")
_PARAGRAPH = re.compile(r" {0,3}(?![>#<]|[-*+](?:[ \t]|$)|[0-9]{1,9}[.)](?:[ \t]|$)|`{3}|~{3})\S")
_TITLE_MOST = 2_000


def block_marks(lines: Sequence[str], most: int) -> int:
    """The work of a parser of blocks: lines, and for each the quotes and lists that it begins or is indented in.

    Counting stops above `most`.
    """
    found = 0
    for line in lines:
        found += 1
        if line[:1] in " \t>-*+0123456789" and line:
            found += _containers(line)
        if found > most:
            return found
    return found


def _containers(line: str) -> int:
    marks = _MARKS.match(line, 0, 400)
    start = marks[0] if marks else ""
    return min(_DEEPEST, len(_CONTAINER.findall(start)) + len(start.expandtabs(4)) // 4)


def marked_headings(lines: Sequence[str]) -> list[Heading]:
    """Lines after `#`, and lines over a rule of `=` or `-`, outside of fences; none in a quote or a list."""
    found = list[Heading]()
    paragraph = False
    for number, line in _outside_fences(lines):
        if (atx := _ATX.match(line[:_TITLE_MOST])) is not None:
            found.append(_heading(number, number + 1, len(atx[1]), _title(line[atx.end() : _TITLE_MOST])))
            paragraph = False
        elif paragraph and (rule := _RULE.match(line)) is not None:
            found.append(
                _heading(number - 1, number + 1, 1 if rule[1][0] == "=" else 2, lines[number - 1][:_TITLE_MOST])
            )
            paragraph = False
        else:
            paragraph = _PARAGRAPH.match(line) is not None
    return found


def lone_lines(lines: Sequence[str]) -> Iterator[int]:
    """Paragraphs of one line, between blank lines."""
    for number, line in _outside_fences(lines):
        before, after = lines[number - 1] if number else "", lines[number + 1] if number + 1 < len(lines) else ""
        if not before.strip() and not after.strip() and _PARAGRAPH.match(line):
            yield number


def _outside_fences(lines: Sequence[str]) -> Iterator[tuple[int, str]]:
    """The lines with their numbers. A fence without an end goes on to the end of the text."""
    fence = ""
    for number, line in enumerate(lines):
        mark = _FENCE.match(line[:_TITLE_MOST])
        if not fence and mark is not None and not (mark[1][0] == "`" and "`" in mark[2]):
            fence = mark[1]
        elif fence and mark is not None and mark[1].startswith(fence) and not mark[2].strip():
            fence = ""
        elif not fence:
            yield number, line


def _title(words: str) -> str:
    """The words after the opening marks, without the closing ones, which a space sets apart."""
    title = words.rstrip(" \t")
    bare = title.rstrip("#")
    return bare if not bare or bare[-1] in " \t" else title


def _heading(first: int, last: int, level: int, words: str) -> Heading:
    title = " ".join(words.split())
    return Heading(first, last, level, title, kind_in(title))
