"""Packs that a stranger sends: a million objects, or a claim of them, end with a code and long before the last."""

import hashlib
import struct
import zlib

import pytest

from shared.adapters.git.pack_reading import read_pack
from shared.domain.delivery.git_errors import GitTooLarge

MOST = 1024 * 1024
EMPTY = bytes([3 << 4]) + zlib.compress(b"")


def pack(count: int, body: bytes) -> bytes:
    whole = struct.pack(">4sII", b"PACK", 2, count) + body
    return whole + hashlib.sha1(whole, usedforsecurity=False).digest()


def test_a_million_small_objects_are_too_many() -> None:
    with pytest.raises(GitTooLarge):
        read_pack(pack(1_000_000, EMPTY * 1_000_000), MOST)


def test_what_claims_more_objects_than_it_has_is_no_pack() -> None:
    with pytest.raises((ValueError, IndexError, zlib.error)):
        read_pack(pack(4_000_000_000, EMPTY * 3), MOST)


def test_an_object_that_unpacks_to_more_than_it_says_is_not_unpacked() -> None:
    bomb = bytes([3 << 4 | 1]) + zlib.compress(b"\0" * 50_000_000, 9)
    with pytest.raises((ValueError, GitTooLarge)):
        read_pack(pack(1, bomb), MOST)


def test_an_object_that_says_it_is_larger_than_all_may_be_is_too_large() -> None:
    size = bytes([3 << 4 | 0x8F, 0xFF, 0xFF, 0xFF, 0x7F])
    with pytest.raises((GitTooLarge, ValueError)):
        read_pack(pack(1, size + zlib.compress(b"x")), MOST)
