"""Archives of packages that a hostile registry serves: what is unpacked lies inside of the package and is bounded."""

import gzip
import io
import os
import tarfile
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from tests.support.npm_registry import integrity_of
from worker.package_archive import ArchiveInvalid, unpack_archive
from worker.packages import _link_programs as link_programs

BODY = b"module.exports = 1;\n"
EVIL = b"http://evil.example"


def member(name: str, body: bytes = BODY, **fields: object) -> tuple[tarfile.TarInfo, bytes]:
    made = tarfile.TarInfo(name)
    made.size = len(body)
    for field, value in fields.items():
        setattr(made, field, value)
    return made, body


def packed(*members: tuple[tarfile.TarInfo, bytes], form: int = tarfile.PAX_FORMAT) -> bytes:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w", format=form) as tar:
        for info, body in (member("package/package.json", b'{"name":"plugin","version":"1.0.0"}'), *members):
            tar.addfile(info, io.BytesIO(body))
    return gzip.compress(buffer.getvalue(), mtime=0)


def link(name: str, target: str, kind: bytes = tarfile.SYMTYPE) -> tuple[tarfile.TarInfo, bytes]:
    return member(name, b"", type=kind, linkname=target)


OUTSIDE = {
    "up": ("package/../../out.js",), "up from the root": ("../out.js",), "absolute": ("/tmp/chatbuilder-out.js",),
    "up in the middle": ("package/a/../../../out.js",), "only dots": ("package/..",),
    "backslash": ("package\\..\\out.js",),
    "back and up": ("package/..\\..\\out.js",), "two roots": ("other/../../out.js",), "dot then up": ("./../out.js",),
    "slashes": ("//tmp//out.js",), "long way": ("package/" + "a/../" * 20 + "../../out.js",),
}  # fmt: skip


def outside_of(folder: Path) -> set[str]:
    return {entry.name for entry in folder.parent.iterdir() if entry.name not in (folder.name, "a.tgz")}


def unpack(content: bytes, folder: Path, integrity: str | None = None) -> Path:
    archive, target = folder / "a.tgz", folder / "package"
    archive.write_bytes(content)
    target.mkdir()
    unpack_archive(archive, integrity or integrity_of(content), target)
    return target


@pytest.mark.parametrize("names", OUTSIDE.values(), ids=OUTSIDE)
@pytest.mark.parametrize("form", [tarfile.PAX_FORMAT, tarfile.GNU_FORMAT], ids=["pax", "gnu"])
def test_a_path_outside_is_refused(names: tuple[str, ...], form: int, tmp_path: Path) -> None:
    with pytest.raises(ArchiveInvalid):
        unpack(packed(*(member(name) for name in names), form=form), tmp_path)
    assert not list(tmp_path.rglob("out.js")) and not Path("/tmp/chatbuilder-out.js").exists()
    assert outside_of(tmp_path / "package") <= set()


LINKS = {
    "a link to a file": (link("package/l", "/etc/passwd"),),
    "a link to a folder that is written through": (link("package/d", "/tmp"), member("package/d/out.js")),
    "a link to above": (link("package/d", "../.."), member("package/d/out.js")),
    "a hard link": (link("package/h", "/etc/passwd", tarfile.LNKTYPE),),
    "a hard link to above": (link("package/h", "../../a.tgz", tarfile.LNKTYPE), member("package/h")),
    "a device": (member("package/dev", b"", type=tarfile.CHRTYPE, devmajor=1, devminor=3),),
    "a block device": (member("package/dev", b"", type=tarfile.BLKTYPE, devmajor=8),),
    "a pipe": (member("package/pipe", b"", type=tarfile.FIFOTYPE),),
    "a folder that anybody may write": (member("package/open", b"", type=tarfile.DIRTYPE, mode=0o777),),
    "set uid": (member("package/run.js", mode=0o6755),),
}  # fmt: skip


@pytest.mark.parametrize("members", LINKS.values(), ids=LINKS)
def test_only_plain_files_inside_are_made(members: tuple[tuple[tarfile.TarInfo, bytes], ...], tmp_path: Path) -> None:
    target = unpack(packed(*members), tmp_path)
    for path in target.rglob("*"):
        assert not path.is_symlink() and (path.is_file() or path.is_dir())
        assert path.is_dir() or (path.stat().st_mode & 0o7777 in (0o444, 0o555) and path.stat().st_nlink == 1)
    assert outside_of(target) == set() and not Path("/tmp/out.js").exists()


def zeros(count: int) -> Iterator[tuple[tarfile.TarInfo, bytes]]:
    yield from (member(f"package/{number}.js", b"") for number in range(count))


def deep(files: int, depth: int) -> bytes:
    """Files that each lie in folders of their own."""
    return packed(
        *(member("package/" + "/".join([f"{n:x}", *"abcdefgh" * (depth // 8)]) + "/f", b"") for n in range(files))
    )


def sparse(size: int) -> bytes:
    made, _ = member("package/sparse", b"")
    made.pax_headers = {
        "GNU.sparse.major": "0", "GNU.sparse.minor": "1", "GNU.sparse.name": "package/sparse",
        "GNU.sparse.size": str(size), "GNU.sparse.numblocks": "0", "GNU.sparse.map": "",
    }  # fmt: skip
    return packed((made, b""))


def headed(headers: Mapping[str, str]) -> bytes:
    made, body = member("package/file.js")
    made.pax_headers = dict(headers)
    return packed((made, body))


BOMBS = {
    "zeros": lambda: packed(member("package/zeros", bytes(401 * 1024**2))),
    "too many files": lambda: packed(*zeros(60_001)),
    "sparse": lambda: sparse(2**50),
    "negative size": lambda: headed({"size": "-5"}),
    "a size of more": lambda: headed({"size": str(2**60)}),
    "path outside in a header": lambda: headed({"path": "package/../../out.js"}),
    "absolute path in a header": lambda: headed({"path": "/tmp/chatbuilder-out.js"}),
    "too many folders": lambda: deep(1_200, 56),
    "too deep": lambda: packed(member("package/" + "a/" * 70 + "f")),
    "long part": lambda: packed(member("package/" + "n" * 300 + ".js")),
    "long path": lambda: packed(member("package/" + "nnnnnnnnn/" * 59 + "f" * 99)),
    "file and folder": lambda: packed(member("package/x"), member("package/x/y")),
    "folder and file": lambda: packed(member("package/x/y"), member("package/x")),
    "cut": lambda: packed(member("package/a.js", os.urandom(9_000)))[:5_000],
    "no archive": lambda: b"<html>not found</html>",
    "empty": lambda: b"",
    "no gzip": lambda: gzip.decompress(packed()),
    "gzip in gzip": lambda: gzip.compress(packed()),
    "brackets": lambda: gzip.compress(b"[" * 100_000),
}  # fmt: skip


@pytest.mark.parametrize("made", BOMBS.values(), ids=BOMBS)
def test_what_is_too_much_or_no_archive_is_refused(made: object, tmp_path: Path) -> None:
    with pytest.raises(ArchiveInvalid):
        unpack(made(), tmp_path)  # type: ignore[operator]
    assert sum(1 for _ in (tmp_path / "package").rglob("*")) <= 2 * 60_000
    assert outside_of(tmp_path / "package") == set()


@pytest.mark.parametrize("integrity", ["", "sha512-", "sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=", "sha512-" + "A" * 86 + "=="])
def test_only_the_whole_sha512_of_the_catalog_is_taken(integrity: str, tmp_path: Path) -> None:
    archive, target = tmp_path / "a.tgz", tmp_path / "package"
    archive.write_bytes(packed())
    target.mkdir()
    with pytest.raises(ArchiveInvalid, match="another hash"):
        unpack_archive(archive, integrity, target)


ODD = {
    "twins": (member("package/a.js", b"1"), member("package/a.js", b"2")),
    "case twins": (member("package/a.js", b"1"), member("package/A.js", b"2")),
    "npmrc": (member("package/.npmrc", b"registry=" + EVIL + b"\nignore-scripts=false\n"),),
    "other root": (member("evil/b.js"),),
    "no root": (member("b.js"),),
    "unicode twins": (member("package/é.js"), member("package/e\u0301.js")),
    "turned around": (member("package/\u202esj.a"),),
    "control characters": (member("package/a\nb.js"), member("package/\x1b[2J.js")),
    "no utf-8": (member("package/\udcff.js"),),
}  # fmt: skip


@pytest.mark.parametrize("members", ODD.values(), ids=ODD)
def test_odd_names_stay_inside(members: tuple[tuple[tarfile.TarInfo, bytes], ...], tmp_path: Path) -> None:
    target = unpack(packed(*members), tmp_path)
    assert (target / "package.json").is_file() and outside_of(target) == set()


def test_a_program_of_another_package_does_not_take_the_name_of_a_packages_own(tmp_path: Path) -> None:
    modules = tmp_path / "node_modules"
    for name, program in (("a-helper", "vite"), ("vite", "vite"), ("@a/vite", "vite")):
        folder = modules / name
        folder.mkdir(parents=True)
        (folder / "run.js").write_text("")
        (folder / "package.json").write_text(f'{{"name": "{name}", "bin": {{"{program}": "run.js"}}}}')
    link_programs(modules, [f"node_modules/{name}" for name in ("@a/vite", "a-helper", "vite")])
    assert (modules / ".bin" / "vite").readlink() == Path("../vite/run.js")
