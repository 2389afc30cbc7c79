"""The real lines nearest to a text that was not found. Bounded: a vote by rare words, then a close look at a few."""

import re
from collections import defaultdict
from typing import NamedTuple

from shared.domain.text.alike import most_alike
from shared.domain.text.line_diff import shared_blocks

_WORD = re.compile(r"\w{2,64}")
_MOST_OLD_LINES = 60
_MOST_WORDS_A_LINE = 24
_COMMON = 300  # a word on more lines than this says nothing about the place
_CANDIDATES = 5
_SHOWN_LINES = 14
_FEW_LINES = 500
_ALIKE = 0.5
_SHOWN_CHARS = 160
_COMPARED_TOKENS = 400
_TOKEN = re.compile(r"\w+|[^\w\s]")


class Nearest(NamedTuple):
    """A window of real lines, `start` counted from 1."""

    start: int
    lines: list[str]

    def numbered(self) -> str:
        width = len(str(self.start + len(self.lines)))
        return "\n".join(f"{self.start + order:>{width}}| {line}" for order, line in enumerate(self.lines))


def nearest_lines(lines: list[str], old: str) -> Nearest | None:
    """The window of `lines` that resembles `old` most; None when they share no telling word."""
    wanted = old.strip("\n").split("\n")[:_MOST_OLD_LINES]
    index = _index(lines, {word for line in wanted for word in _words(line)})
    starts = _candidates(index, wanted)
    if not starts:
        return _nearest_by_letters(lines, next((line for line in wanted if line.strip()), ""))
    best = max(starts, key=lambda start: _likeness(lines, start, wanted))
    first = max(0, best)
    shown = lines[first : max(first + 1, min(best + len(wanted), first + _SHOWN_LINES))]
    return Nearest(first + 1, [_cut(line, wanted) for line in shown])


def _nearest_by_letters(lines: list[str], wanted: str) -> Nearest | None:
    """The single line most like `wanted`, in a file small enough to ask."""
    if not wanted or len(lines) > _FEW_LINES:
        return None
    known = {line[:_SHOWN_CHARS].strip(): number for number, line in reversed(list(enumerate(lines)))}
    close = most_alike(wanted.strip()[:_SHOWN_CHARS], known, most=1, least=_ALIKE)
    return Nearest(known[close[0]] + 1, [_cut(lines[known[close[0]]], [wanted])]) if close else None


def _words(line: str) -> list[str]:
    return _WORD.findall(line[:4000])[:_MOST_WORDS_A_LINE]


def _index(lines: list[str], wanted: set[str]) -> dict[str, list[int]]:
    index: defaultdict[str, list[int]] = defaultdict(list)
    for number, line in enumerate(lines):
        for word in wanted.intersection(_WORD.findall(line)):
            index[word].append(number)
    return {word: numbers for word, numbers in index.items() if len(numbers) <= _COMMON}


def _candidates(index: dict[str, list[int]], wanted: list[str]) -> list[int]:
    votes: defaultdict[int, float] = defaultdict(float)
    for order, line in enumerate(wanted):
        for word in _words(line):
            for number in index.get(word, ()):
                votes[number - order] += 1 / len(index[word])
    return sorted(votes, key=lambda start: (-votes[start], start))[:_CANDIDATES]


def _likeness(lines: list[str], start: int, wanted: list[str]) -> float:
    window = lines[max(0, start) : max(0, start + len(wanted))]
    have, want = _tokens(window), _tokens(wanted)
    return 2 * sum(block.size for block in shared_blocks(have, want)) / (len(have) + len(want) or 1)


def _tokens(lines: list[str]) -> list[str]:
    found: list[str] = []
    for line in lines:
        found += _TOKEN.findall(line[:_COMPARED_TOKENS])
        if len(found) >= _COMPARED_TOKENS:
            break
    return found[:_COMPARED_TOKENS]


def _cut(line: str, wanted: list[str]) -> str:
    """A long line around the first telling word."""
    if len(line) <= _SHOWN_CHARS:
        return line
    at = next((found for word in _words(" ".join(wanted)) if (found := line.find(word)) > 0), 0)
    begin = max(0, at - _SHOWN_CHARS // 4)
    return f"{'...' if begin else ''}{line[begin : begin + _SHOWN_CHARS]}..."
