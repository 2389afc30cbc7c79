"""A source tree as one archive: a deterministic tar in zstd, read back with limits."""

import io
import tarfile
from pathlib import PurePosixPath

import zstandard

from shared.adapters.dynamo.table.items import squeeze
from shared.domain.base import Files
from shared.domain.errors import Bug

UNPACKED_MOST = 64 * 1024 * 1024
FILES_MOST = 5000


def write_archive(files: Files) -> bytes:
    """The archive of a tree: equal trees give equal bytes."""
    raw = io.BytesIO()
    with tarfile.open(fileobj=raw, mode="w", format=tarfile.PAX_FORMAT) as tar:
        for path in sorted(files):
            tar.addfile(_member(path, len(files[path])), io.BytesIO(files[path]))
    return squeeze(raw.getvalue())


def read_archive(data: bytes) -> Files:
    """The tree in an archive; Bug for anything that `write_archive` would not have made."""
    try:
        with tarfile.open(fileobj=io.BytesIO(_unpacked(data)), mode="r:") as tar:
            return _files(tar)
    except (tarfile.TarError, zstandard.ZstdError) as error:
        raise Bug("A source archive cannot be read.") from error


def _files(tar: tarfile.TarFile) -> Files:
    files: Files = {}
    for member in tar:
        content = tar.extractfile(member) if member.isreg() else None
        if content is None or member.name in files or len(files) == FILES_MOST or not _is_inside(member.name):
            raise Bug("A source archive holds something that is not a file of a project.")
        files[member.name] = content.read()
    return files


def _member(path: str, size: int) -> tarfile.TarInfo:
    member = tarfile.TarInfo(path)
    member.size, member.mode, member.mtime = size, 0o644, 0
    return member


def _unpacked(data: bytes) -> bytes:
    """Whole or not at all: the frame says its length, so one that is cut short is noticed."""
    size = zstandard.frame_content_size(data)
    if not 0 <= size <= UNPACKED_MOST:
        raise Bug("A source archive unpacks to too much.")
    return zstandard.ZstdDecompressor().decompress(data, max_output_size=size)


def _is_inside(path: str) -> bool:
    parts = PurePosixPath(path).parts
    return bool(parts) and parts[0] != "/" and ".." not in parts
