"""A conversation is remembered behind many turns of others, and a file that was named is shown however long it is."""

import re
from datetime import timedelta
from typing import Any

from devkit.fakes.model import say
from devkit.fakes.samples import START, a_run, a_turn, an_app
from devkit.fakes.world import World
from devkit.loop import LoopDriver
from shared.domain.agent.model_messages import AssistantMessage, UserMessage
from shared.domain.runs.turn import Turn
from shared.services.agent.context.build_context import earlier_turns, opening, turns_shown
from shared.services.agent.context.conversation_turns import conversation_turns, stored_digest, with_older
from shared.tools.search_messages import SEARCH_MESSAGES, SearchMessagesParams
from tests.support.workspace import a_workspace


def stored(world: World, like: Any, number: int, **over: Any) -> None:
    at = START + timedelta(minutes=number)
    run = a_run(an_app(), tenant_id=like.tenant_id, app_id=like.app_id, created_at=at)
    turn = a_turn(run, created_at=at, prompt=f"Turn {number}", **over)
    world.write_turn(turn)


def test_what_was_said_before_hundreds_of_turns_elsewhere_is_remembered() -> None:
    world, run = World(), a_run(an_app())
    for number in range(3):
        stored(world, run, number, conversation_id=run.conversation_id)
    for number in range(3, 203):
        stored(world, run, number)
    assert [turn.prompt for turn in conversation_turns(run, world.turns).turns] == ["Turn 2", "Turn 1", "Turn 0"]


def test_no_more_is_read_than_needed_or_than_was_cleared() -> None:
    world, run = World(), a_run(an_app())
    for number in range(300):
        stored(world, run, number, conversation_id=run.conversation_id)
    reads: list[str | None] = []
    read = world.turns.turns
    world.turns.turns = lambda *a, **k: (reads.append(k["cursor"]), read(*a, **k))[1]  # type: ignore[method-assign]  # counts
    assert conversation_turns(run, world.turns).turns[0].prompt == "Turn 299" and len(reads) == 1
    forgot = run.change(history_from=START + timedelta(minutes=298), conversation_id="conv_other")
    assert conversation_turns(forgot, world.turns) == ([], True, []) and len(reads) == 2


def turn_of(prompt: str, summary: str) -> Turn:
    return a_turn(a_run(an_app()), prompt=prompt, summary=summary, status="completed")


def test_the_last_turn_is_told_whole_and_of_longer_ones_the_end_and_what_is_left_out() -> None:
    asked, answered = "a" * 11_990 + " END-ASKED", "b" * 3_990 + " END-SAID"
    last, before = (turn_of(asked, answered) for _ in range(2))
    message = [
        item.content for item in earlier_turns([last, before]) if isinstance(item, UserMessage | AssistantMessage)
    ]
    assert message[2:] == [asked, answered]
    assert [len(text) < 2_200 for text in message[:2]] == [True, True]
    assert "[... 10000 characters left out; `search_messages` finds them ...]" in message[0]
    assert "[... 1999 characters left out; `search_messages` finds them ...]" in message[1]
    assert message[0].endswith("END-ASKED") and message[1].endswith("END-SAID")


def test_the_longest_last_turn_is_still_told() -> None:
    longest = turn_of("p" * 32_000, "s" * 32_000)
    assert turns_shown([longest, longest]) >= 1


def test_a_history_of_huge_turns_stays_bounded_and_says_what_is_left_out() -> None:
    huge = turn_of("BEGIN " + "a" * 500_000 + " END", "SAID " + "b" * 500_000 + " SO-IT-ENDED")
    for turns in ([huge], [huge] * 200, [turn_of("short", "Fine."), *[huge] * 199]):
        message = [item.content for item in earlier_turns(turns) if isinstance(item, UserMessage | AssistantMessage)]
        assert message and len("".join(message)) < 25_500
        for text in message:
            whole = text in ("short", "Fine.")
            assert whole or re.search(r"\[\.\.\. \d{6} characters left out; `search_messages` finds them", text)
            assert whole or (text.startswith(("BEGIN", "SAID")) and text.endswith(("END", "ENDED")))
    assert turns_shown([huge] * 200) >= 2, "the last one, and more"


def test_a_digest_of_huge_turns_stays_bounded() -> None:
    world, run = World(), a_run(an_app())
    huge = [turn_of("p" * 500_000, "s" * 500_000).model_copy(update={"id": f"turn_{number}"}) for number in range(200)]
    digest = with_older(stored_digest(run, world.blobs), run, huge, world.blobs)
    assert stored_digest(run, world.blobs) == digest and digest.count == 200
    (result,) = digest.items()
    assert isinstance(result, UserMessage) and len(result.content) < 10_000
    assert "has 200 turns before" in result.content and "The 140 oldest are left out" in result.content


def test_what_was_left_out_is_found_by_its_words_however_far_behind_it_stands() -> None:
    prompt = "Please note a plan. " * 1_400 + "The colour of the third button is chartreuse. " + "Note it. " * 20
    workspace = a_workspace()
    workspace.turns = lambda: [turn_of(prompt, "Fine.")]
    found = SEARCH_MESSAGES.run(SearchMessagesParams(query="please, third button colour"), workspace)
    assert "chartreuse" in found.text


def test_the_beginning_of_a_long_file_that_was_named_is_shown() -> None:
    lines = [f"export const line{number} = {number};" for number in range(2_000)]
    files = {"src/main.tsx": b"import './long';\n", "src/long.ts": "\n".join(lines).encode()}

    def shown(message: str) -> str:
        return str(opening(a_run(an_app(), message=message), files)[0].content)

    assert '<file path="src/long.ts">\nexport const line0 = 0;\n' in shown("Shorten @long.ts")
    assert "read_files shows them ...]\n</file>" in shown("Shorten @long.ts")
    assert '<file path="src/long.ts">' not in shown("Shorten it")
    assert len(shown("Shorten @long.ts")) < 20_000


def opened(world: World, loop: LoopDriver, first: Any) -> str:
    """What the model is told in the first request of the next message."""
    loop.model.push(say("Ok."))
    loop.follow(loop.start("And now?", app_id=first.app_id))
    items = loop.model.requests[-1].items
    return "\n".join(item.content for item in items if isinstance(item, UserMessage | AssistantMessage))


def a_long_talk(count: int) -> tuple[World, LoopDriver, Any]:
    world = World()
    loop = LoopDriver([say("Began.")], world=world)
    first = loop.play("Begin")
    for number in range(count):
        at = first.created_at - timedelta(minutes=count - number)
        run = a_run(an_app(), tenant_id=first.tenant_id, app_id=first.app_id, created_at=at)
        said = {"prompt": f"Please do thing {number}", "summary": f"Did thing {number}", "status": "completed"}
        turn = a_turn(run, conversation_id=first.conversation_id, created_at=at, **said)
        world.write_turn(turn)
    return world, loop, first


def test_nothing_falls_out_of_a_long_conversation_without_a_word() -> None:
    world, loop, first = a_long_talk(30)
    request = opened(world, loop, first)
    assert "has 19 turns before those that follow" in request
    assert "- Please do thing 0 -> Did thing 0" in request
    assert request.index("thing 0") < request.index("thing 17 ->") < request.index("</older_turns>")
    assert request.index("</older_turns>") < request.index("Please do thing 18") < request.index("Did thing 29")
    again = opened(world, loop, first)
    assert "has 20 turns before those that follow" in again and again.count("Please do thing 18 ->") == 1


def test_a_very_long_one_says_how_many_are_left_out_and_stays_bounded() -> None:
    world, loop, first = a_long_talk(200)
    request = opened(world, loop, first)
    assert (
        "has 189 turns before" in request
        and "The 129 oldest are left out here." in request
        and "search_messages" in request
    )
    older = request[request.index("<older_turns>") : request.index("</older_turns>")]
    assert len(older) < 10_000 and older.count("\n- ") == 60


def test_turns_behind_very_many_of_others_are_not_dropped_without_a_word() -> None:
    world, loop, first = a_long_talk(3)
    assert "may not all stand here" not in opened(world, loop, first)
    for number in range(500):
        stored(world, first, 1_000_000 + number)
    request = opened(world, loop, first)
    assert "may not all stand here" in request and "search_messages" in request


def test_what_strangers_said_in_a_summarised_turn_still_counts() -> None:
    world, loop, first = a_long_talk(30)
    oldest = min(world.turns.turns(first.tenant_id, first.app_id, limit=99).items, key=lambda turn: turn.created_at)
    changed = oldest.model_copy(update={"untrusted": ["fetched"]})
    world.write_turn(changed)
    loop.model.push(say("Ok."))
    assert loop.follow(loop.start("And now?", app_id=first.app_id)).memory.untrusted == ["fetched"]
    old = [turn for turn in world.turns.turns(first.tenant_id, first.app_id, limit=99).items if turn.untrusted]
    assert len(old) == 2
    world.write_turn(changed.model_copy(update={"untrusted": []}))
    digest = stored_digest(loop.start("Once more", app_id=first.app_id), loop.ports.blobs)
    assert [line.untrusted for line in digest.lines if "thing 0" in line.text] == [["fetched"]]


def test_a_cleared_conversation_keeps_no_older_line() -> None:
    world, loop, first = a_long_talk(30)
    opened(world, loop, first)
    world.clock.advance(60)
    conversation = world.turns.conversation(first.tenant_id, first.app_id, first.conversation_id)
    cleared = conversation.model_copy(update={"cleared_at": world.clock.now()})
    world.turns.change_conversation(conversation, cleared)
    assert "<older_turns>" not in opened(world, loop, first)
