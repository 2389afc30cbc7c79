"""Reads a pack that a stranger sent: every size is looked at before that much is unpacked."""

import hashlib
import struct
import zlib
from collections.abc import Callable, Iterator
from typing import NamedTuple

from dulwich.errors import ApplyDeltaError
from dulwich.pack import apply_delta

from shared.domain.delivery.git_errors import GitTooLarge
from shared.domain.work_budget import GIT_OBJECT_BYTES, GIT_OBJECTS

COMMIT, TREE, BLOB = 1, 2, 3
_TAG, _OFFSET_DELTA, _NAMED_DELTA = 4, 6, 7
_NAMES = {COMMIT: b"commit", TREE: b"tree", BLOB: b"blob", _TAG: b"tag"}
_HEADER, _TRAILER, _STEP, _SMALLEST_STEP = 12, 20, 16 * 1024, 64
_CHECK_EVERY, _LARGEST_SHIFT = 1_000, 63
CheckTime = Callable[[], object]
"""Raises when the errand's time is up."""


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


def read_pack(
    pack: bytes | bytearray, most: int, check_time: CheckTime, most_objects: int = GIT_OBJECTS
) -> dict[str, Thing]:
    """Its objects by their ids. GitTooLarge for more than `most` bytes or `most_objects`; ValueError for no pack."""
    magic, version, count = struct.unpack_from(">4sII", pack)
    if magic == b"PACK" and count > most_objects:  # nothing is hashed or unpacked before
        raise GitTooLarge(f"The branch brings more than {most_objects:,} objects.")
    view = memoryview(pack)
    body = len(pack) - _TRAILER
    if (
        magic != b"PACK"
        or version not in (2, 3)
        or hashlib.sha1(view[:body], usedforsecurity=False).digest() != view[body:]
    ):
        raise ValueError("no pack")
    reader = _Reader(most, check_time)
    return reader.objects(reader.entries(view[:body], count))


class _Reader:
    """One pack, with what it may still unpack to."""

    def __init__(self, most: int, check_time: CheckTime) -> None:
        self._left, self._check_time, self._steps = most, check_time, 0

    def entries(self, pack: memoryview, count: int) -> Iterator[_Entry]:
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
                base, at = bytes(pack[at : at + _TRAILER]), at + _TRAILER
            elif kind not in _NAMES:
                raise ValueError("no kind of object")
            self._take(size)
            data, at = _inflated(pack, at, size)
            yield _Entry(place, kind, base, data)

    def objects(self, entries: Iterator[_Entry]) -> dict[str, Thing]:
        """Whole ones by their ids. Each delta is applied once, when its base is there, in whatever order they lie."""
        ready: list[tuple[int, Thing]] = []
        waiting: dict[int | bytes, list[_Entry]] = {}
        for entry in entries:
            if entry.kind in _NAMES:
                ready.append((entry.place, Thing(entry.kind, entry.data)))
            else:
                waiting.setdefault(entry.base, []).append(entry)
        things: dict[str, Thing] = {}
        while ready:
            place, thing = ready.pop()
            name = _name(thing)
            things[name.hex()] = thing
            for child in (*waiting.pop(place, ()), *waiting.pop(name, ())):
                ready.append((child.place, Thing(thing.kind, self._changed(thing.data, child.data))))
        if waiting:
            raise ValueError("a change of nothing")
        return things

    def _changed(self, base: bytes, delta: bytes) -> bytes:
        _, at = _size(delta, 0)
        size, _ = _size(delta, at)
        self._take(size)
        try:
            return b"".join(apply_delta(base, delta))
        except ApplyDeltaError:
            raise ValueError("a change that does not fit") from None

    def _take(self, size: int) -> None:
        self._steps += 1
        if not self._steps % _CHECK_EVERY:
            self._check_time()
        self._left -= size + GIT_OBJECT_BYTES
        if self._left < 0:
            raise GitTooLarge("The branch holds more than is read at once.")


def _name(thing: Thing) -> bytes:
    digest = hashlib.sha1(b"%s %d\0" % (_NAMES[thing.kind], len(thing.data)), usedforsecurity=False)
    digest.update(thing.data)
    return digest.digest()


def _head(pack: memoryview, at: int) -> tuple[int, int, int]:
    """Kind and size of what begins here, and where its bytes begin."""
    byte = pack[at]
    kind, size, shift = (byte >> 4) & 7, byte & 15, 4
    while byte & 128:
        at += 1
        byte = pack[at]
        size |= (byte & 127) << _bounded(shift)
        shift += 7
    return kind, size, at + 1


def _distance(pack: memoryview, at: int) -> tuple[int, int]:
    """How far back a base lies, and where it goes on."""
    byte, shift = pack[at], 0
    back = byte & 127
    while byte & 128:
        at, shift = at + 1, _bounded(shift + 7)
        byte = pack[at]
        back = ((back + 1) << 7) | (byte & 127)
    return back, at + 1


def _size(delta: bytes, at: int) -> tuple[int, int]:
    size = shift = 0
    while True:
        byte = delta[at]
        at += 1
        size |= (byte & 127) << _bounded(shift)
        shift += 7
        if not byte & 128:
            return size, at


def _bounded(shift: int) -> int:
    """ValueError for a number without an end: to build it takes time by the square of its length."""
    if shift > _LARGEST_SHIFT:
        raise ValueError("an endless number")
    return shift


def _inflated(pack: memoryview, at: int, size: int) -> tuple[bytes, int]:
    """Exactly so many bytes, and where the next object begins."""
    inflater, out = zlib.decompressobj(), bytearray()
    step = min(_STEP, size + _SMALLEST_STEP)  # what it is given too much is copied for each object
    while not inflater.eof:
        chunk = pack[at : at + step]
        out += inflater.decompress(chunk, size + 1 - len(out))
        if not chunk or inflater.unconsumed_tail or len(out) > size:
            raise ValueError("not of this size")
        at += len(chunk) - len(inflater.unused_data)
    if len(out) != size:
        raise ValueError("not of this size")
    return bytes(out), at
