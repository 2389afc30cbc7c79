"""The memory behind the fake stores: entities as JSON by key, so that nothing handed out can change what is stored."""

import threading
from collections.abc import Callable
from typing import TypeVar

from pydantic import BaseModel

from shared.adapters.dynamo.table.cursors import decode_cursor, encode_cursor
from shared.domain.base import Page
from shared.domain.errors import Conflict, NotFound

E = TypeVar("E", bound=BaseModel)
Key = tuple[str, ...]


class Records:
    """One table shared by the fake stores; `lock` makes a check and the write after it one step."""

    def __init__(self) -> None:
        self.lock = threading.RLock()
        self._rows: dict[tuple[str, Key], str] = {}

    def put(self, entity: BaseModel, *key: str) -> None:
        self._rows[type(entity).__name__, key] = entity.model_dump_json()

    def remove(self, kind: type[BaseModel], *key: str) -> None:
        self._rows.pop((kind.__name__, key), None)

    def find(self, kind: type[E], *key: str) -> E | None:
        row = self._rows.get((kind.__name__, key))
        return kind.model_validate_json(row) if row is not None else None

    def get(self, kind: type[E], *key: str) -> E:
        found = self.find(kind, *key)
        if found is None:
            raise NotFound(f"There is no such {kind.__name__.lower()}.")
        return found

    def under(self, kind: type[E], *key: str) -> list[E]:
        """Everything whose key begins with `key`, in the order of the keys."""
        with self.lock:
            rows = [(k, row) for (name, k), row in self._rows.items() if name == kind.__name__ and k[: len(key)] == key]
        return [kind.model_validate_json(row) for _, row in sorted(rows)]

    def create(self, entity: BaseModel, *key: str) -> None:
        """Conflict when the key is taken."""
        with self.lock:
            if self.find(type(entity), *key) is not None:
                raise Conflict(f"This {type(entity).__name__.lower()} is already stored.")
            self.put(entity, *key)

    def replace(self, entity: E, *key: str) -> E:
        """Write the next version when the stored one is the entity's own."""
        with self.lock:
            self.expect_version(entity, *key)
            stored = next_version(entity)
            self.put(stored, *key)
            return stored

    def keep(self, entity: E, *key: str) -> E:
        """As `replace`; what nobody has written yet has version 0."""
        with self.lock:
            if self.find(type(entity), *key) is None and not version(entity):
                self.put(entity, *key)
            return self.replace(entity, *key)

    def expect_version(self, entity: BaseModel, *key: str) -> None:
        """NotFound or Conflict unless the stored version is the entity's own."""
        if version(self.get(type(entity), *key)) != version(entity):
            raise Conflict("Somebody else changed it in the meantime.")


def version(entity: BaseModel) -> int:
    return int(entity.version)  # type: ignore[attr-defined]  # only versioned entities come here


def next_version(entity: E) -> E:
    return entity.model_copy(update={"version": version(entity) + 1})


def page(rows: list[E], sort_key: Callable[[E], str], prefix: str, *, limit: int, cursor: str | None) -> Page[E]:
    """A page of rows, newest first, with the same cursors as the real lists."""
    rows = sorted(rows, key=sort_key, reverse=True)
    if cursor is not None:
        before = decode_cursor(cursor, prefix)
        rows = [row for row in rows if prefix + sort_key(row) < before]
    more = len(rows) > limit
    rows = rows[:limit]
    return Page(items=rows, next_cursor=encode_cursor(prefix + sort_key(rows[-1])) if more else None)
