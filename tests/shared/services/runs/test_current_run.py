"""What a conversation is busy with: the run at work first, then the one that waits, and only its own."""

import pytest

from devkit.fakes.model import call, say
from devkit.loop import LoopDriver
from shared.domain.errors import NotFound
from shared.domain.runs.run import Run
from shared.services.runs.cancel_run import cancel_run
from shared.services.runs.current_run import current_run


def found(loop: LoopDriver, like: Run) -> str | None:
    run = current_run(like.tenant_id, like.app_id, like.conversation_id, ports=loop.ports)
    return run.id if run else None


def test_a_waiting_run_is_found_until_another_of_its_conversation_is_at_work() -> None:
    loop = LoopDriver([call("write_file", path="src/a.ts", content="export {}\n"), say("Other.")])
    waiting = loop.play(autonomy="semi_auto")
    assert (waiting.status, found(loop, waiting)) == ("awaiting_approval", waiting.id)
    other = loop.start("Elsewhere", waiting.app_id, new_conversation=True)
    assert (found(loop, waiting), found(loop, other)) == (waiting.id, other.id)
    loop.follow(other)
    here = loop.start("Here", waiting.app_id, conversation_id=waiting.conversation_id)
    assert found(loop, waiting) == here.id


def test_a_message_that_waits_for_its_turn_is_found_behind_another_conversations_run() -> None:
    loop = LoopDriver([])
    active = loop.start("First")
    first, second = (loop.start(text, active.app_id, queue=True, new_conversation=True) for text in ("Second", "Third"))
    third = loop.start("Fourth", active.app_id, queue=True, conversation_id=first.conversation_id)
    assert [run.status for run in (first, second, third)] == ["planned"] * 3
    assert (found(loop, active), found(loop, first), found(loop, second)) == (active.id, first.id, second.id)
    cancel_run(first.tenant_id, first.app_id, first.id, ports=loop.ports, workflows=loop.world.workflows)
    assert found(loop, first) == third.id


def test_a_conversation_at_rest_has_none_and_anothers_app_is_not_found() -> None:
    loop = LoopDriver([say("Hello.")])
    run = loop.play()
    assert found(loop, run) is None
    with pytest.raises(NotFound):
        current_run("mallory", run.app_id, run.conversation_id, ports=loop.ports)
