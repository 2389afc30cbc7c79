"""A few sentences of a text as people read them: from the beginning of one on, without the marks of Markdown."""

import re
from collections.abc import Iterator, Sequence

from shared.domain.text.ranking import word_places

_MOST, _BEFORE, _READ, _LOOKED_AT = 300, 75, 40_000, 200
_ENDS, _APART = tuple(".!?:;,"), " \u00b7 "
"""A line that no sign ends is kept apart from the next one."""
_HEADING = re.compile(r"^ {0,3}#{1,6}[ \t]+(.+)$")
_RULE = re.compile(r"^[\s|:*_=-]*$")
_LEADING = re.compile(r"^[ \t>]*(?:[-*+]|\d{1,3}[.)])?[ \t]+(?:\[[ xX]\][ \t]+)?")
_LINK = re.compile(r"!?\[([^\[\]\n]{0,100})\]\([^()\[\]\s]{0,300}\)")
_STRONG = re.compile(r"\*\*|__|~~|`+")
_EMPHASIS = re.compile(r"(?<![\w*])[*_](?=\S)|(?<=\S)[*_](?![\w*])")
_SENTENCE = re.compile(r"(?<=[.!?])[ \t]+(?=\S)")


def without_marks(line: str) -> str:
    """One line of Markdown as it is read: no heading's signs, no emphasis, the cells of a table apart by commas."""
    heading = _HEADING.match(line)
    said = heading[1].rstrip(" \t#") if heading else _LEADING.sub("", line)
    if said.lstrip().startswith("|"):
        said = ", ".join(cell.strip() for cell in said.strip().strip("|").split("|") if cell.strip())
    return _EMPHASIS.sub("", _STRONG.sub("", _LINK.sub(r"\1", said))).strip()


def quote_of(text: str, words: Sequence[str]) -> tuple[str, str]:
    """The sentences that hold most of these words (as they are looked for: folded), and the heading above them."""
    said = [*_sentences(text[:_READ])]
    named = [place for place, (_, one) in enumerate(said) if _held(one, words)][:_LOOKED_AT] or [0]
    quotes = {place: _from([one for _, one in said[place : place + _MOST]], words) for place in named if said}
    best = max(quotes, key=lambda place: (_held(quotes[place], words), -place), default=None)
    return (quotes[best], said[best][0]) if best is not None else ("", "")


def _held(text: str, words: Sequence[str]) -> int:
    """How much of them it holds: a long word says more than a short one."""
    own = {word for _, word in word_places(text)}
    return sum(len(word) for word in words if word in own)


def _sentences(text: str) -> Iterator[tuple[str, str]]:
    """Each with the heading above it; a heading is a sentence of its own."""
    heading = ""
    for line in text.split("\n"):
        if _RULE.match(line):
            continue
        said = without_marks(line)
        if _HEADING.match(line):
            heading = said
        for sentence in _SENTENCE.split(said):
            yield heading, sentence


def _from(sentences: Sequence[str], words: Sequence[str]) -> str:
    """As many sentences as fit; of a very long one the part that has a word."""
    shown = sentences[0]
    if len(shown) > _MOST:
        return _part(shown, words)
    for sentence in sentences[1:]:
        if len(shown) + len(sentence) >= _MOST:
            return f"{shown} ..."
        shown = f"{shown}{' ' if shown[-1:] in _ENDS else _APART}{sentence}"
    return shown


def _part(sentence: str, words: Sequence[str]) -> str:
    at = next((place for place, word in word_places(sentence) if word in words), 0)
    start = 0 if at < _MOST // 2 else sentence.rfind(" ", 0, at - _BEFORE) + 1
    shown = sentence[start : start + _MOST].rstrip()
    return f"{'... ' if start else ''}{shown}{' ...' if start + _MOST < len(sentence) else ''}"
