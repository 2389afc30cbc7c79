"""The sparse index `open`: what is not finished, by age. Its attributes exist only on open items."""

import logging
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from itertools import islice
from typing import TypeVar

from pydantic import BaseModel

from shared.adapters.dynamo.table.items import Item, entity_of
from shared.adapters.dynamo.table.table import Table
from shared.domain.errors import Unreadable

E = TypeVar("E", bound=BaseModel)
logger = logging.getLogger(__name__)
_CHUNK = 50


def open_marks(kind: str, since: datetime) -> Item:
    """The attributes that put an item on the index."""
    moment = since.astimezone(UTC).isoformat(timespec="milliseconds")
    return {"open_kind": kind, "open_since": moment}


def open_entities(table: Table, entity: type[E], kind: str, still_open: Callable[[E], bool]) -> Iterable[E]:
    """Oldest first. The index lags, so each item is read again and left out when it has ended meanwhile."""
    entries = iter(table.open(kind))
    while chunk := list(islice(entries, _CHUNK)):
        for item in table.get_many(chunk):
            found = _read(entity, item) if item is not None else None
            if found is not None and still_open(found):
                yield found


def _read(entity: type[E], item: Item) -> E | None:
    """None for one that this release cannot read: the others do not wait for the release that can."""
    try:
        return entity_of(entity, item)
    except Unreadable:
        logger.exception("an open record cannot be read", extra={"record": entity.__name__, "id": item.get("id")})
        return None
