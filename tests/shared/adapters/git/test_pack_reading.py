"""Packs that a stranger sends: a million objects, or a claim of them, end with a code and long before the last."""

import hashlib
import struct
import zlib
from collections.abc import Callable

import pytest

from devkit.git import packs
from shared.adapters.git.pack_reading import BLOB, read_pack
from shared.domain.delivery.git_errors import GitTooLarge

MOST = 1024 * 1024
EMPTY = bytes([3 << 4]) + zlib.compress(b"")


def in_time() -> None:
    """Enough of it."""


class Late(Exception):
    """The errand is over."""


def pack(count: int, body: bytes) -> bytes:
    whole = struct.pack(">4sII", b"PACK", 2, count) + body
    return whole + hashlib.sha1(whole, usedforsecurity=False).digest()


def test_a_million_small_objects_are_too_many() -> None:
    with pytest.raises(GitTooLarge):
        read_pack(pack(1_000_000, EMPTY * 1_000_000), MOST, in_time)


def test_what_claims_more_objects_than_it_has_is_no_pack() -> None:
    with pytest.raises((ValueError, IndexError, zlib.error)):
        read_pack(pack(90_000, EMPTY * 3), MOST, in_time)


def test_what_claims_more_objects_than_are_read_is_refused_by_its_header() -> None:
    with pytest.raises(GitTooLarge):
        read_pack(pack(4_000_000_000, EMPTY * 3), MOST, in_time)
    with pytest.raises(GitTooLarge):
        read_pack(pack(3, EMPTY * 3), MOST, in_time, most_objects=2)
    assert len(read_pack(pack(3, EMPTY * 3), MOST, in_time, most_objects=3)) == 1


def test_an_object_that_unpacks_to_more_than_it_says_is_not_unpacked() -> None:
    bomb = bytes([3 << 4 | 1]) + zlib.compress(b"\0" * 50_000_000, 9)
    with pytest.raises((ValueError, GitTooLarge)):
        read_pack(pack(1, bomb), MOST, in_time)


def test_an_object_that_says_it_is_larger_than_all_may_be_is_too_large() -> None:
    size = bytes([3 << 4 | 0x8F, 0xFF, 0xFF, 0xFF, 0x7F])
    with pytest.raises((GitTooLarge, ValueError)):
        read_pack(pack(1, size + zlib.compress(b"x")), MOST, in_time)


@pytest.mark.parametrize("order", [list, reversed], ids=["as git writes them", "back to front"])
def test_deltas_are_applied_in_any_order(order: type[list[bytes]]) -> None:
    base = b"%024d" % 0
    objects, names = [packs.packed(packs.BLOB, base)], [packs.object_id(packs.BLOB, base)]
    for place in range(1, 200):
        data = b"%024d" % place
        delta = packs.number(24) + packs.number(24) + bytes([24]) + data
        objects.append(packs.packed(packs.NAMED_DELTA, delta, names[-1]))
        names.append(packs.object_id(packs.BLOB, data))
    found = read_pack(packs.pack_of(order(objects)), MOST, in_time)
    assert {id: thing.data for id, thing in found.items()} == {
        name.hex(): b"%024d" % place for place, name in enumerate(names)
    }


def test_an_object_that_is_packed_twice_is_one() -> None:
    found = read_pack(pack(2, packs.packed(packs.BLOB, b"a") * 2), MOST, in_time)
    assert [(thing.kind, thing.data) for thing in found.values()] == [(BLOB, b"a")]


@pytest.mark.parametrize(
    "shape",
    ["an endless size", "an endless distance", "an endless delta", "a delta of another base", "deltas in a circle"],
)
def test_numbers_and_deltas_that_lead_nowhere_are_no_pack(shape: str) -> None:
    with pytest.raises(ValueError):
        read_pack(packs.SHAPES[shape]().pack, 64 * MOST, in_time)


@pytest.mark.parametrize("shape", [lambda: packs.many_objects(3_000), lambda: packs.chain(3_000)])
def test_unpacking_ends_with_the_time_of_the_errand(shape: Callable[[], packs.Sent]) -> None:
    calls = []

    def late() -> None:
        calls.append(1)
        if len(calls) == 3:
            raise Late

    with pytest.raises(Late):
        read_pack(shape().pack, 64 * MOST, late)
