"""Objects: the data bucket, the site bucket, source snapshots and the CDN."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple, Protocol

from shared.domain.base import Files
from shared.domain.revisions.revision import FileEntry


class UploadTarget(NamedTuple):
    """A presigned POST."""

    url: str
    fields: dict[str, str]


Keys = list[str]


class BlobStore(Protocol):
    """The data bucket: private objects by key."""

    def get(self, key: str, *, max_bytes: int | None = None) -> bytes:
        """The object, read once. NotFound; TooLarge when it has more than `max_bytes`."""

    def put(self, key: str, data: bytes, content_type: str = "application/octet-stream") -> None: ...

    def put_new(self, key: str, data: bytes, content_type: str = "application/octet-stream") -> bool:
        """Store if the key is free; False when it is taken."""

    def exists(self, key: str) -> bool: ...

    def size(self, key: str) -> int | None: ...

    def delete(self, keys: Iterable[str]) -> None: ...

    def list(self, prefix: str) -> Keys: ...

    def presign_get(self, key: str, seconds: int) -> str: ...

    def presign_post(self, key: str, *, max_bytes: int, seconds: int) -> UploadTarget:
        """A form that uploads exactly this key, of at most `max_bytes`."""


class SiteObject(NamedTuple):
    """One file as it is served."""

    body: bytes
    content_type: str
    cache_control: str
    etag: str


class SiteStore(Protocol):
    """The site bucket: what the CDN reads."""

    def put(self, key: str, body: bytes, *, content_type: str, cache_control: str) -> None: ...

    def copy(self, source: str, target: str, *, content_type: str, cache_control: str) -> None: ...

    def get(self, key: str) -> SiteObject | None: ...

    def list(self, prefix: str) -> Keys: ...

    def delete(self, keys: Iterable[str]) -> None: ...


class Cdn(Protocol):
    """What stands before the site bucket."""

    def invalidate(self, slug: str, paths: Iterable[str]) -> None:
        """Forget cached answers of a live site; returns at once."""

    def invalidate_folders(self, prefixes: Iterable[str]) -> None:
        """Forget all cached answers of published revisions' folders; returns at once."""


class SnapshotStore(Protocol):
    """Source trees: one immutable archive per distinct tree of an app, its manifest beside it."""

    def put(self, tenant_id: str, app_id: str, files: Files) -> str:
        """Store the tree if it is new; the git tree id."""

    def get(self, tenant_id: str, app_id: str, tree: str) -> Files: ...

    def manifest(self, tenant_id: str, app_id: str, tree: str) -> list[FileEntry]:
        """Sorted by path."""

    def source_url(self, tenant_id: str, app_id: str, tree: str, seconds: int) -> str:
        """A short-lived address of the archive, the only way a worker sees a tree."""

    def tree_id(self, files: Mapping[str, bytes]) -> str:
        """The git tree id of a tree, without storing it."""

    def commit_id(self, tree: str, parent: str | None, message: str, author: str, epoch: int) -> str:
        """The git commit id a revision has when exported."""
