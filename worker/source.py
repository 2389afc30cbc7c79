"""Unpacking the source archive. It is data from outside: plain files only, inside the project, within limits."""

import os
import tarfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from typing import BinaryIO, cast

import zstandard

SOURCE_BYTES = 64 * 1024**2
UNPACKED_BYTES = 64 * 1024**2
FILES = 5000
PATH_CHARS = 400
PATH_LEVELS = 32
_BLOCK = 512
_FORBIDDEN_ROOTS = ("node_modules", ".git")


class SourceInvalid(ValueError):
    """The archive is not one this worker unpacks; the message says why."""


def unpack(archive: Path, project: Path) -> int:
    """Write the archive's files below the new directory `project`; their number. Anything odd raises SourceInvalid."""
    project.mkdir()
    try:
        with open_zstd(archive) as stream:
            return _unpack_tar(_Bounded(stream), project)
    except (ZstdInvalid, tarfile.TarError, EOFError) as error:
        raise SourceInvalid(f"The source archive cannot be read: {error}") from error


class _Bounded:
    """A reader that stops a decompression bomb and remembers how the stream ended."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._left = UNPACKED_BYTES + FILES * 4 * _BLOCK
        self._tail = b""

    def read(self, size: int) -> bytes:
        chunk = self._stream.read(size)
        self._left -= len(chunk)
        if self._left < 0:
            raise SourceInvalid(f"The source archive unpacks to more than {UNPACKED_BYTES} bytes.")
        self._tail = (self._tail + chunk)[-_BLOCK:]
        return chunk

    def ended_whole(self) -> bool:
        """Whether the stream, read to its end, ends in a tar's closing block."""
        while self.read(65536):
            pass
        return self._tail == bytes(_BLOCK)


def _unpack_tar(stream: _Bounded, project: Path) -> int:
    count = size = 0
    with tarfile.open(fileobj=stream, mode="r|", errorlevel=2) as tar:  # type: ignore[call-overload]  # only read() is used
        for member in tar:
            if member.isdir():
                continue
            count, size = count + 1, size + member.size
            if count > FILES or size > UNPACKED_BYTES:
                raise SourceInvalid(f"The source holds more than {FILES} files or {UNPACKED_BYTES} bytes.")
            _write_member(tar, member, project)
    if not stream.ended_whole():
        raise SourceInvalid("The source archive is cut short.")
    return count


def _write_member(tar: tarfile.TarFile, member: tarfile.TarInfo, project: Path) -> None:
    path = safe_path(member.name)
    content = None if member.issparse() or not member.isreg() else tar.extractfile(member)
    if content is None:
        raise SourceInvalid(f"{path}: only plain files are allowed in a source archive.")
    target = project / path
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        handle = os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC, 0o644)
    except (FileExistsError, NotADirectoryError) as error:
        raise SourceInvalid(f"{path}: {error.strerror}.") from error
    with os.fdopen(handle, "wb") as file:
        file.write(content.read())


def safe_path(name: str) -> PurePosixPath:
    """`name` as a relative path that stays inside the project, or SourceInvalid."""
    parts = name.split("/")
    odd = (
        any(part in ("", ".", "..") or len(part.encode("utf-8", "replace")) > 255 for part in parts)
        or "\\" in name
        or not name.isprintable()
    )
    if odd or len(name) > PATH_CHARS or len(parts) > PATH_LEVELS or parts[0] in _FORBIDDEN_ROOTS:
        raise SourceInvalid(f"{name[:80]!r}: this path is not allowed in a source archive.")
    return PurePosixPath(name)


_MAX_WINDOW_LOG = 27


class ZstdInvalid(ValueError):
    """The bytes are not one whole zstd stream."""


@contextmanager
def open_zstd(path: Path) -> Iterator[BinaryIO]:
    """The decompressed stream of `path`, read as far as the caller reads. Bad input raises ZstdInvalid."""
    try:
        with path.open("rb") as packed:
            decompressor = zstandard.ZstdDecompressor(max_window_size=1 << _MAX_WINDOW_LOG)
            yield cast(BinaryIO, decompressor.stream_reader(packed, read_across_frames=False))
    except zstandard.ZstdError as error:
        raise ZstdInvalid(str(error)) from error
