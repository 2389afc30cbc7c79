"""How often each word is in each piece of a long text, in a form from which a search reads only its own words.

A text of 10 MB has 7,000 pieces and a million pairs of word and piece: counting them takes seconds, reading those of
one query a few milliseconds. All numbers are little-endian:

    header   magic, pieces (u32), buckets (u32)
    pieces   for each: start and length in code points, start and length in bytes, words (u32 each)
    offsets  of the buckets, and the end of the last one (u32 each)
    bucket   for each word: its bytes (u16), pieces (u16), the word, the pieces' numbers (u16), how often in each (u16)
"""

import sys
from array import array
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from struct import Struct
from typing import NamedTuple
from zlib import crc32

from shared.domain.text.pieces import pieces_of

_MAGIC = b"terms-1\n"
_HEADER, _WORD = Struct("<8sII"), Struct("<HH")
_FIELDS, _NUMBER = 5, 4
_A_BUCKET = 64
"""Words of a bucket, about: few enough that looking through one costs nothing beside reading it."""
_MOST = 0xFFFF


class Span(NamedTuple):
    """Where a piece is in its text: in code points, and in bytes of UTF-8."""

    start: int
    length: int
    byte_start: int
    byte_length: int


class TermIndex:
    """Read only. ValueError for bytes that `encode_terms` of this version did not write."""

    def __init__(self, data: bytes) -> None:
        if len(data) < _HEADER.size:
            raise ValueError("too short")
        magic, pieces, buckets = _HEADER.unpack_from(data)
        self._pieces, self._buckets = int(pieces), int(buckets)
        if magic != _MAGIC:
            raise ValueError("another version")
        table = _HEADER.size + self._pieces * _FIELDS * _NUMBER
        self._offsets = _HEADER.size + self._pieces * _FIELDS * _NUMBER
        self._numbers = _array("I", data[_HEADER.size : table])
        self._data = data

    def __len__(self) -> int:
        return self._pieces

    def span(self, number: int) -> Span:
        """Where this piece is."""
        return Span(*self._numbers[number * _FIELDS : number * _FIELDS + 4])

    def sizes(self) -> Sequence[int]:
        """The words of each piece."""
        return self._numbers[4::_FIELDS]

    def starts(self) -> Sequence[int]:
        """Where each piece starts, in code points."""
        return self._numbers[0::_FIELDS]

    def lengths(self) -> Sequence[int]:
        """The code points of each piece."""
        return self._numbers[1::_FIELDS]

    def places(self, word: str) -> tuple[Sequence[int], Sequence[int]]:
        """The numbers of the pieces that have this word, and how often each has it."""
        start, count = self._found(word.encode())
        middle, end = start + 2 * count, start + 4 * count
        return (_array("H", self._data[start:middle]), _array("H", self._data[middle:end])) if count else ((), ())

    def holding(self, word: str) -> int:
        """How many pieces have this word."""
        return self._found(word.encode())[1]

    def _found(self, name: bytes) -> tuple[int, int]:
        """Where the numbers of the word's pieces start, and how many there are."""
        bucket = crc32(name) % self._buckets if self._buckets else 0
        at = self._offsets + bucket * _NUMBER
        start, end = _array("I", self._data[at : at + 2 * _NUMBER]) or (0, 0)
        while start < end:
            size, count = _WORD.unpack_from(self._data, start)
            numbers = start + _WORD.size + size
            if size == len(name) and self._data[start + _WORD.size : numbers] == name:
                return numbers, count
            start = numbers + 4 * count
        return 0, 0


def encode_terms(text: str, words_of: Callable[[str], Mapping[str, int]]) -> bytes:
    """The bytes of the index of a text: `words_of` says how often a piece has each word."""
    numbers = array("I")
    found: dict[str, tuple[array[int], array[int]]] = {}
    end = position = 0
    for place, (start, piece) in enumerate(islice(pieces_of(text), _MOST)):
        position += len(text[end:start].encode())
        size, words = len(piece.encode()), words_of(piece)
        numbers.extend((start, len(piece), position, size, sum(words.values())))
        for word, times in words.items():
            places, often = found.setdefault(word, (array("H"), array("H")))
            places.append(place)
            often.append(min(times, _MOST))
        end, position = start + len(piece), position + size
    return b"".join(_written(numbers, found))


def _written(numbers: "array[int]", found: Mapping[str, "tuple[array[int], array[int]]"]) -> Iterator[bytes]:
    buckets: list[list[bytes]] = [[] for _ in range(max(1, len(found) // _A_BUCKET))]
    for word, (places, often) in found.items():
        name = word.encode()
        if len(name) <= _MOST:
            row = _WORD.pack(len(name), len(places)) + name + _bytes(places) + _bytes(often)
            buckets[crc32(name) % len(buckets)].append(row)
    bodies = [b"".join(rows) for rows in buckets]
    offset = _HEADER.size + len(numbers) * _NUMBER + (len(bodies) + 1) * _NUMBER
    offsets = array("I", [offset])
    for body in bodies:
        offsets.append(offsets[-1] + len(body))
    yield _HEADER.pack(_MAGIC, len(numbers) // _FIELDS, len(bodies))
    yield _bytes(numbers)
    yield _bytes(offsets)
    yield from bodies


def _array(kind: str, data: bytes) -> "array[int]":
    numbers = array(kind)
    numbers.frombytes(data)
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers


def _bytes(numbers: "array[int]") -> bytes:
    if sys.byteorder == "big":
        numbers = array(numbers.typecode, numbers)
        numbers.byteswap()
    return numbers.tobytes()
