"""Finds what a project knows about a few words."""

import json
from base64 import b64decode, b64encode
from collections.abc import Mapping, Sequence
from itertools import islice

from pydantic import BaseModel

from shared.domain.brain.search import FOUND_KINDS, Findable, Hit, SearchRequest, best_hits
from shared.domain.brain.vectors import key_of, nearest, packed
from shared.domain.errors import AppError, NotFound, TooLarge
from shared.domain.identity import Principal
from shared.domain.work_budget import ITEM_CHARACTERS_SEARCHED, ITEMS_SEARCHED
from shared.ports.model import Embedder
from shared.ports.storage import BlobStore
from shared.services.brain.find_items import Place, find_items
from shared.services.get_app import get_app
from shared.services.loop_ports import LoopPorts


class FoundItems(BaseModel):
    """Best first. `complete` is false where the project has more than was looked through.

    `by_meaning`: an embedder was asked too; false where there is none, or it did not answer.
    """

    items: list[Hit]
    complete: bool
    by_meaning: bool


def search_project(
    *, principal: Principal, app_id: str, request: SearchRequest, ports: LoopPorts, embedder: Embedder | None = None
) -> FoundItems:
    """The best of all kinds that were asked for. NotFound for an app of somebody else."""
    app = get_app(principal=principal, app_id=app_id, apps=ports.apps)
    place = (app.tenant_id, app.id)
    kinds = [kind for kind in FOUND_KINDS if kind in request.kinds]
    items, complete = _within(islice(find_items(place, kinds, ports), ITEMS_SEARCHED + 1))
    near = _near(request.query, items, place, ports, embedder)
    return FoundItems(
        items=best_hits(request.query, items, request.limit, near or ()), complete=complete, by_meaning=near is not None
    )


def _within(found: "islice[Findable]") -> tuple[list[Findable], bool]:
    """As many as one search looks through, and whether those are all."""
    items, room = list[Findable](), ITEM_CHARACTERS_SEARCHED
    for one in found:
        room -= one.characters
        if room < 0 or len(items) == ITEMS_SEARCHED:
            return items, False
        items.append(one)
    return items, True


def _near(
    query: str, items: Sequence[Findable], place: Place, ports: LoopPorts, embedder: Embedder | None
) -> list[int] | None:
    """None without an embedder, and when it fails: words alone are an answer too."""
    if embedder is None:
        return None
    try:
        return nearest_items(query, items, place, embedder=embedder, blobs=ports.blobs)
    except AppError:
        return None


VECTORS_MOST, VECTORS_AT_ONCE = 2_000, 64
"""Items of a project that have one, the first of those that are searched, and how many are made for one search."""
_TEXT, _BYTES = 2_000, 32 * 1024 * 1024


def nearest_items(
    query: str, items: Sequence[Findable], place: Place, *, embedder: Embedder, blobs: BlobStore
) -> list[int]:
    """Places in `items`, nearest first. Unavailable when the embedder fails. Two searches at once may make the same
    vectors twice, and the later one keeps its own: the next search makes what is missing.
    """
    texts = [f"{one.title}\n{one.text}"[:_TEXT] for one in (item.whole() for item in items[:VECTORS_MOST])]
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
