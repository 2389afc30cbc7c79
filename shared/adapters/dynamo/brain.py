"""Notes, memory, summaries and the snapshot in DynamoDB, beside their app."""

from collections.abc import Iterator
from typing import Generic, NamedTuple, TypeVar

from boto3.dynamodb.conditions import Attr

from shared.adapters.dynamo.table import keys
from shared.adapters.dynamo.table.items import Item, entity_item, entity_of
from shared.adapters.dynamo.table.table import Table
from shared.adapters.dynamo.table.writes import ABSENT, PRESENT, changed, create, delete, equals, put, update
from shared.domain.base import Page
from shared.domain.brain.items import MEMORY_MOST, NOTES_MOST, KeptItem, MemoryItem, Note
from shared.domain.brain.summaries import ConversationSummary, ProjectSnapshot
from shared.domain.errors import AppError, Invalid
from shared.ports.brain import BrainStores

K = TypeVar("K", bound=KeptItem)
B = TypeVar("B", ConversationSummary, ProjectSnapshot)


class Shelf(NamedTuple):
    """Where the items of one kind lie, how many a project may have, and what they are called."""

    prefix: str
    most: int
    what: str


class DynamoKeptStore(Generic[K]):
    """`KeptStore`: an item each, and one that counts them."""

    def __init__(self, table: Table, kind: type[K], shelf: Shelf) -> None:
        self._table, self._kind, self._shelf = table, kind, shelf

    def create(self, item: K) -> None:
        room = Attr("n").not_exists() | Attr("n").lt(self._shelf.most)
        self._table.apply(
            create(self._item(item)), update(self._count(item), room, adds={"n": 1}, refused=lambda _: self._full())
        )

    def get(self, tenant_id: str, app_id: str, item_id: str) -> K:
        key = keys.kept(tenant_id, app_id, self._shelf.prefix, item_id)
        return entity_of(self._kind, self._table.require(key, self._shelf.what))

    def list(self, tenant_id: str, app_id: str, *, limit: int, cursor: str | None = None) -> Page[K]:
        partition = keys.app_partition(tenant_id, app_id)
        items, following = self._table.page(partition, self._shelf.prefix, limit=limit, cursor=cursor)
        return Page(items=[entity_of(self._kind, item) for item in items], next_cursor=following)

    def all(self, tenant_id: str, app_id: str) -> Iterator[K]:
        partition, prefix = keys.app_partition(tenant_id, app_id), self._shelf.prefix
        for item in self._table.query(partition, prefix, f"{prefix}~", newest=True):
            yield entity_of(self._kind, item)

    def update(self, item: K) -> K:
        stored = item.model_copy(update={"version": item.version + 1})
        self._table.apply(put(self._item(stored), equals("version", item.version)))
        return stored

    def delete(self, item: K) -> None:
        key = keys.kept(item.tenant_id, item.app_id, self._shelf.prefix, item.id)
        self._table.apply(
            delete(key, equals("version", item.version)), update(self._count(item), PRESENT, adds={"n": -1})
        )

    def _item(self, item: K) -> Item:
        return entity_item(item, keys.kept(item.tenant_id, item.app_id, self._shelf.prefix, item.id))

    def _count(self, item: K) -> keys.Key:
        return keys.kept_count(item.tenant_id, item.app_id, self._shelf.prefix)

    def _full(self) -> AppError:
        return Invalid(f"A project has at most {self._shelf.most:,} of these. Delete some that are of no more use.")


class DynamoBriefStore:
    """`BriefStore`: an item a conversation, and one for the project."""

    def __init__(self, table: Table) -> None:
        self._table = table

    def summary(self, tenant_id: str, app_id: str, conversation_id: str) -> ConversationSummary | None:
        item = self._table.get(keys.summary(tenant_id, app_id, conversation_id))
        return entity_of(ConversationSummary, item) if item else None

    def put_summary(self, summary: ConversationSummary) -> ConversationSummary:
        return self._put(summary, keys.summary(summary.tenant_id, summary.app_id, summary.conversation_id))

    def snapshot(self, tenant_id: str, app_id: str) -> ProjectSnapshot | None:
        item = self._table.get(keys.project_snapshot(tenant_id, app_id))
        return entity_of(ProjectSnapshot, item) if item else None

    def put_snapshot(self, snapshot: ProjectSnapshot) -> ProjectSnapshot:
        return self._put(snapshot, keys.project_snapshot(snapshot.tenant_id, snapshot.app_id))

    def _put(self, brief: B, key: keys.Key) -> B:
        stored = brief.model_copy(update={"version": brief.version + 1})
        condition = equals("version", brief.version) if brief.version else ABSENT
        self._table.apply(put(entity_item(stored, key), condition, changed))
        return stored


def brain_stores(table: Table, memory_most: int = MEMORY_MOST) -> BrainStores:
    """All stores of what is kept about projects."""
    return BrainStores(
        notes=DynamoKeptStore(table, Note, Shelf(keys.NOTE, NOTES_MOST, "note")),
        memory=DynamoKeptStore(table, MemoryItem, Shelf(keys.MEMORY, memory_most, "memory item")),
        briefs=DynamoBriefStore(table),
    )
