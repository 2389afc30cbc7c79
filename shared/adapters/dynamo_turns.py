"""Conversations and turns in DynamoDB."""

from shared.adapters import blob_keys, keys
from shared.adapters.bodies import Bodies
from shared.adapters.dynamo_items import Item, bare_item, entity_item, entity_of, packed_fields
from shared.adapters.dynamo_table import Table
from shared.adapters.dynamo_writes import PRESENT, Write, create, update
from shared.domain.base import Page
from shared.domain.errors import NotFound
from shared.domain.run import Conversation, Turn
from shared.ports.storage import BlobStore

_BULKY = frozenset({"operations", "tool_trace", "diagnostics"})


class DynamoTurnStore:
    """`TurnStore`; runs write what it reads."""

    def __init__(self, table: Table, blobs: BlobStore) -> None:
        self._table = table
        self._bodies = Bodies(blobs)

    def conversation(self, tenant_id: str, app_id: str, conversation_id: str) -> Conversation:
        item = self._table.get(keys.conversation(tenant_id, app_id, conversation_id))
        if item is None:
            raise NotFound("There is no such conversation.")
        return entity_of(Conversation, item)

    def find_conversation(self, tenant_id: str, conversation_id: str) -> Conversation:
        place = self._table.get(keys.conversation_place(tenant_id, conversation_id))
        if place is None:
            raise NotFound("There is no such conversation.")
        return self.conversation(tenant_id, place["app_id"], conversation_id)

    def create_conversation(self, conversation: Conversation) -> Conversation:
        refused = self._table.attempt(*first_conversation_writes(conversation))
        if not refused:
            return conversation
        return self.conversation(conversation.tenant_id, conversation.app_id, conversation.id)

    def clear_conversation(self, conversation: Conversation) -> Conversation:
        key = keys.conversation(conversation.tenant_id, conversation.app_id, conversation.id)
        cleared = conversation.model_dump(mode="json")["cleared_at"]
        written = self._table.attempt(update(key, PRESENT, values={"cleared_at": cleared}))
        if written:
            raise NotFound("There is no such conversation.")
        return self.conversation(conversation.tenant_id, conversation.app_id, conversation.id)

    def conversations(
        self, tenant_id: str, app_id: str, *, limit: int, cursor: str | None = None
    ) -> Page[Conversation]:
        partition = keys.app_partition(tenant_id, app_id)
        items, following = self._table.page(partition, keys.CONVERSATION, limit=limit, cursor=cursor)
        return Page(items=[entity_of(Conversation, item) for item in items], next_cursor=following)

    def turn(self, tenant_id: str, app_id: str, turn_id: str) -> Turn:
        item = self._table.get(keys.turn(tenant_id, app_id, turn_id))
        if item is None:
            raise NotFound("There is no such turn.")
        return self._read(item)

    def turns(self, tenant_id: str, app_id: str, *, limit: int, cursor: str | None = None) -> Page[Turn]:
        partition = keys.app_partition(tenant_id, app_id)
        items, following = self._table.page(partition, keys.TURN, limit=limit, cursor=cursor)
        return Page(items=[self._read(item) for item in items], next_cursor=following)

    def _read(self, item: Item) -> Turn:
        return entity_of(Turn, item, self._bodies.unpack(item))


def turn_item(turn: Turn, bodies: Bodies) -> Item:
    """The item of a turn; its trace may lie outside."""
    body = packed_fields(turn, _BULKY)
    folder = blob_keys.run_bodies(turn.tenant_id, turn.app_id, turn.run_id)
    item = bare_item(turn, keys.turn(turn.tenant_id, turn.app_id, turn.id), _BULKY)
    return item | (bodies.pack(body, folder) if body else {})


def conversation_item(conversation: Conversation) -> Item:
    key = keys.conversation(conversation.tenant_id, conversation.app_id, conversation.id)
    return entity_item(conversation, key)


def first_conversation_writes(conversation: Conversation) -> list[Write]:
    """The writes of a new conversation: its item and the look-up by id within the tenant."""
    place = keys.conversation_place(conversation.tenant_id, conversation.id) | {"app_id": conversation.app_id}
    return [create(conversation_item(conversation)), create(place)]
