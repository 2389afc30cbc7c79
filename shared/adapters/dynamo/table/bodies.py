"""Bulky parts of items: compressed in the item, or in an object of their own when even that is too large."""

import hashlib

from shared.adapters.dynamo.table.items import PACKED, Item, expand, squeeze
from shared.ports.storage import BlobStore

INLINE_MOST = 300_000
_POINTER = "z_key"


class Bodies:
    """Packs and unpacks. The object is named by its content and written before the item that points to it."""

    def __init__(self, blobs: BlobStore) -> None:
        self._blobs = blobs

    def pack(self, body: bytes, folder: str) -> Item:
        """The attributes that hold `body`; `folder` is where it goes when it is too large for an item."""
        small = squeeze(body)
        if len(small) <= INLINE_MOST:
            return {PACKED: small}
        key = f"{folder}{hashlib.sha256(body).hexdigest()[:40]}.zst"
        self._blobs.put_new(key, small)
        return {_POINTER: key}

    def unpack(self, item: Item) -> bytes:
        """The body that `pack` was given; empty when the item has none."""
        if _POINTER in item:
            return expand(self._blobs.get(item[_POINTER]))
        return expand(item[PACKED]) if PACKED in item else b""
