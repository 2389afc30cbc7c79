"""What a person says with a decision is read by the model before the run ends, also where it had called `finish`."""

from typing import Any

import pytest

from devkit.fakes.model import calls
from devkit.loop import USER, LoopDriver
from shared.domain.agent.model_messages import ToolOutput, UserMessage
from shared.domain.runs.run import Run
from shared.services.assets.load_prompt import load_prompt
from shared.services.runs.advance_run import Advance, advance_run
from tests.shared.services.agent.test_approval_roles import FINISH, UNLISTED, write

SAID = "Yes, but use blue."


def waiting(*replies: Any, **bounds: Any) -> tuple[LoopDriver, Run]:
    loop = LoopDriver([*replies])
    return loop, loop.play(autonomy="semi_auto", **bounds)


def decide(loop: LoopDriver, run: Run, approval: str, feedback: str | None = SAID) -> Run:
    asked = Advance.model_validate({"approval": approval, "feedback": feedback})
    advance_run(principal=USER, run_id=run.id, request=asked, ports=loop.ports, workflows=loop.world.workflows)
    return loop.follow(loop.world.runs.get(run.tenant_id, run.id))


def test_words_with_an_approval_are_read_although_the_answer_ended_the_work() -> None:
    loop, run = waiting(calls(write("red\n"), FINISH), calls(write("blue\n"), FINISH))
    run = decide(loop, run, "approve")
    last = loop.model.requests[-1].items
    assert len(loop.model.requests) == 2
    assert last[-1] == UserMessage(content=f"The person allowed this and said: {SAID}")
    assert isinstance(last[-2], ToolOutput) and last[-2].output.startswith("Not finished yet: the person said")
    run = decide(loop, run, "approve", None)
    assert run.status == "completed"
    assert loop.world.snapshots.get(run.tenant_id, run.app_id, run.candidate_tree)["src/note.ts"] == b"blue\n"


def test_words_against_a_command_are_read_too() -> None:
    loop, run = waiting(calls(UNLISTED, FINISH), calls(FINISH))
    run = decide(loop, run, "skip")
    assert run.status == "completed" and len(loop.model.requests) == 2
    outputs = [item.output for item in loop.model.requests[-1].items if isinstance(item, ToolOutput)]
    assert SAID in outputs[0] and outputs[1].startswith("Not finished yet")


@pytest.mark.parametrize("approval", ["approve", "skip"])
def test_a_decision_without_words_costs_no_call(approval: str) -> None:
    loop, run = waiting(calls(UNLISTED, FINISH))
    assert decide(loop, run, approval, None).status in ("completed", "running", "awaiting_worker")
    assert len(loop.model.requests) == 1


def test_words_before_the_last_call_are_read_in_it() -> None:
    loop, run = waiting(calls(write("red\n"), FINISH), calls(FINISH), budget={"model_calls": 2})
    assert decide(loop, run, "approve").status == "completed"
    read = [item.content for item in loop.model.requests[-1].items if isinstance(item, UserMessage)]
    assert f"The person allowed this and said: {SAID}" in read and load_prompt("last_call") in read
