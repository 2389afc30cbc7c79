"""The sparse index `open`: what is not finished, by age. Its attributes exist only on open items."""

from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from itertools import islice
from typing import TypeVar

from pydantic import BaseModel

from shared.adapters.dynamo.table.items import Item, entity_of
from shared.adapters.dynamo.table.table import Table

E = TypeVar("E", bound=BaseModel)
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
            found = entity_of(entity, item) if item is not None else None
            if found is not None and still_open(found):
                yield found
