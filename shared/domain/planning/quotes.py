"""A model's quote, looked for in the text: word for word, then without regard to blanks. Offsets come from here."""

import re
from bisect import bisect_left, bisect_right
from itertools import accumulate
from typing import NamedTuple

QUOTE_LEAST, QUOTE_MOST = 8, 2_000
"""Signs that are no blanks: fewer are found anywhere; more are no quote."""
_MARK = "| "
_WORD = re.compile(r"\S+")


class Place(NamedTuple):
    start: int
    end: int


class Quoted:
    """A range of a text in which quotes are looked for; they come mostly in reading order."""

    def __init__(self, text: str, start: int, end: int) -> None:
        self._text, self._start, self._end = text, start, end
        self._last = start
        self._words: _Packed | None = None

    def find(self, quote: str) -> Place | None:
        """Where the quote stands: the next place after the last one that was found, else the first."""
        if not QUOTE_LEAST <= sum(not sign.isspace() for sign in quote) <= QUOTE_MOST or len(quote) > 2 * QUOTE_MOST:
            return None
        found = self._exact(quote.strip()) or self._packed(_without_marks(quote)) or self._packed(quote)
        if found is not None:
            self._last = found.start + 1
        return found

    def _exact(self, quote: str) -> Place | None:
        place = self._text.find(quote, self._last, self._end)
        if place < 0:
            place = self._text.find(quote, self._start, self._end)
        return Place(place, place + len(quote)) if place >= 0 else None

    def _packed(self, quote: str) -> Place | None:
        """In both only the signs that are no blanks."""
        wanted = "".join(quote.split())
        if len(wanted) < QUOTE_LEAST:
            return None
        self._words = words = self._words or _Packed(self._text, self._start, self._end)
        return words.find(wanted, self._last)


class _Packed:
    """The words of a range without the blanks between them, and where each stands in the text."""

    def __init__(self, text: str, start: int, end: int) -> None:
        words = list(_WORD.finditer(text, start, end))
        self._places = [word.start() for word in words]
        self._begins = [0, *accumulate(word.end() - word.start() for word in words)]
        self._text = "".join(word[0] for word in words)

    def find(self, wanted: str, after: int) -> Place | None:
        """The first place from `after` on, else the first of all."""
        at = self._text.find(wanted, self._begins[bisect_left(self._places, after)])
        if at < 0:
            at = self._text.find(wanted)
        return Place(self._place(at), self._place(at + len(wanted) - 1) + 1) if at >= 0 else None

    def _place(self, at: int) -> int:
        word = bisect_right(self._begins, at) - 1
        return self._places[word] + at - self._begins[word]


def _without_marks(quote: str) -> str:
    """Without the sign that stood before each line when the text was shown."""
    return "\n".join(line.removeprefix(_MARK) for line in quote.split("\n"))
