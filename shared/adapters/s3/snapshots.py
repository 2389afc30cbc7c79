"""Source trees in a bucket, named by their git ids."""

import hashlib
import io
import tarfile
import threading
from collections import OrderedDict
from collections.abc import Mapping
from pathlib import PurePosixPath

import zstandard
from pydantic import TypeAdapter

from shared.adapters.dynamo.table.items import squeeze
from shared.adapters.s3 import blob_keys, git_ids
from shared.domain.base import Files
from shared.domain.errors import Bug, NotFound
from shared.domain.revisions.revision import FileEntry
from shared.domain.tar_headers import TarHeaders
from shared.ports.storage import BlobStore

_MANIFEST: TypeAdapter[list[FileEntry]] = TypeAdapter(list[FileEntry])
_Place = tuple[str, str, str]


class BlobSnapshotStore:
    """`SnapshotStore` over a `BlobStore`. The last few trees stay in memory, so a warm function reads none twice."""

    def __init__(self, blobs: BlobStore, cached_trees: int = 8) -> None:
        self._blobs = blobs
        self._cache = _TreeCache(cached_trees)

    def put(self, tenant_id: str, app_id: str, files: Files) -> str:
        tree = git_ids.tree_id(files)
        place = (tenant_id, app_id, tree)
        if self._cache.find(place) is None:
            manifest = _MANIFEST.dump_json(manifest_of(files))
            self._blobs.put_new(blob_keys.tree_manifest(*place), manifest, "application/json")
            self._blobs.put_new(blob_keys.tree_archive(*place), write_archive(files), "application/zstd")
            self._cache.keep(place, files)
        return tree

    def get(self, tenant_id: str, app_id: str, tree: str) -> Files:
        place = (tenant_id, app_id, tree)
        files = self._cache.find(place)
        if files is None:
            files = read_archive(self._read(blob_keys.tree_archive(*place)))
            self._cache.keep(place, files)
        return dict(files)

    def manifest(self, tenant_id: str, app_id: str, tree: str) -> list[FileEntry]:
        files = self._cache.find((tenant_id, app_id, tree))
        if files is not None:
            return manifest_of(files)
        return _MANIFEST.validate_json(self._read(blob_keys.tree_manifest(tenant_id, app_id, tree)))

    def source_url(self, tenant_id: str, app_id: str, tree: str, seconds: int) -> str:
        return self._blobs.presign_get(blob_keys.tree_archive(tenant_id, app_id, tree), seconds)

    def tree_id(self, files: Mapping[str, bytes]) -> str:
        return git_ids.tree_id(files)

    def commit_id(self, tree: str, parent: str | None, message: str, author: str, epoch: int) -> str:
        return git_ids.commit_id(tree, parent, message, author, epoch)

    def _read(self, key: str) -> bytes:
        try:
            return self._blobs.get(key)
        except NotFound as error:
            raise NotFound("There is no such tree.") from error


class _TreeCache:
    """The trees used last. A tree never changes, so nothing is ever stale."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._lock = threading.Lock()
        self._trees: OrderedDict[_Place, Files] = OrderedDict()

    def find(self, place: _Place) -> Files | None:
        with self._lock:
            files = self._trees.get(place)
            if files is not None:
                self._trees.move_to_end(place)
            return files

    def keep(self, place: _Place, files: Files) -> None:
        with self._lock:
            self._trees[place] = {path: files[path] for path in sorted(files)}
            self._trees.move_to_end(place)
            while len(self._trees) > self._most:
                self._trees.popitem(last=False)


def manifest_of(files: Mapping[str, bytes]) -> list[FileEntry]:
    return [
        FileEntry(path=path, size=len(files[path]), sha256=hashlib.sha256(files[path]).hexdigest())
        for path in sorted(files)
    ]


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
        raw = _unpacked(data)
        with tarfile.open(fileobj=TarHeaders(raw), mode="r:") as tar:
            return _files(tar, raw)
    except (tarfile.TarError, zstandard.ZstdError, RecursionError, ValueError) as error:
        raise Bug("A source archive cannot be read.") from error


def _files(tar: tarfile.TarFile, raw: bytes) -> Files:
    files: Files = {}
    for member in tar:
        end = member.offset_data + member.size
        is_file = member.isreg() and member.size >= 0 and end <= len(raw)
        if not is_file or member.name in files or len(files) == FILES_MOST or not _is_inside(member.name):
            raise Bug("A source archive holds something that is not a file of a project.")
        files[member.name] = raw[member.offset_data : end]
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
