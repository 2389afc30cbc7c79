"""A document's outline, without a model: Markdown's headings by a parser, else lines that look like headings.

The parser takes up to 30 us for each quote and list that a line is in, so a text with more of these than any real
document is read by `marked_lines`, line by line.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from markdown_it import MarkdownIt
from markdown_it.token import Token

from shared.domain.planning.headings import Heading, kind_in, lone_headings, plain_headings
from shared.domain.planning.marked_lines import block_marks, lone_lines, marked_headings
from shared.domain.planning.sections import Paragraph, Section, line_starts, paragraphs_of, sections_of
from shared.domain.planning.words import DocumentKind

_FEW = 2
MARKS_PARSED = 60_000
"""Lines, each counted once more for every quote and list that it is in."""
_FRONT_MOST = 60


class Outline(NamedTuple):
    """The text and its sections, the whole document first."""

    text: str
    sections: list[Section]
    starts: list[int]

    def paragraphs(self) -> Iterator[Paragraph]:
        return paragraphs_of(self.text, self.sections, self.starts)


def read_outline(text: str, kind: DocumentKind) -> Outline:
    """In time that grows with the text alone. One without headings is one section."""
    return outline_of(text, read_headings(text, kind))


def outline_of(text: str, headings: Sequence[Heading]) -> Outline:
    """Of a text whose headings are known."""
    starts = line_starts(text)
    return Outline(text, sections_of(text, headings, starts), starts)


def read_headings(text: str, kind: DocumentKind) -> list[Heading]:
    """A plain text is taken for Markdown only where it has marks of it: a rule below a title may mean anything."""
    lines = text.split("\n")
    front = _front_matter(lines)
    marked, lone = _read_marks(text, lines)
    found = [heading for heading in marked if heading.line >= front]
    if len([one for one in found if one.end - one.line == 1]) >= _FEW or (kind == "markdown" and found):
        return found + lone_headings(lines, lone)
    return plain_headings(lines) or found


def _read_marks(text: str, lines: list[str]) -> tuple[list[Heading], Iterable[int]]:
    """The headings that a Markdown text marks, and the lines that are paragraphs of their own."""
    if block_marks(lines, MARKS_PARSED) > MARKS_PARSED:
        return marked_headings(lines), lone_lines(lines)
    tokens = _blocks(text)
    return list(_marked(tokens)), _lone_lines(tokens)


def _front_matter(lines: list[str]) -> int:
    """How many lines at the beginning are settings between two rules, as site generators have them."""
    if lines[0] != "---":
        return 0
    return next((number + 1 for number, line in enumerate(lines[1:_FRONT_MOST], 1) if line == "---"), 0)


def _blocks(text: str) -> list[Token]:
    """Blocks alone: what stands inside a line is not looked at, and what other lines refer to not collected."""
    parser = MarkdownIt("commonmark").disable("reference")
    found: list[Token] = []
    parser.block.parse(text, parser, {}, found)
    return found


def _marked(tokens: list[Token]) -> Iterator[Heading]:
    """Headings that stand by themselves: none in a quote, a list or between fences."""
    for token, inside in pairwise(tokens):
        if token.type == "heading_open" and token.level == 0 and token.map is not None:
            first, last = token.map
            title = " ".join(inside.content.split())
            yield Heading(first, last, int(token.tag[1:]), title, kind_in(title))


def _lone_lines(tokens: list[Token]) -> Iterator[int]:
    """Paragraphs of one line."""
    for token in tokens:
        if token.type == "paragraph_open" and token.level == 0 and token.map and token.map[1] - token.map[0] == 1:
            yield token.map[0]
