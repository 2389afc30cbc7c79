"""The catalog's bundled packages, out of the archive in the data bucket."""

import io
import zipfile

from shared.domain.assets.draft_packages import ARCHIVE, INDEX, packages_digest, packages_key
from shared.domain.errors import NotFound
from shared.ports.storage import BlobStore

_MOST_BYTES = 64 * 1024 * 1024
_MOST_OF_ONE = 5 * 1024 * 1024


class ZippedPackages:
    """`DraftPackages`: the archive is read once a process; its files are opened as they are asked for."""

    def __init__(self, blobs: BlobStore, lock: str) -> None:
        self.digest = packages_digest(lock)
        self._blobs = blobs
        self._index = packages_key(lock, INDEX)
        self._key = packages_key(lock, ARCHIVE)
        self._there = False
        self._archive: bytes | None = None

    def index_url(self, seconds: int) -> str | None:
        self._there = self._there or self._blobs.exists(self._index)
        return self._blobs.presign_get(self._index, seconds) if self._there else None

    def read(self, path: str) -> bytes | None:
        try:
            if self._archive is None:
                self._archive = self._blobs.get(self._key, max_bytes=_MOST_BYTES)
            with zipfile.ZipFile(io.BytesIO(self._archive)) as archive:
                return archive.read(path) if archive.getinfo(path).file_size <= _MOST_OF_ONE else None
        except (KeyError, NotFound):
            return None
