"""A chat of thousands of turns, put into the table as its runs would have left it."""

from collections.abc import Iterator
from datetime import timedelta

from devkit.fakes.storage import FakeBlobStore
from local.stack import LocalStack
from shared.adapters.dynamo.table import keys
from shared.adapters.dynamo.table.bodies import Bodies
from shared.adapters.dynamo.table.table import Table
from shared.adapters.dynamo.table.writes import PRESENT, Write, create, update
from shared.adapters.dynamo.turns import turn_item
from shared.domain.base import Moment
from shared.domain.runs.conversation import Conversation
from shared.domain.runs.run_parts import RunUsage
from shared.domain.runs.turn import Turn

_TURNS_A_WRITE = 40
ASKED = (
    "Make the opening hours easier to find",
    "The price list should be a table, with the colours of the logo, and on a phone one column below the other",
    "Undo that, it was better before",
)
ANSWERED = (
    "The hours stand in the header now.",
    "The list is a **table** now:\n\n| what | price |\n|---|---|\n| cut | 20 |\n| colour | 45 |\n\n- on a phone it is"
    " one column\n- the colours are those of the logo\n\n```ts\nexport const prices = { cut: 20, colour: 45 };\n```\n",
    "It is as it was before. The other changes of today are still there, and the tests pass. " * 4,
)


def lengthen(stack: LocalStack, tenant_id: str, app_id: str, conversation_id: str, count: int) -> None:
    """`count` turns before those that the chat has. The n-th message ends with "(n)"."""
    dynamodb = stack.boto("dynamodb")
    table = Table(dynamodb, dynamodb.list_tables()["TableNames"][0])
    place = keys.conversation(tenant_id, app_id, conversation_id)
    chat = Conversation.model_validate(table.get(place))
    turns = list(_turns(chat, count))
    for start in range(0, count, _TURNS_A_WRITE):
        table.apply(*(write for turn in turns[start : start + _TURNS_A_WRITE] for write in _writes(turn)))
    table.apply(update(place, PRESENT, adds={"turns": count}))


def _turns(chat: Conversation, count: int) -> Iterator[Turn]:
    for number in range(1, count + 1):
        at: Moment = chat.created_at - timedelta(minutes=count - number + 1)
        yield Turn(
            id=f"turn_{number:026d}",
            tenant_id=chat.tenant_id,
            app_id=chat.app_id,
            conversation_id=chat.id,
            run_id=f"run_{number:026d}",
            prompt=f"{ASKED[number % 3]} ({number})",
            status="completed",
            summary=ANSWERED[number % 3],
            usage=RunUsage(model="scripted", total_tokens=number, cost_usd=0.01),
            tool_trace=[{"tool": "write_file", "status": "ok", "output": "written " * 40}] * 5,
            created_at=at,
            finished_at=at,
        )


def _writes(turn: Turn) -> list[Write]:
    listed = keys.turn_in_conversation(turn.tenant_id, turn.app_id, turn.conversation_id, turn.id)
    return [create(turn_item(turn, Bodies(FakeBlobStore()))), create(listed)]
