"""Archives: equal trees give equal bytes; nothing but plain files comes out."""

import io
import tarfile
from collections.abc import Callable

import pytest
import zstandard

from shared.adapters.s3.snapshots import FILES_MOST, UNPACKED_MOST, read_archive, write_archive
from shared.domain.errors import Bug

LONG = "src/" + "d" * 60 + "/" + "é" * 70 + ".ts"


def test_equal_trees_give_equal_bytes() -> None:
    one, two = {"b": b"2", "a/b": b"1", LONG: b"3"}, {LONG: b"3", "a/b": b"1", "b": b"2"}
    assert write_archive(one) == write_archive(two)
    assert read_archive(write_archive(one)) == one


def test_the_archive_says_nothing_of_who_made_it_when() -> None:
    raw = zstandard.ZstdDecompressor().decompress(write_archive({"a": b"1", LONG: b"2"}), max_output_size=1 << 20)
    with tarfile.open(fileobj=io.BytesIO(raw)) as tar:
        for member in tar:
            assert (member.mtime, member.mode, member.uid, member.gid) == (0, 0o644, 0, 0)
            assert (member.uname, member.gname, member.isreg()) == ("", "", True)


def test_an_empty_tree_is_a_tree() -> None:
    assert read_archive(write_archive({})) == {}


def archive(*members: tarfile.TarInfo) -> bytes:
    raw = io.BytesIO()
    with tarfile.open(fileobj=raw, mode="w") as tar:
        for member in members:
            tar.addfile(member, io.BytesIO(b"x" * member.size))
    return zstandard.ZstdCompressor().compress(raw.getvalue())


def member(name: str, kind: bytes = tarfile.REGTYPE, size: int = 0, link: str = "") -> tarfile.TarInfo:
    made = tarfile.TarInfo(name)
    made.type, made.size, made.linkname = kind, size, link
    return made


@pytest.mark.parametrize(
    "make",
    [
        lambda: archive(member("../a")),
        lambda: archive(member("a/../../b")),
        lambda: archive(member("/etc/passwd")),
        lambda: archive(member("a", tarfile.SYMTYPE, link="/etc/passwd")),
        lambda: archive(member("a", tarfile.LNKTYPE, link="b")),
        lambda: archive(member("a", tarfile.CHRTYPE)),
        lambda: archive(member("a", tarfile.FIFOTYPE)),
        lambda: archive(member("a", tarfile.DIRTYPE)),
        lambda: archive(member("a"), member("a")),
        lambda: archive(*(member(str(number)) for number in range(FILES_MOST + 1))),
        lambda: zstandard.ZstdCompressor().compress(bytes(UNPACKED_MOST + 1)),
        lambda: b"",
        lambda: b"not zstd",
        lambda: write_archive({"a": b"1"})[:-5],
    ],
)
def test_an_archive_we_would_not_have_written_is_refused(make: Callable[[], bytes]) -> None:
    with pytest.raises(Bug):
        read_archive(make())
