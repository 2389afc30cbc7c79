"""Unpacks the archive of a package as npm makes it: the bytes of one hash, plain files, all inside the package."""

import base64
import gzip
import hashlib
import os
import shutil
import tarfile
import zlib
from pathlib import Path, PurePosixPath

_BLOCK = 1024 * 1024
_MOST_BYTES, _MOST_FILES = 400 * 1024**2, 60_000
_DEEPEST, _LONGEST = 60, 600
"""Of the folders of a path, and of its characters: inside of a project both grow."""
_BROKEN = (tarfile.TarError, EOFError, OSError, ValueError, OverflowError, RecursionError, zlib.error)
_SOURCE_MAPS = (".js.map", ".mjs.map", ".cjs.map", ".ts.map", ".mts.map", ".cts.map", ".css.map")


class ArchiveInvalid(ValueError):
    """The archive is not the one that was asked for, or not one that is unpacked; the message says why."""


def unpack_archive(archive: Path, integrity: str, target: Path) -> None:
    """The package in the directory `target`, without source maps, readable by all and writable by nobody."""
    if _hash(archive) != integrity:
        raise ArchiveInvalid("the archive has another hash than the catalog's")
    try:
        with _Bounded(archive, "rb") as content, tarfile.open(fileobj=content, mode="r:") as tar:
            _unpack(tar, target)
    except ArchiveInvalid:
        raise
    except _BROKEN as error:
        raise ArchiveInvalid(f"the archive cannot be unpacked: {error}") from error


class _Bounded(gzip.GzipFile):
    """What was compressed, up to a size. A header is read at once by as many bytes as it says it has."""

    def read(self, size: int | None = -1) -> bytes:
        if size is None or not 0 <= size <= 2 * _BLOCK:
            raise ArchiveInvalid("a header in it is too large")
        _require_small(self.tell() + size)
        return super().read(size)

    def seek(self, offset: int, whence: int = os.SEEK_SET) -> int:
        _require_small(offset)
        return super().seek(offset, whence)


def _require_small(position: int) -> None:
    if position > 2 * _MOST_BYTES:
        raise ArchiveInvalid(f"it has more than {2 * _MOST_BYTES} bytes")


def _hash(archive: Path) -> str:
    found = hashlib.sha512()
    with archive.open("rb") as file:
        while block := file.read(_BLOCK):
            found.update(block)
    return f"sha512-{base64.b64encode(found.digest()).decode()}"


def _unpack(tar: tarfile.TarFile, target: Path) -> None:
    count = size = 0
    folders: set[PurePosixPath] = set()
    for member in tar:
        count, size = count + 1, size + member.size
        if count > _MOST_FILES or size > _MOST_BYTES or member.size < 0:
            raise ArchiveInvalid(f"it has more than {_MOST_FILES} files or {_MOST_BYTES} bytes")
        if not member.isreg():
            continue  # npm leaves links and devices out, and makes folders itself
        path = _inside(member.name)
        if path is not None and not path.name.endswith(_SOURCE_MAPS):
            folders.update(path.parents)  # a short path can bring many of them
            if len(folders) > _MOST_FILES:
                raise ArchiveInvalid(f"it has more than {_MOST_FILES} folders")
            _write(tar, member, target / path)


def _inside(name: str) -> PurePosixPath | None:
    """The path below the archive's one folder, whatever that is called."""
    parts = [part for part in name.split("/") if part not in ("", ".")]
    if name.startswith("/") or ".." in parts or "\0" in name or "\\" in name:
        raise ArchiveInvalid("a file lies outside of the package")
    if len(parts) > _DEEPEST or len(name) > _LONGEST:
        raise ArchiveInvalid("a file lies too deep")
    return PurePosixPath(*parts[1:]) if len(parts) > 1 else None


def _write(tar: tarfile.TarFile, member: tarfile.TarInfo, path: Path) -> None:
    content = tar.extractfile(member)
    if content is None:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    path.unlink(missing_ok=True)  # of two of one name the last one counts, as for npm
    with path.open("xb") as file:
        shutil.copyfileobj(content, file, _BLOCK)
    os.chmod(path, 0o555 if member.mode & 0o111 else 0o444)  # noqa: PTH101
