"""What the stores of one table share: entities by key, pages of them, and the write of a next version."""

from collections.abc import Collection, Mapping
from typing import Any, TypeVar

from shared.adapters.dynamo.table.items import E, entity_item, entity_of
from shared.adapters.dynamo.table.keys import Key
from shared.adapters.dynamo.table.table import Table
from shared.adapters.dynamo.table.writes import ABSENT, Refusal, Write, changed, equals, put
from shared.domain.base import Entity, Page

V = TypeVar("V", bound=Entity)
_NO_MARKS: Mapping[str, Any] = {}


class Store:
    def __init__(self, table: Table) -> None:
        self._table = table

    def _find(self, kind: type[E], key: Key) -> E | None:
        item = self._table.get(key)
        return entity_of(kind, item) if item is not None else None

    def _require(self, kind: type[E], key: Key, what: str) -> E:
        """NotFound names `what` there is none of."""
        return entity_of(kind, self._table.require(key, what))

    def _page(self, kind: type[E], partition: str, prefix: str, limit: int, cursor: str | None) -> Page[E]:
        items, following = self._table.page(partition, prefix, limit=limit, cursor=cursor)
        return Page(items=[entity_of(kind, item) for item in items], next_cursor=following)

    def _between(self, kind: type[E], partition: str, first: str, last: str) -> list[E]:
        return [entity_of(kind, item) for item in self._table.query(partition, first, last)]

    def _put_next(self, entity: V, key: Key, packed: Collection[str] = ()) -> V:
        return self._apply(next_write(entity, key, packed))

    def _apply(self, write: tuple[Write, E], *more: Write) -> E:
        """Do them all; what the first one stores."""
        self._table.apply(write[0], *more)
        return write[1]


def next_write(
    entity: V,
    key: Key,
    packed: Collection[str] = (),
    *,
    marks: Mapping[str, Any] = _NO_MARKS,
    refused: Refusal = changed,
) -> tuple[Write, V]:
    """The write of the next version, and that version; what nobody has written yet has version 0."""
    version = int(entity.version)  # type: ignore[attr-defined]  # only what has one is written like this
    stored = entity.model_copy(update={"version": version + 1})
    known = equals("version", version) if version else ABSENT
    return put({**entity_item(stored, key, packed), **marks}, known, refused), stored
