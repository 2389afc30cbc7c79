"""The items nearest to a query in meaning. Vectors are kept with the project, and made some at a time."""

import json
from base64 import b64decode, b64encode
from collections.abc import Mapping, Sequence

from shared.domain.brain.search import Findable
from shared.domain.brain.vectors import key_of, nearest, packed
from shared.domain.errors import NotFound, TooLarge
from shared.ports.embedder import Embedder
from shared.ports.storage import BlobStore
from shared.services.brain.find_items import Place

VECTORS_MOST, VECTORS_AT_ONCE = 2_000, 64
"""Items of a project that have one, the first of those that are searched, and how many are made for one search."""
_TEXT, _BYTES = 2_000, 32 * 1024 * 1024


def nearest_items(
    query: str, items: Sequence[Findable], place: Place, *, embedder: Embedder, blobs: BlobStore
) -> list[int]:
    """Places in `items`, nearest first. Unavailable when the embedder fails. Two searches at once may make the same
    vectors twice, and the later one keeps its own: the next search makes what is missing.
    """
    texts = [f"{one.title}\n{one.text}"[:_TEXT] for one in items[:VECTORS_MOST]]
    keys = [f"{key_of(text)}" for text in texts]
    folder = _key(place, embedder.model)
    known = _stored(folder, blobs)
    missing = dict(
        list({key: text for key, text in zip(keys, texts, strict=True) if key not in known}.items())[:VECTORS_AT_ONCE]
    )
    made = [packed(vector) for vector in embedder.embed([query, *missing.values()]).vectors]
    if missing:
        kept = set(keys)
        known = {key: one for key, one in known.items() if key in kept} | dict(zip(missing, made[1:], strict=True))
        _store(folder, known, blobs)
    return nearest(made[0], keys, known)


def _key(place: Place, model: str) -> str:
    tenant_id, app_id = place
    return f"apps/{tenant_id}/{app_id}/vectors/{key_of(model)}.json"


def _stored(key: str, blobs: BlobStore) -> Mapping[str, bytes]:
    try:
        read = json.loads(blobs.get(key, max_bytes=_BYTES))
    except (NotFound, TooLarge, ValueError):
        return {}
    return {name: b64decode(one) for name, one in read.items()}


def _store(key: str, vectors: Mapping[str, bytes], blobs: BlobStore) -> None:
    body = json.dumps({name: b64encode(one).decode() for name, one in vectors.items()})
    blobs.put(key, body.encode(), "application/json")
