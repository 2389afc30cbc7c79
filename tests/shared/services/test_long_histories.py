"""A conversation is remembered behind many turns of others, and a file that was named is shown however long it is."""

from datetime import timedelta
from typing import Any

from shared.services.build_context import opening
from shared.services.conversation_turns import conversation_turns
from tests.fakes.samples import START, a_run, a_turn, an_app
from tests.fakes.world import World


def stored(world: World, like: Any, number: int, **over: Any) -> None:
    at = START + timedelta(minutes=number)
    run = a_run(an_app(), tenant_id=like.tenant_id, app_id=like.app_id, created_at=at)
    turn = a_turn(run, created_at=at, prompt=f"Turn {number}", **over)
    world.records.put(turn, turn.tenant_id, turn.app_id, turn.id)


def test_what_was_said_before_hundreds_of_turns_elsewhere_is_remembered() -> None:
    world, run = World(), a_run(an_app())
    for number in range(3):
        stored(world, run, number, conversation_id=run.conversation_id)
    for number in range(3, 203):
        stored(world, run, number)
    assert [turn.prompt for turn in conversation_turns(run, world.turns)] == ["Turn 2", "Turn 1", "Turn 0"]


def test_no_more_is_read_than_needed_or_than_was_cleared() -> None:
    world, run = World(), a_run(an_app())
    for number in range(300):
        stored(world, run, number, conversation_id=run.conversation_id)
    reads: list[str | None] = []
    read = world.turns.turns
    world.turns.turns = lambda *a, **k: (reads.append(k["cursor"]), read(*a, **k))[1]  # type: ignore[method-assign]  # counts
    assert conversation_turns(run, world.turns)[0].prompt == "Turn 299" and len(reads) == 1
    forgot = run.model_copy(update={"history_from": START + timedelta(minutes=298), "conversation_id": "conv_other"})
    assert conversation_turns(forgot, world.turns) == [] and len(reads) == 2


def test_the_beginning_of_a_long_file_that_was_named_is_shown() -> None:
    lines = [f"export const line{number} = {number};" for number in range(2_000)]
    files = {"src/main.tsx": b"import './long';\n", "src/long.ts": "\n".join(lines).encode()}

    def shown(message: str) -> str:
        return str(opening(a_run(an_app(), message=message), files)[0].content)

    assert '<file path="src/long.ts">\nexport const line0 = 0;\n' in shown("Shorten @long.ts")
    assert "read_file src/long.ts shows them ...]\n</file>" in shown("Shorten @long.ts")
    assert '<file path="src/long.ts">' not in shown("Shorten it")
    assert len(shown("Shorten @long.ts")) < 20_000
