"""Finds what a project knows about a few words."""

from collections.abc import Sequence
from itertools import islice

from pydantic import BaseModel

from shared.domain.brain.search import FOUND_KINDS, Findable, Hit, SearchRequest, best_hits
from shared.domain.errors import AppError
from shared.domain.identity import Principal
from shared.domain.work_budget import ITEM_CHARACTERS_SEARCHED, ITEMS_SEARCHED
from shared.ports.embedder import Embedder
from shared.services.brain.find_items import Place, find_items
from shared.services.brain.nearest_items import nearest_items
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
        room -= len(one.text)
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
