"""Hostile archives: each ends in a refusal that says why, quickly and in little memory."""

import io
import struct
import tracemalloc
import zipfile
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.domain.errors import AppError, Invalid, TooLarge
from shared.domain.imports.zip_reading import read_zip
from shared.domain.limits import Limits

MIB = 1024 * 1024
Write = Callable[[zipfile.ZipFile], None]


def archive(write: Write, compression: int = zipfile.ZIP_DEFLATED) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", compression) as made:
        write(made)
    return buffer.getvalue()


def files(**entries: bytes) -> bytes:
    def write(made: zipfile.ZipFile) -> None:
        for name, content in entries.items():
            made.writestr(name, content)

    return archive(write)


def codes(data: bytes, limits: Limits | None = None) -> list[str]:
    with pytest.raises(Invalid) as caught:
        read_zip(data, limits or Limits())
    return [each.code for each in caught.value.diagnostics]


def entry(name: str, mode: int = 0, content: bytes = b"x") -> Write:
    info = zipfile.ZipInfo(name)
    info.external_attr = mode << 16
    return lambda made: made.writestr(info, content)


def test_files_are_read_and_folders_are_not() -> None:
    def write(made: zipfile.ZipFile) -> None:
        made.writestr("app/", b"")
        made.writestr("app/package.json", b"{}")
        made.writestr("app/src/cafe\u0301.ts", b"a")

    assert read_zip(archive(write)) == {"app/package.json": b"{}", "app/src/caf\u00e9.ts": b"a"}


def test_ignored_folders_are_listed_and_never_unpacked() -> None:
    data = files(
        **{
            "a/package.json": b"{}",
            "a/node_modules/x/i.js": b"x" * 22 * MIB,
            "a/dist/i.js": b"y",
            "a/src/dist/k.ts": b"z",
        }
    )
    assert read_zip(data) == {
        "a/package.json": b"{}",
        "a/node_modules/x/i.js": b"",
        "a/dist/i.js": b"",
        "a/src/dist/k.ts": b"z",
    }


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("../evil.ts", "PATH_TRAVERSAL"),
        ("src/../../evil.ts", "PATH_TRAVERSAL"),
        ("node_modules/../../evil.ts", "PATH_TRAVERSAL"),
        ("/etc/passwd", "PATH_ABSOLUTE"),
        ("C:/evil.ts", "PATH_ABSOLUTE"),
        ("..\\evil.ts", "PATH_TRAVERSAL"),
        ("src\\..\\..\\evil.ts", "PATH_TRAVERSAL"),
        ("\\\\server\\evil.ts", "PATH_ABSOLUTE"),
        ("\\evil.ts", "PATH_ABSOLUTE"),
        ("C:\\evil.ts", "PATH_ABSOLUTE"),
        ("src/\uff0e\uff0e/evil.ts", "PATH_LOOKALIKE"),
        ("src/a\u202eb.ts", "PATH_INVISIBLE_CHARACTER"),
        ("src/a\nb.ts", "PATH_CONTROL_CHARACTER"),
    ],
)
def test_names_that_escape_are_refused(name: str, code: str) -> None:
    assert code in codes(archive(entry(name)))


def test_backslashes_of_an_old_windows_program_are_folders() -> None:
    data = files(
        **{"app\\package.json": b"{}", "app\\src\\a.ts": b"1", "app\\src\\": b"", "app\\node_modules\\x.js": b"x"}
    )
    assert read_zip(data) == {"app/package.json": b"{}", "app/src/a.ts": b"1", "app/node_modules/x.js": b""}


def test_a_backslash_between_slashes_is_part_of_a_name_and_refused() -> None:
    assert codes(files(**{"src/a.ts": b"1", "src\\b.ts": b"2"})) == ["PATH_BACKSLASH"]


def test_a_name_written_in_both_ways_is_refused() -> None:
    assert codes(files(**{"src\\b.ts": b"2", "src/b.ts": b"2"})) == ["PATH_BACKSLASH"]


def test_a_name_cut_by_a_nul_is_refused() -> None:
    data = archive(entry("src/a.tsZ/../x")).replace(b"src/a.tsZ", b"src/a.ts\0")
    assert "PATH_CONTROL_CHARACTER" in codes(data)


def test_a_name_that_begins_with_a_nul_is_refused() -> None:
    """The library is left with an empty name, on which some of its own methods fail."""
    assert codes(archive(entry("Z.ts")).replace(b"Z.ts", b"\0.ts")) == ["PATH_CONTROL_CHARACTER"]


@pytest.mark.parametrize("mode", [0o120777, 0o010644, 0o020644, 0o060644, 0o140644])
def test_links_and_devices_are_refused(mode: int) -> None:
    assert codes(archive(entry("src/a.ts", mode, b"/etc/passwd"))) == ["ZIP_LINK"]


@pytest.mark.parametrize("mode", [0, 0o644, 0o100644, 0o100755])
def test_ordinary_modes_are_read(mode: int) -> None:
    assert read_zip(archive(entry("src/a.ts", mode))) == {"src/a.ts": b"x"}


def test_an_encrypted_entry_is_refused() -> None:
    data = bytearray(files(**{"src/a.ts": b"secret"}))
    for magic, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        data[data.index(magic) + offset] |= 1
    assert codes(bytes(data)) == ["ZIP_ENCRYPTED"]


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_only_stored_and_deflated_are_read(method: int) -> None:
    assert codes(archive(lambda made: made.writestr("src/a.ts", b"x"), method)) == ["ZIP_METHOD"]


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_a_name_that_comes_twice_is_refused() -> None:
    def write(made: zipfile.ZipFile) -> None:
        for name in ("src/a.ts", "src/a.ts", "src/\u00e9.ts", "src/e\u0301.ts"):
            made.writestr(name, b"x")

    assert codes(archive(write)) == ["ZIP_DUPLICATE", "ZIP_DUPLICATE"]


def test_ten_thousand_entries_are_refused_at_once() -> None:
    data = files(**{f"src/{number}.ts": b"" for number in range(10_000)})
    assert codes(data) == ["ZIP_TOO_MANY_ENTRIES"]


def test_a_lie_about_the_number_of_entries_helps_nobody() -> None:
    data = bytearray(files(**{f"src/{number}.ts": b"" for number in range(6_000)}))
    struct.pack_into("<HH", data, data.rindex(b"PK\x05\x06") + 8, 1, 1)
    assert codes(bytes(data)) == ["ZIP_TOO_MANY_ENTRIES"]


def test_a_bomb_is_refused_by_its_declared_size() -> None:
    assert codes(files(**{"src/a.txt": b"\0" * 21 * MIB})) == ["FILE_TOO_LARGE", "ZIP_TOO_LARGE"]
    assert codes(files(**{f"src/{number}.txt": b"\0" * 5 * MIB for number in range(5)})) == ["ZIP_TOO_LARGE"]


def test_a_bomb_that_lies_about_its_size_is_not_inflated() -> None:
    data = bytearray(files(**{"src/a.txt": b"\0" * 30 * MIB}))
    for magic, offset in ((b"PK\x03\x04", 22), (b"PK\x01\x02", 24)):
        struct.pack_into("<L", data, data.index(magic) + offset, 10)
    hostile = bytes(data)
    tracemalloc.start()
    assert codes(hostile) == ["ZIP_INVALID"]
    assert tracemalloc.get_traced_memory()[1] < 4 * MIB
    tracemalloc.stop()


def test_an_upload_over_the_limit_is_too_large() -> None:
    with pytest.raises(TooLarge):
        read_zip(b"x" * 101, Limits(upload_bytes=100))


@pytest.mark.parametrize(
    "data", [b"", b"PK", b"hello" * 100, b"PK\x05\x06", b"PK\x05\x06" + b"\xff" * 18, b"\x1f\x8b" * 30]
)
def test_what_is_no_zip_is_refused(data: bytes) -> None:
    assert codes(data) in (["ZIP_INVALID"], ["ZIP_TOO_MANY_ENTRIES"])


def test_zip64_is_refused() -> None:
    data = files(**{"src/a.ts": b"x"})
    end = data.rindex(b"PK\x05\x06")
    locator = struct.pack("<4sLQL", b"PK\x06\x07", 0, 0, 1)
    assert codes(data[:end] + locator + data[end:]) == ["ZIP_INVALID"]


def test_a_damaged_entry_is_refused() -> None:
    data = bytearray(archive(lambda made: made.writestr("src/a.ts", b"x" * 100), zipfile.ZIP_STORED))
    data[60] ^= 1
    assert codes(bytes(data)) == ["ZIP_INVALID"]


_SOUND = files(**{"package.json": b'{"name": "x"}', "src/a.ts": b"export {}\n" * 20})


@given(
    st.lists(st.tuples(st.integers(0, len(_SOUND) - 1), st.integers(0, 255)), max_size=6), st.integers(0, len(_SOUND))
)
def test_any_damage_is_read_or_refused(changes: list[tuple[int, int]], cut: int) -> None:
    data = bytearray(_SOUND)
    for at, value in changes:
        data[at] = value
    for candidate in (bytes(data), bytes(data[:cut]), bytes(data[cut:])):
        try:
            found = read_zip(candidate)
        except AppError:
            continue
        assert sum(map(len, found.values())) < MIB
