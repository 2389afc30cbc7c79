"""A model's quote, looked for in the text: word for word, then without regard to blanks. Offsets come from here."""

from bisect import bisect_left
from typing import NamedTuple

QUOTE_LEAST, QUOTE_MOST = 8, 2_000
"""Signs that are no blanks: fewer are found anywhere; more are no quote."""
_MARK = "| "


class Place(NamedTuple):
    start: int
    end: int


class Quoted:
    """A range of a text in which quotes are looked for; they come mostly in reading order."""

    def __init__(self, text: str, start: int, end: int) -> None:
        self._text, self._start, self._end = text, start, end
        self._last = start
        self._places: list[int] | None = None
        self._packed = ""

    def find(self, quote: str) -> Place | None:
        """Where the quote stands: the next place after the last one that was found, else the first."""
        if not QUOTE_LEAST <= sum(not sign.isspace() for sign in quote) <= QUOTE_MOST or len(quote) > 2 * QUOTE_MOST:
            return None
        found = self._exact(quote.strip()) or self._packed_place(_without_marks(quote)) or self._packed_place(quote)
        if found is not None:
            self._last = found.start + 1
        return found

    def _exact(self, quote: str) -> Place | None:
        place = self._text.find(quote, self._last, self._end)
        if place < 0:
            place = self._text.find(quote, self._start, self._end)
        return Place(place, place + len(quote)) if place >= 0 else None

    def _packed_place(self, quote: str) -> Place | None:
        """In both only the signs that are no blanks."""
        wanted = "".join(quote.split())
        if len(wanted) < QUOTE_LEAST:
            return None
        places = self._signs()
        at = self._packed.find(wanted, bisect_left(places, self._last))
        if at < 0:
            at = self._packed.find(wanted)
        return Place(places[at], places[at + len(wanted) - 1] + 1) if at >= 0 else None

    def _signs(self) -> list[int]:
        if self._places is None:
            whole = range(self._start, self._end)
            self._places = [place for place in whole if not self._text[place].isspace()]
            self._packed = "".join(self._text[place] for place in self._places)
        return self._places


def _without_marks(quote: str) -> str:
    """Without the sign that stood before each line when the text was shown."""
    return "\n".join(line.removeprefix(_MARK) for line in quote.split("\n"))
