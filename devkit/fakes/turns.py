"""Conversations, turns and diffs in memory."""

from collections.abc import Iterable

from devkit.fakes.records import E, Records, page
from shared.domain.base import Page
from shared.domain.diffs.diff import Diff
from shared.domain.errors import Conflict, NotFound
from shared.domain.runs.conversation import Conversation
from shared.domain.runs.turn import Turn


class FakeTurnStore:
    """`TurnStore` over shared records; runs write them."""

    def __init__(self, records: Records) -> None:
        self._records = records

    def conversation(self, tenant_id: str, app_id: str, conversation_id: str) -> Conversation:
        return self._records.get(Conversation, tenant_id, app_id, conversation_id)

    def find_conversation(self, tenant_id: str, conversation_id: str) -> Conversation:
        return only(row for row in self._records.under(Conversation, tenant_id) if row.id == conversation_id)

    def create_conversation(self, conversation: Conversation) -> Conversation:
        key = (conversation.tenant_id, conversation.app_id, conversation.id)
        with self._records.lock:
            known = self._records.find(Conversation, *key)
            if known is None:
                self._records.put(conversation, *key)
            return known or conversation

    def change_conversation(self, known: Conversation, changed: Conversation) -> Conversation:
        key = (known.tenant_id, known.app_id, known.id)
        with self._records.lock:
            stored = self._records.get(Conversation, *key)
            if known != changed and stored.turns != known.turns:
                raise Conflict("Somebody else changed it in the meantime.")
            was, now = dict(known), dict(changed)
            written = stored.model_copy(update={name: value for name, value in now.items() if value != was[name]})
            self._records.put(written, *key)
            return written

    def conversations(
        self, tenant_id: str, app_id: str, *, limit: int, cursor: str | None = None
    ) -> Page[Conversation]:
        rows = self._records.under(Conversation, tenant_id, app_id)
        return page(rows, lambda row: row.id, "CONV#", limit=limit, cursor=cursor)

    def turn(self, tenant_id: str, app_id: str, turn_id: str) -> Turn:
        return self._records.get(Turn, tenant_id, app_id, turn_id)

    def turns(self, tenant_id: str, app_id: str, *, limit: int, cursor: str | None = None) -> Page[Turn]:
        rows = self._records.under(Turn, tenant_id, app_id)
        return page(rows, lambda row: row.id, "TURN#", limit=limit, cursor=cursor)

    def turns_in(
        self, tenant_id: str, app_id: str, conversation_id: str, *, limit: int, cursor: str | None = None
    ) -> Page[Turn]:
        rows = [row for row in self._records.under(Turn, tenant_id, app_id) if row.conversation_id == conversation_id]
        return page(rows, lambda row: row.id, f"SAID#{conversation_id}#", limit=limit, cursor=cursor)


class FakeDiffStore:
    """`DiffStore` over shared records."""

    def __init__(self, records: Records) -> None:
        self._records = records

    def create(self, diff: Diff) -> None:
        self._records.create(diff, diff.tenant_id, diff.app_id, diff.id)

    def get(self, tenant_id: str, app_id: str, diff_id: str) -> Diff:
        return self._records.get(Diff, tenant_id, app_id, diff_id)

    def find(self, tenant_id: str, diff_id: str) -> Diff:
        return only(row for row in self._records.under(Diff, tenant_id) if row.id == diff_id)

    def list(self, tenant_id: str, app_id: str, *, limit: int, cursor: str | None = None) -> Page[Diff]:
        rows = self._records.under(Diff, tenant_id, app_id)
        return page(rows, lambda row: row.id, "DIFF#", limit=limit, cursor=cursor)

    def update(self, diff: Diff) -> Diff:
        return self._records.replace(diff, diff.tenant_id, diff.app_id, diff.id)


def only(rows: Iterable[E]) -> E:
    """The one row there is, or NotFound."""
    for row in rows:
        return row
    raise NotFound("There is no such thing.")
