"""Notes, memory, summaries and the snapshot in DynamoDB, beside their app."""

from collections.abc import Iterator
from typing import Generic, NamedTuple, TypeVar

from boto3.dynamodb.conditions import Attr

from shared.adapters.dynamo.table import keys
from shared.adapters.dynamo.table.items import entity_item, entity_of
from shared.adapters.dynamo.table.store import Store
from shared.adapters.dynamo.table.table import Table
from shared.adapters.dynamo.table.writes import PRESENT, create, delete, equals, update
from shared.domain.base import Page
from shared.domain.brain.items import (
    MEMORY_MOST,
    NOTES_MOST,
    ConversationSummary,
    KeptItem,
    MemoryItem,
    Note,
    ProjectSnapshot,
)
from shared.domain.errors import AppError, Invalid
from shared.ports.brain import BrainStores

K = TypeVar("K", bound=KeptItem)


class Shelf(NamedTuple):
    """Where the items of one kind lie, how many a project may have, and what they are called."""

    prefix: str
    most: int
    what: str


class DynamoKeptStore(Store, Generic[K]):
    """`KeptStore`: an item each, and one that counts them."""

    def __init__(self, table: Table, kind: type[K], shelf: Shelf) -> None:
        super().__init__(table)
        self._kind, self._shelf = kind, shelf

    def create(self, item: K) -> None:
        room = Attr("n").not_exists() | Attr("n").lt(self._shelf.most)
        counted = update(self._count(item), room, adds={"n": 1}, refused=lambda _: self._full())
        self._table.apply(create(entity_item(item, self._key(item))), counted)

    def get(self, tenant_id: str, app_id: str, item_id: str) -> K:
        key = keys.kept(tenant_id, app_id, self._shelf.prefix, item_id)
        return self._require(self._kind, key, self._shelf.what)

    def list(self, tenant_id: str, app_id: str, *, limit: int, cursor: str | None = None) -> Page[K]:
        return self._page(self._kind, keys.app_partition(tenant_id, app_id), self._shelf.prefix, limit, cursor)

    def all(self, tenant_id: str, app_id: str) -> Iterator[K]:
        partition, prefix = keys.app_partition(tenant_id, app_id), self._shelf.prefix
        for item in self._table.query(partition, prefix, f"{prefix}~", newest=True):
            yield entity_of(self._kind, item)

    def update(self, item: K) -> K:
        return self._put_next(item, self._key(item))

    def delete(self, item: K) -> None:
        gone = delete(self._key(item), equals("version", item.version))
        self._table.apply(gone, update(self._count(item), PRESENT, adds={"n": -1}))

    def _key(self, item: K) -> keys.Key:
        return keys.kept(item.tenant_id, item.app_id, self._shelf.prefix, item.id)

    def _count(self, item: K) -> keys.Key:
        return keys.kept_count(item.tenant_id, item.app_id, self._shelf.prefix)

    def _full(self) -> AppError:
        return Invalid(f"A project has at most {self._shelf.most:,} of these. Delete some that are of no more use.")


class DynamoBriefStore(Store):
    """`BriefStore`: an item a conversation, and one for the project."""

    def summary(self, tenant_id: str, app_id: str, conversation_id: str) -> ConversationSummary | None:
        return self._find(ConversationSummary, keys.summary(tenant_id, app_id, conversation_id))

    def put_summary(self, summary: ConversationSummary) -> ConversationSummary:
        return self._put_next(summary, keys.summary(summary.tenant_id, summary.app_id, summary.conversation_id))

    def snapshot(self, tenant_id: str, app_id: str) -> ProjectSnapshot | None:
        return self._find(ProjectSnapshot, keys.project_snapshot(tenant_id, app_id))

    def put_snapshot(self, snapshot: ProjectSnapshot) -> ProjectSnapshot:
        return self._put_next(snapshot, keys.project_snapshot(snapshot.tenant_id, snapshot.app_id))


def brain_stores(table: Table, memory_most: int = MEMORY_MOST) -> BrainStores:
    """All stores of what is kept about projects."""
    return BrainStores(
        notes=DynamoKeptStore(table, Note, Shelf(keys.NOTE, NOTES_MOST, "note")),
        memory=DynamoKeptStore(table, MemoryItem, Shelf(keys.MEMORY, memory_most, "memory item")),
        briefs=DynamoBriefStore(table),
    )
