"""Buckets, snapshots and the CDN in memory."""

import hashlib
import threading
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from shared.adapters.s3.git_ids import commit_id, tree_id
from shared.domain.base import Files
from shared.domain.errors import NotFound, TooLarge
from shared.domain.revisions.revision import FileEntry
from shared.ports.storage import SiteObject, UploadTarget


class FakeBlobStore:
    """`BlobStore`: a dictionary; its addresses lead nowhere (`https://memory.invalid/`)."""

    def __init__(self) -> None:
        self.objects: dict[str, bytes] = {}
        self._lock = threading.Lock()

    def get(self, key: str, *, max_bytes: int | None = None) -> bytes:
        if key not in self.objects:
            raise NotFound("There is no such object.")
        data = self.objects[key]
        if max_bytes is not None and len(data) > max_bytes:
            raise TooLarge(f"The object has more than {max_bytes} bytes.")
        return data

    def put(self, key: str, data: bytes, content_type: str = "application/octet-stream") -> None:
        self.objects[key] = bytes(data)

    def put_new(self, key: str, data: bytes, content_type: str = "application/octet-stream") -> bool:
        with self._lock:
            if key in self.objects:
                return False
            self.objects[key] = bytes(data)
            return True

    def exists(self, key: str) -> bool:
        return key in self.objects

    def size(self, key: str) -> int | None:
        return len(self.objects[key]) if key in self.objects else None

    def delete(self, keys: Iterable[str]) -> None:
        for key in list(keys):
            self.objects.pop(key, None)

    def list(self, prefix: str) -> "list[str]":
        return sorted(key for key in self.objects if key.startswith(prefix))

    def presign_get(self, key: str, seconds: int) -> str:
        return f"https://memory.invalid/get/{key}?seconds={seconds}"

    def presign_post(self, key: str, *, max_bytes: int, seconds: int) -> UploadTarget:
        return UploadTarget(
            "https://memory.invalid/post/", {"key": key, "max_bytes": str(max_bytes), "seconds": str(seconds)}
        )


class FakeSiteStore:
    """`SiteStore`: `writes` lists every key written, in order, so that a test can see what was put last."""

    def __init__(self) -> None:
        self.objects: dict[str, SiteObject] = {}
        self.writes: list[str] = []

    def put(self, key: str, body: bytes, *, content_type: str, cache_control: str) -> None:
        self.writes.append(key)
        etag = f'"{hashlib.md5(body, usedforsecurity=False).hexdigest()}"'
        self.objects[key] = SiteObject(bytes(body), content_type, cache_control, etag)

    def copy(self, source: str, target: str, *, content_type: str, cache_control: str) -> None:
        if source not in self.objects:
            raise NotFound("There is no such object.")
        self.put(target, self.objects[source].body, content_type=content_type, cache_control=cache_control)

    def get(self, key: str) -> SiteObject | None:
        return self.objects.get(key)

    def list(self, prefix: str) -> "list[str]":
        return sorted(key for key in self.objects if key.startswith(prefix))

    def delete(self, keys: Iterable[str]) -> None:
        for key in list(keys):
            self.objects.pop(key, None)


class FakeDraftPackages:
    """`DraftPackages`: a dictionary; `ready` is False while they are being made."""

    digest = "f00d"

    def __init__(self) -> None:
        self.files = {"modules/react.js": b"export default 1;"}
        self.ready = True

    def index_url(self, seconds: int) -> str | None:
        return f"https://memory.invalid/packages?seconds={seconds}" if self.ready else None

    def read(self, path: str) -> bytes | None:
        return self.files.get(path)


class Invalidation(NamedTuple):
    """One call to the CDN."""

    slug: str
    paths: tuple[str, ...]


class FakeCdn:
    """`Cdn` that remembers."""

    def __init__(self) -> None:
        self.invalidations: list[Invalidation] = []
        self.forgotten: list[str] = []

    def invalidate(self, slug: str, paths: Iterable[str]) -> None:
        self.invalidations.append(Invalidation(slug, tuple(paths)))

    def invalidate_folders(self, prefixes: Iterable[str]) -> None:
        self.forgotten += prefixes


class FakeSnapshotStore:
    """`SnapshotStore` with real git ids; `stored` counts the trees that were new."""

    def __init__(self) -> None:
        self.trees: dict[tuple[str, str, str], Files] = {}
        self.stored = 0

    def put(self, tenant_id: str, app_id: str, files: Files) -> str:
        tree = tree_id(files)
        self.stored += (tenant_id, app_id, tree) not in self.trees
        self.trees[tenant_id, app_id, tree] = {path: bytes(files[path]) for path in sorted(files)}
        return tree

    def get(self, tenant_id: str, app_id: str, tree: str) -> Files:
        if (tenant_id, app_id, tree) not in self.trees:
            raise NotFound("There is no such tree.")
        return dict(self.trees[tenant_id, app_id, tree])

    def manifest(self, tenant_id: str, app_id: str, tree: str) -> list[FileEntry]:
        files = self.get(tenant_id, app_id, tree)
        return [
            FileEntry(path=path, size=len(files[path]), sha256=hashlib.sha256(files[path]).hexdigest())
            for path in sorted(files)
        ]

    def source_url(self, tenant_id: str, app_id: str, tree: str, seconds: int) -> str:
        return f"https://memory.invalid/tree/{tenant_id}/{app_id}/{tree}?seconds={seconds}"

    def tree_id(self, files: Mapping[str, bytes]) -> str:
        return tree_id(files)

    def commit_id(self, tree: str, parent: str | None, message: str, author: str, epoch: int) -> str:
        return commit_id(tree, parent, message, author, epoch)
