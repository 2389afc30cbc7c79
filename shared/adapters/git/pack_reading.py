"""Reads a pack that a stranger sent: every size is looked at before that much is unpacked."""

import hashlib
import struct
import zlib
from collections.abc import Iterator
from typing import NamedTuple

from dulwich.pack import apply_delta

from shared.domain.delivery.git_errors import GitTooLarge

COMMIT, TREE, BLOB = 1, 2, 3
_TAG, _OFFSET_DELTA, _NAMED_DELTA = 4, 6, 7
_NAMES = {COMMIT: b"commit", TREE: b"tree", BLOB: b"blob", _TAG: b"tag"}
_HEADER, _TRAILER, _STEP, _EACH = 12, 20, 16 * 1024, 200
"""`_EACH`: what an object costs beside its bytes."""


class Thing(NamedTuple):
    """An object of git."""

    kind: int
    data: bytes


class _Entry(NamedTuple):
    """As packed: a whole object, or what changes the one at an offset or of a name."""

    place: int
    kind: int
    base: int | bytes
    data: bytes


def read_pack(pack: bytes, most: int) -> dict[str, Thing]:
    """Its objects by their ids. GitTooLarge when they have more than `most` bytes; ValueError for what is no pack."""
    magic, version, count = struct.unpack_from(">4sII", pack)
    body = len(pack) - _TRAILER
    if (
        magic != b"PACK"
        or version not in (2, 3)
        or hashlib.sha1(pack[:body], usedforsecurity=False).digest() != pack[body:]
    ):
        raise ValueError("no pack")
    reader = _Reader(most)
    return reader.objects(list(reader.entries(pack[:body], count)))


class _Reader:
    """One pack, with what it may still unpack to."""

    def __init__(self, most: int) -> None:
        self._left = most
        self._by_place: dict[int, Thing] = {}
        self._by_name: dict[bytes, Thing] = {}

    def entries(self, pack: bytes, count: int) -> Iterator[_Entry]:
        """All, in the order in which they lie there."""
        at = _HEADER
        for _ in range(count):
            place = at
            kind, size, at = _head(pack, at)
            base: int | bytes = b""
            if kind == _OFFSET_DELTA:
                back, at = _distance(pack, at)
                base = place - back
            elif kind == _NAMED_DELTA:
                base, at = pack[at : at + _TRAILER], at + _TRAILER
            elif kind not in _NAMES:
                raise ValueError("no kind of object")
            self._take(size)
            data, at = _inflated(pack, at, size)
            yield _Entry(place, kind, base, data)

    def objects(self, entries: list[_Entry]) -> dict[str, Thing]:
        """Whole ones by their ids, however late the ones that they are made from come."""
        while entries:
            later = [entry for entry in entries if not self._put(entry)]
            if len(later) == len(entries):
                raise ValueError("a change of nothing")
            entries = later
        return {name.hex(): thing for name, thing in self._by_name.items()}

    def _put(self, entry: _Entry) -> bool:
        if entry.kind in _NAMES:
            thing = Thing(entry.kind, entry.data)
        else:
            base = self._by_place.get(entry.base) if isinstance(entry.base, int) else self._by_name.get(entry.base)
            if base is None:
                return False
            thing = Thing(base.kind, self._changed(base.data, entry.data))
        self._by_place[entry.place] = self._by_name[_name(thing)] = thing
        return True

    def _changed(self, base: bytes, delta: bytes) -> bytes:
        _, at = _size(delta, 0)
        size, _ = _size(delta, at)
        self._take(size)
        return b"".join(apply_delta(base, delta))

    def _take(self, size: int) -> None:
        self._left -= size + _EACH
        if self._left < 0:
            raise GitTooLarge("The branch holds more than is read at once.")


def _name(thing: Thing) -> bytes:
    whole = b"%s %d\0" % (_NAMES[thing.kind], len(thing.data)) + thing.data
    return hashlib.sha1(whole, usedforsecurity=False).digest()


def _head(pack: bytes, at: int) -> tuple[int, int, int]:
    """Kind and size of what begins here, and where its bytes begin."""
    byte = pack[at]
    kind, size, shift = (byte >> 4) & 7, byte & 15, 4
    while byte & 128:
        at += 1
        byte = pack[at]
        size |= (byte & 127) << shift
        shift += 7
    return kind, size, at + 1


def _distance(pack: bytes, at: int) -> tuple[int, int]:
    """How far back a base lies, and where it goes on."""
    byte = pack[at]
    back = byte & 127
    while byte & 128:
        at += 1
        byte = pack[at]
        back = ((back + 1) << 7) | (byte & 127)
    return back, at + 1


def _size(delta: bytes, at: int) -> tuple[int, int]:
    size = shift = 0
    while True:
        byte = delta[at]
        at += 1
        size |= (byte & 127) << shift
        shift += 7
        if not byte & 128:
            return size, at


def _inflated(pack: bytes, at: int, size: int) -> tuple[bytes, int]:
    """Exactly so many bytes, and where the next object begins."""
    inflater, out = zlib.decompressobj(), bytearray()
    while not inflater.eof:
        chunk = pack[at : at + _STEP]
        out += inflater.decompress(chunk, size + 1 - len(out))
        if not chunk or inflater.unconsumed_tail or len(out) > size:
            raise ValueError("not of this size")
        at += len(chunk) - len(inflater.unused_data)
    if len(out) != size:
        raise ValueError("not of this size")
    return bytes(out), at
