"""Stores of what is kept about a project: notes, memory, summaries of conversations, the snapshot."""

from collections.abc import Iterator
from typing import NamedTuple, Protocol, TypeVar

from shared.domain.base import Page
from shared.domain.brain.items import ConversationSummary, KeptItem, MemoryItem, Note, ProjectSnapshot

K = TypeVar("K", bound=KeptItem)


class KeptStore(Protocol[K]):
    """Items of projects, newest first. Every write is conditional; another tenant's or project's id is NotFound."""

    def create(self, item: K) -> None:
        """Store a new item. Invalid when the project has as many as it may."""

    def get(self, tenant_id: str, app_id: str, item_id: str) -> K:
        """The item, read consistently, or NotFound."""

    def list(self, tenant_id: str, app_id: str, *, limit: int, cursor: str | None = None) -> Page[K]:
        """A page. An unreadable cursor is Malformed."""

    def all(self, tenant_id: str, app_id: str) -> Iterator[K]:
        """Every item."""

    def update(self, item: K) -> K:
        """Write if `version` is still the stored one; the answer has the next version. Else Conflict or NotFound."""

    def delete(self, item: K) -> None:
        """Take it out if `version` is still the stored one. Else Conflict or NotFound."""


class BriefStore(Protocol):
    """What conversations and the project come to. Version 0 stands for what was never stored."""

    def summary(self, tenant_id: str, app_id: str, conversation_id: str) -> ConversationSummary | None:
        """Of one conversation, read consistently."""

    def put_summary(self, summary: ConversationSummary) -> ConversationSummary:
        """Write if `version` is still the stored one; the answer has the next version. Else Conflict."""

    def snapshot(self, tenant_id: str, app_id: str) -> ProjectSnapshot | None:
        """The project's, read consistently."""

    def put_snapshot(self, snapshot: ProjectSnapshot) -> ProjectSnapshot:
        """As `put_summary`."""


class BrainStores(NamedTuple):
    """All of them."""

    notes: KeptStore[Note]
    memory: KeptStore[MemoryItem]
    briefs: BriefStore
