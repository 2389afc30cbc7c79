"""Source trees in a bucket, named by their git ids."""

import hashlib
import threading
from collections import OrderedDict
from collections.abc import Mapping

from pydantic import TypeAdapter

from shared.adapters.s3 import blob_keys, git_ids
from shared.adapters.s3.snapshot_archive import read_archive, write_archive
from shared.domain.base import Files
from shared.domain.errors import NotFound
from shared.domain.revisions.revision import FileEntry
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
    """The files of a tree by path, with sizes and hashes."""
    return [
        FileEntry(path=path, size=len(files[path]), sha256=hashlib.sha256(files[path]).hexdigest())
        for path in sorted(files)
    ]
