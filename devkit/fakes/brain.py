"""Notes, memory, summaries and the snapshot in memory."""

from collections.abc import Iterator
from typing import Generic, TypeVar

from devkit.fakes.records import Records, page
from shared.adapters.dynamo.table import keys
from shared.domain.base import Page
from shared.domain.brain.items import MEMORY_MOST, NOTES_MOST, KeptItem, MemoryItem, Note
from shared.domain.brain.summaries import ConversationSummary, ProjectSnapshot
from shared.domain.errors import Invalid
from shared.ports.brain import BrainStores

K = TypeVar("K", bound=KeptItem)


class FakeKeptStore(Generic[K]):
    """`KeptStore`."""

    def __init__(self, records: Records, kind: type[K], prefix: str, most: int) -> None:
        self._records, self._kind, self._prefix, self._most = records, kind, prefix, most

    def create(self, item: K) -> None:
        with self._records.lock:
            if len(self._records.under(self._kind, item.tenant_id, item.app_id)) >= self._most:
                raise Invalid(f"A project has at most {self._most:,} of these.")
            self._records.create(item, item.tenant_id, item.app_id, item.id)

    def get(self, tenant_id: str, app_id: str, item_id: str) -> K:
        return self._records.get(self._kind, tenant_id, app_id, item_id)

    def list(self, tenant_id: str, app_id: str, *, limit: int, cursor: str | None = None) -> Page[K]:
        rows = self._records.under(self._kind, tenant_id, app_id)
        return page(rows, lambda item: item.id, self._prefix, limit=limit, cursor=cursor)

    def all(self, tenant_id: str, app_id: str) -> Iterator[K]:
        yield from reversed(self._records.under(self._kind, tenant_id, app_id))

    def update(self, item: K) -> K:
        return self._records.replace(item, item.tenant_id, item.app_id, item.id)

    def delete(self, item: K) -> None:
        with self._records.lock:
            self._records.expect_version(item, item.tenant_id, item.app_id, item.id)
            self._records.remove(self._kind, item.tenant_id, item.app_id, item.id)


class FakeBriefStore:
    """`BriefStore`."""

    def __init__(self, records: Records) -> None:
        self._records = records

    def summary(self, tenant_id: str, app_id: str, conversation_id: str) -> ConversationSummary | None:
        return self._records.find(ConversationSummary, tenant_id, app_id, conversation_id)

    def put_summary(self, summary: ConversationSummary) -> ConversationSummary:
        return self._records.keep(summary, summary.tenant_id, summary.app_id, summary.conversation_id)

    def snapshot(self, tenant_id: str, app_id: str) -> ProjectSnapshot | None:
        return self._records.find(ProjectSnapshot, tenant_id, app_id)

    def put_snapshot(self, snapshot: ProjectSnapshot) -> ProjectSnapshot:
        return self._records.keep(snapshot, snapshot.tenant_id, snapshot.app_id)


def fake_brain(records: Records, memory_most: int = MEMORY_MOST) -> BrainStores:
    """All of them over one memory."""
    return BrainStores(
        notes=FakeKeptStore(records, Note, keys.NOTE, NOTES_MOST),
        memory=FakeKeptStore(records, MemoryItem, keys.MEMORY, memory_most),
        briefs=FakeBriefStore(records),
    )
