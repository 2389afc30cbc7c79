"""A text as the edit matcher sees it: with LF line ends, and the way back to its real bytes."""

import re
import unicodedata
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator
from functools import cache, cached_property
from itertools import accumulate
from typing import NamedTuple

from shared.domain.text.lines import common_head, common_tail, split_lines

_PUNCTUATION = str.maketrans(
    dict.fromkeys("\u2018\u2019\u201a\u201b\u2032\u02bc", "'")
    | dict.fromkeys("\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb", '"')
    | dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe63\uff0d", "-")
    | dict.fromkeys("\u00a0\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000", " ")
)
ELLIPSIS = "\u2026"
_UNCERTAIN = re.compile("[^\u0300-\U0010ffff]?[\u0300-\U0010ffff]+")
"""What may have another length when it is folded. No character before U+0300 ever joins the one before it."""
_MARKS_MOST = 30
_MARK = "\ufeff"
"""The byte order mark some editors put before a file: nobody who quotes its first line sees it."""


def lf(text: str) -> str:
    """`text` with CRLF line ends made LF. A lone CR is a character like any other."""
    return text.replace("\r\n", "\n")


def plain_punctuation(text: str) -> str:
    """Typographic quotes, dashes, spaces and ellipses as their ASCII selves."""
    return text.translate(_PUNCTUATION).replace(ELLIPSIS, "...")


def folded(text: str) -> str:
    """`text` as most people would type it: plain punctuation, and letters with their accents as one character (NFC).
    macOS and some keyboards write the accent as a character of its own, which looks the same.
    """
    plain = plain_punctuation(text)
    if plain.isascii():
        return plain
    # A long run of marks takes time by the square, and no script writes one: it is left as it is.
    pieces = _long_runs().split(plain)
    return "".join(
        unicodedata.normalize("NFC", piece) if place % 2 == 0 else piece for place, piece in enumerate(pieces)
    )


@cache
def _long_runs() -> re.Pattern[str]:
    """More combining marks than any letter has. Unicode's own limit for streams is 30 (UAX #15, stream-safe text)."""
    marks = "".join(chr(code) for code in range(0x300, 0x1F000) if unicodedata.combining(chr(code)))
    return re.compile(f"([{marks}]{{{_MARKS_MOST + 1},}})")


def joins_before(character: str) -> bool:
    """Whether it is part of the letter before it: a combining mark, or a later part of a Korean syllable."""
    return unicodedata.category(character)[0] == "M" or "\u1160" <= character <= "\u11ff"


class Fold(NamedTuple):
    """A piece that is written differently in the folded text: where it is there, and in the text."""

    start: int
    end: int
    real_start: int
    real_end: int


def _folds(text: str) -> list[Fold]:
    found: list[Fold] = []
    shift = 0
    for piece in _UNCERTAIN.finditer(text):
        for start, end in _letters(piece) if folded(piece[0]) != piece[0] else ():
            plain = folded(text[start:end])
            if len(plain) != end - start or (end - start > 1 and plain != text[start:end]):
                found.append(Fold(start + shift, start + shift + len(plain), start, end))
                shift += len(plain) - (end - start)
    return found


def _letters(piece: re.Match[str]) -> Iterator[tuple[int, int]]:
    """The letters of a piece, each with what joins it."""
    start = piece.start()
    for at, character in enumerate(piece[0], piece.start()):
        if at > start and not joins_before(character):
            yield start, at
            start = at
    yield start, piece.end()


class KeyedLines:
    """The lines of a text under a key (say: stripped), searchable for runs of whole lines in linear time."""

    def __init__(self, keys: list[str]) -> None:
        self._keys = keys
        self._joined = "\n" + "\n".join(keys) + "\n"

    @property
    def size(self) -> int:
        return len(self._joined)

    @cached_property
    def _starts(self) -> list[int]:
        return [0, *accumulate(len(key) + 1 for key in self._keys)]

    def find(self, keys: list[str], *, overlapping: bool, most: int, least: int = 0) -> list[int]:
        """The indexes of the lines, from `least` on, where the run `keys` begins."""
        needle = "\n" + "\n".join(keys) + "\n"
        step = 1 if overlapping else len(needle) - 1
        return [
            bisect_left(self._starts, at) for at in positions(self._joined, needle, step, most, self._starts[least])
        ]


def positions(text: str, needle: str, step: int, most: int, start: int = 0) -> list[int]:
    """Where `needle` occurs from `start` on, looking `step` characters after each find, until `most` are found."""
    found: list[int] = []
    at = text.find(needle, start)
    while at >= 0 and len(found) < most:
        found.append(at)
        at = text.find(needle, at + step)
    return found


class SourceText:
    """One file being edited. Offsets are into `.text`, the LF form without a mark; `splice` changes the real text."""

    def __init__(self, raw: str) -> None:
        self._mark = _MARK if raw.startswith(_MARK) else ""
        self.raw = raw[len(self._mark) :]
        self.text = lf(self.raw)
        self._keyed: dict[tuple[Callable[[str], str], bool], KeyedLines] = {}

    @cached_property
    def lines(self) -> list[str]:
        return self.text.split("\n")

    @cached_property
    def line_starts(self) -> list[int]:
        starts = [0]
        for line in self.lines:
            starts.append(starts[-1] + len(line) + 1)
        return starts

    @cached_property
    def _crlf_at(self) -> list[int]:
        if "\r\n" not in self.raw:
            return []
        return [found.start() - order for order, found in enumerate(re.finditer("\r\n", self.raw))]

    @cached_property
    def folded(self) -> str:
        return folded(self.text)

    @cached_property
    def _folds(self) -> list[Fold]:
        return [] if self.text.isascii() else _folds(self.text)

    @cached_property
    def _fold_starts(self) -> list[int]:
        return [fold.start for fold in self._folds]

    def keyed(self, key: Callable[[str], str], *, folded: bool) -> KeyedLines:
        """The lines (as they are typed when `folded`) under `key`, made once."""
        if (key, folded) not in self._keyed:
            lines = self.folded.split("\n") if folded else self.lines
            self._keyed[key, folded] = KeyedLines([key(line) for line in lines])
        return self._keyed[key, folded]

    def line_of(self, offset: int) -> int:
        return self.text.count("\n", 0, offset) + 1

    def unfold(self, offset: int) -> int | None:
        """The offset into `.text` of an offset into `.folded`; None inside an ellipsis or a letter."""
        before = bisect_right(self._fold_starts, offset)
        if not before:
            return offset
        fold = self._folds[before - 1]
        if offset == fold.start:
            return fold.real_start
        return None if offset < fold.end else offset - fold.end + fold.real_end

    def splice(self, changes: list[tuple[int, int, str]]) -> str:
        """The real text with each span (in order, not overlapping) replaced, line ends as around it."""
        pieces: list[str] = []
        at = 0
        for start, end, replacement in (self._narrowed(*change) for change in changes):
            first, last = self._real(start), self._real(end)
            pieces += [self.raw[at:first], self._with_line_ends(replacement, start)]
            at = last
        return "".join([self._mark, *pieces, self.raw[at:]])

    def unmarked(self, quoted: str) -> str:
        """What an edit quotes, without the mark that stands before a marked file."""
        return quoted.removeprefix(self._mark)

    def _real(self, offset: int) -> int:
        return offset + bisect_left(self._crlf_at, offset)

    def _narrowed(self, start: int, end: int, replacement: str) -> tuple[int, int, str]:
        """The span without the whole lines it shares with its replacement, so that those keep their own line ends."""
        if not self._crlf_at:
            return start, end, replacement
        before, after = split_lines(self.text[start:end]), split_lines(replacement)
        shorter = min(len(before), len(after))
        head = common_head(before, after)
        tail = common_tail(before, after, max(0, shorter - max(head, 1)))
        kept = after[head : len(after) - tail]
        return start + _width(before[:head]), end - _width(before[len(before) - tail :]), "".join(kept)

    @cached_property
    def _newlines_at(self) -> list[int]:
        return [start - 1 for start in self.line_starts[1:-1]]

    def _with_line_ends(self, replacement: str, start: int) -> str:
        return replacement.replace("\n", "\r\n") if self._is_crlf_near(start) else replacement

    def _is_crlf_near(self, offset: int) -> bool:
        if not self._crlf_at:
            return False
        following = bisect_left(self._newlines_at, offset)
        newline = self._newlines_at[min(following, len(self._newlines_at) - 1)]
        at = bisect_left(self._crlf_at, newline)
        return at < len(self._crlf_at) and self._crlf_at[at] == newline


def _width(lines: list[str]) -> int:
    return sum(map(len, lines))
