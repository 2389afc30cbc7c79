"""The words of a document, counted once and stored beside its text, so that a search reads only its own words."""

import threading
from collections import OrderedDict

from shared.domain.planning.document import DOCUMENT_BYTES_MOST, Document, terms_key, text_key
from shared.domain.text.ranking import piece_words
from shared.domain.text.term_index import TermIndex, encode_terms
from shared.ports.storage import BlobStore
from shared.services.or_none import blob_or_none

_INDEX_BYTES = 64 * 1024 * 1024
_KEPT_BYTES = 32 * 1024 * 1024
"""Of the indexes that were read last. None ever changes, and reading one takes longer than searching in it."""


class _Kept:
    """Indexes by key, those used last; for several threads."""

    def __init__(self, most: int) -> None:
        self._most, self._lock, self._found = most, threading.Lock(), OrderedDict[str, bytes]()

    def get(self, key: str) -> bytes | None:
        with self._lock:
            if key in self._found:
                self._found.move_to_end(key)
            return self._found.get(key)

    def put(self, key: str, data: bytes) -> None:
        with self._lock:
            self._found[key] = data
            while sum(map(len, self._found.values())) > self._most:
                self._found.popitem(last=False)


_kept = _Kept(_KEPT_BYTES)


def document_bytes(document: Document, blobs: BlobStore) -> bytes:
    """Its text in UTF-8, or nothing when it is gone."""
    key = text_key(document.tenant_id, document.app_id, document.text_hash)
    return blob_or_none(blobs, key, DOCUMENT_BYTES_MOST) or b""


def index_of(document: Document, blobs: BlobStore) -> TermIndex:
    """The index of a document's words, stored when it was added; of an older document it is made now, and stored."""
    key = terms_key(document.tenant_id, document.app_id, document.text_hash)
    data = _kept.get(key) if blobs.exists(key) else None  # what was deleted is not used
    if data is None:
        data = blob_or_none(blobs, key, _INDEX_BYTES) or _made(document, blobs)
        _kept.put(key, data)
    return TermIndex(data)


def _made(document: Document, blobs: BlobStore) -> bytes:
    text = document_bytes(document, blobs).decode("utf-8", "replace")
    return store_index(document.tenant_id, document.app_id, document.text_hash, text, blobs)


def store_index(tenant_id: str, app_id: str, text_hash: str, text: str, blobs: BlobStore) -> bytes:
    """Count the words of a text and store them. A text never changes, so that all writers store the same bytes."""
    data = encode_terms(text, piece_words)
    if text:
        blobs.put(terms_key(tenant_id, app_id, text_hash), data)
    return data
