"""Conversations and turns in DynamoDB."""

from boto3.dynamodb.conditions import Attr, ConditionBase

from shared.adapters.dynamo.table import keys
from shared.adapters.dynamo.table.bodies import Bodies
from shared.adapters.dynamo.table.items import Item, bare_item, entity_item, entity_of, packed_fields
from shared.adapters.dynamo.table.store import Store
from shared.adapters.dynamo.table.table import Table
from shared.adapters.dynamo.table.writes import PRESENT, Write, create, equals, update
from shared.adapters.s3 import blob_keys
from shared.domain.base import Page
from shared.domain.errors import AppError, NotFound
from shared.domain.runs.conversation import Conversation
from shared.domain.runs.turn import Turn
from shared.ports.storage import BlobStore

_BULKY = frozenset({"operations", "tool_trace", "diagnostics"})


class DynamoTurnStore(Store):
    """`TurnStore`; runs write what it reads."""

    def __init__(self, table: Table, blobs: BlobStore) -> None:
        super().__init__(table)
        self._bodies = Bodies(blobs)

    def conversation(self, tenant_id: str, app_id: str, conversation_id: str) -> Conversation:
        return self._require(Conversation, keys.conversation(tenant_id, app_id, conversation_id), "conversation")

    def find_conversation(self, tenant_id: str, conversation_id: str) -> Conversation:
        place = self._table.require(keys.conversation_place(tenant_id, conversation_id), "conversation")
        return self.conversation(tenant_id, place["app_id"], conversation_id)

    def create_conversation(self, conversation: Conversation) -> Conversation:
        refused = self._table.attempt(*first_conversation_writes(conversation))
        if not refused:
            return conversation
        return self.conversation(conversation.tenant_id, conversation.app_id, conversation.id)

    def change_conversation(self, known: Conversation, changed: Conversation) -> Conversation:
        was, now = known.model_dump(mode="json"), changed.model_dump(mode="json")
        values = {name: value for name, value in now.items() if value != was[name]}
        if not values:
            return self.conversation(known.tenant_id, known.app_id, known.id)
        key = keys.conversation(known.tenant_id, known.app_id, known.id)
        return entity_of(
            Conversation, self._table.update(update(key, PRESENT & _has_turns(known.turns), values=values))
        )

    def conversations(
        self, tenant_id: str, app_id: str, *, limit: int, cursor: str | None = None
    ) -> Page[Conversation]:
        return self._page(Conversation, keys.app_partition(tenant_id, app_id), keys.CONVERSATION, limit, cursor)

    def turn(self, tenant_id: str, app_id: str, turn_id: str) -> Turn:
        return self._read(self._table.require(keys.turn(tenant_id, app_id, turn_id), "turn"))

    def turns(self, tenant_id: str, app_id: str, *, limit: int, cursor: str | None = None) -> Page[Turn]:
        partition = keys.app_partition(tenant_id, app_id)
        items, following = self._table.page(partition, keys.TURN, limit=limit, cursor=cursor)
        return Page(items=[self._read(item) for item in items], next_cursor=following)

    def turns_in(
        self, tenant_id: str, app_id: str, conversation_id: str, *, limit: int, cursor: str | None = None
    ) -> Page[Turn]:
        partition, prefix = keys.app_partition(tenant_id, app_id), keys.turns_of(conversation_id)
        entries, following = self._table.page(partition, prefix, limit=limit, cursor=cursor)
        wanted = [keys.turn(tenant_id, app_id, entry["SK"].removeprefix(prefix)) for entry in entries]
        found = self._table.get_many(wanted)
        return Page(items=[self._read(item) for item in found if item is not None], next_cursor=following)

    def _read(self, item: Item) -> Turn:
        return entity_of(Turn, item, self._bodies.unpack(item))


def turn_writes(turn: Turn, conversation: Conversation | None, bodies: Bodies) -> list[Write]:
    """The writes of a new turn: its item, its place in its conversation, and the conversation that counts it."""
    place = keys.turn_in_conversation(turn.tenant_id, turn.app_id, turn.conversation_id, turn.id)
    counted = first_conversation_writes(conversation.with_turn(turn)) if conversation else [_count(turn)]
    return [create(turn_item(turn, bodies)), create(place), *counted]


def _count(turn: Turn) -> Write:
    now = Conversation(
        id=turn.conversation_id, tenant_id=turn.tenant_id, app_id=turn.app_id, created_at=turn.created_at
    ).with_turn(turn)
    return update(
        keys.conversation(turn.tenant_id, turn.app_id, turn.conversation_id),
        PRESENT & equals("archived_at", None),
        values=now.model_dump(mode="json", include={"last_message", "last_turn_at"}),
        adds={"turns": 1},
        refused=_gone,
    )


def _gone(_: Item | None) -> AppError:
    return NotFound("There is no such conversation.")


def _has_turns(count: int) -> ConditionBase:
    """Rows of older releases have none."""
    return equals("turns", count) if count else equals("turns", None) | Attr("turns").lte(0)


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
