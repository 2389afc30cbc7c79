"""A step of several calls of which one waits: what the stream shows, what the steps read, in which order all runs."""

from collections import Counter
from typing import Any

import pytest

from devkit.api.api import Api
from devkit.fakes.model import Call, call, calls
from devkit.loop import USER, LoopDriver, state_of
from shared.domain.agent.model_messages import ToolOutput
from shared.domain.runs.iteration import Step
from shared.domain.runs.run import Run
from shared.domain.runs.run_parts import HeldCall
from shared.domain.runs.step_summary import summarise
from shared.domain.runs.steps import LoopState
from shared.services.agent.run_iteration import run_iteration
from shared.services.runs.advance_run import Advance, advance_run
from shared.services.runs.list_runs import steps_of

FINISH = Call(name="finish", arguments={"summary": "Made.", "rationale": None, "assumptions": None})
LIST = Call(name="list_files", arguments={"prefix": None})
BUILD = Call(name="build_project_worker", arguments={})
OPEN = {"tool-input-start", "tool-input-delta", "tool-input-available"}


def write(name: str) -> Call:
    return Call(name="write_file", arguments={"path": f"src/{name}.ts", "content": f"export const {name} = 1;\n"})


def answer(loop: LoopDriver, run: Run, approval: str = "approve", **more: Any) -> Run:
    asked = Advance.model_validate({"approval": approval, **more})
    advance_run(principal=USER, run_id=run.id, request=asked, ports=loop.ports, workflows=loop.world.workflows)
    return loop.follow(loop.world.runs.get(run.tenant_id, run.id))


def shown(loop: LoopDriver, run: Run) -> list[tuple[str, str]]:
    """Calls as a client sees them: tool and the last state of its part, in the order of their first sight."""
    names: dict[str, str] = {}
    states: dict[str, str] = {}
    for chunk in loop.chunks(run):
        if "toolCallId" in chunk:
            names.setdefault(chunk["toolCallId"], chunk.get("toolName", ""))
            states[chunk["toolCallId"]] = chunk["type"]
    return [(names[call_id], states[call_id]) for call_id in names]


def steps(loop: LoopDriver, run: Run) -> list[tuple[str, str]]:
    run = loop.world.runs.get(run.tenant_id, run.id)
    return [(step.tool, step.status) for step in steps_of(run, loop.world.runs.iterations(run.tenant_id, run.id))]


ORDERS = {
    "first": ([write("a"), LIST, FINISH], ["write_file"]),
    "second": ([LIST, write("a"), FINISH], ["list_files", "write_file"]),
    "third": ([LIST, LIST, write("a")], ["list_files", "list_files", "write_file"]),
    "first and third": ([write("a"), LIST, write("b")], ["write_file", "write_file"]),
}


@pytest.mark.parametrize("order", ORDERS)
def test_no_call_is_left_open_but_those_that_wait(order: str) -> None:
    made, seen = ORDERS[order]
    loop = LoopDriver([calls(*made), calls(FINISH)])
    run = loop.play(autonomy="semi_auto")
    assert [name for name, _ in shown(loop, run)] == seen
    unfinished = [name for name, state in shown(loop, run) if state in OPEN]
    assert unfinished == [], "each call is answered or asks for approval"
    assert all(state == "tool-approval-request" for name, state in shown(loop, run) if name == "write_file")


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("approval", ["approve", "skip"])
def test_what_was_kept_back_is_shown_once_when_its_turn_comes(order: str, approval: str) -> None:
    made, _ = ORDERS[order]
    loop = LoopDriver([calls(*made), calls(FINISH)])
    run = answer(loop, loop.play(autonomy="semi_auto"), approval)
    assert run.status == "completed"
    began = Counter(chunk["toolCallId"] for chunk in loop.chunks(run) if chunk["type"] == "tool-input-start")
    assert set(began.values()) == {1}
    assert {state for _, state in shown(loop, run)} <= {"tool-output-available", "tool-output-error"}
    ran = [step.tool for done in loop.world.runs.iterations(run.tenant_id, run.id) for step in done.steps
           if step.status not in ("needs_approval", "pending", "running")]  # fmt: skip
    assert ran[: len(made)] == [one.name for one in made], "the model's order"


def test_a_provider_that_ends_all_calls_at_the_end_keeps_later_ones_back_as_well() -> None:
    """The wire of Chat Completions says only at the end that a call is whole."""
    loop = LoopDriver([calls(write("a"), LIST, FINISH)])
    inner = loop.model.stream

    def late(request: Any) -> Any:
        events = list(inner(request))
        done = [one for one in events if type(one).__name__ == "ToolCallDone"]
        yield from (one for one in events if one not in done and one is not events[-1])
        yield from [*done, events[-1]]

    loop.model.stream = late  # type: ignore[method-assign]  # the same answer, told in another order
    run = loop.play(autonomy="semi_auto")
    assert shown(loop, run) == [("write_file", "tool-approval-request")]


def test_a_finish_before_a_call_that_waits_is_answered() -> None:
    loop = LoopDriver([calls(FINISH, write("a")), calls(FINISH)])
    run = loop.play(autonomy="semi_auto")
    assert shown(loop, run)[0] == ("finish", "tool-output-error")
    assert answer(loop, run).status == "completed"
    answered = {item.call_id for item in loop.model.requests[-1].items if item.type == "tool_output"}
    asked = {item.call_id for item in loop.model.requests[-1].items if item.type == "tool_call"}
    assert asked == answered, "a provider refuses a history with a call that has no output"


def test_each_step_reads_what_is_true() -> None:
    loop = LoopDriver([calls(write("a"), LIST, write("b"), BUILD), calls(FINISH)])
    run = loop.play(autonomy="semi_auto")
    assert steps(loop, run) == [
        ("write_file", "needs_approval"),
        ("list_files", "pending"),
        ("write_file", "needs_approval"),
        ("build_project_worker", "pending"),
    ]
    first, second = [held.call_id for held in run.waiting.held if held.waits]
    advance_run(principal=USER, run_id=run.id, request=Advance(approval="skip", step_id=second), ports=loop.ports,
                workflows=loop.world.workflows)  # fmt: skip
    assert [status for _, status in steps(loop, run)] == ["needs_approval", "pending", "skipped", "pending"]
    looked: list[list[tuple[str, str]]] = []
    work = loop.work

    def look(state: LoopState) -> None:
        looked.append(steps(loop, run))
        work(state)

    loop.work = look  # type: ignore[method-assign]  # looks while the worker is at it
    run = answer(loop, run, step_id=first)
    assert [status for _, status in looked[0]] == ["completed", "completed", "skipped", "running"]
    assert [status for _, status in steps(loop, run)][:4] == ["completed", "completed", "skipped", "completed"]


def test_an_ended_run_has_no_open_step() -> None:
    loop = LoopDriver([calls(write("a"), LIST)])
    run = answer(loop, loop.play(autonomy="semi_auto"), "abort")
    assert (run.status, steps(loop, run)) == ("aborted", [("write_file", "skipped"), ("list_files", "skipped")])
    loop, run = LoopDriver.started([calls(write("a"), BUILD)])
    run_iteration(state_of(run), ports=loop.ports, model=loop.model)
    assert steps(loop, run)[-1] == ("build_project_worker", "running")
    body = Api(loop.world).client.post(f"/admin/apps/{run.app_id}/builder/chat/{run.id}/cancel")
    assert body.status_code == 202
    run = loop.follow(loop.world.runs.get(run.tenant_id, run.id))
    assert (run.status, steps(loop, run)[-1][1]) in (("aborted", "failed"), ("aborted", "completed"))


def test_a_declined_write_in_an_answer_that_finishes_is_not_finished_in_silence() -> None:
    loop = LoopDriver([calls(write("a"), FINISH), calls(FINISH)])
    run = answer(loop, loop.play(autonomy="semi_auto"), "skip")
    assert len(loop.model.requests) == 2 and steps(loop, run)[0] == ("write_file", "skipped")


def test_a_step_is_not_ticked_where_its_write_was_declined() -> None:
    plan = call("update_state", plan=["Make a"])
    tick = Call(name="update_state", arguments={"done": [1]})
    loop = LoopDriver([plan, calls(write("a"), tick), calls(FINISH)])
    answer(loop, loop.play(autonomy="semi_auto"), "skip")
    said = [item.output for item in loop.model.requests[2].items if isinstance(item, ToolOutput)]
    assert "No step was ticked: write_file of the same answer was refused" in said[-1]


def test_a_call_repeated_after_each_refusal_is_a_circle() -> None:
    loop = LoopDriver([calls(write("a"))] * 8)
    run = loop.play(autonomy="semi_auto")
    for _ in range(8):
        if run.ended:
            break
        run = answer(loop, run, "skip")
    assert run.outcome.failure_code == "STUCK"


def test_every_step_has_a_summary_over_http() -> None:
    loop = LoopDriver(
        [call("read_file", path="src/nowhere.ts", start_line=None, end_line=None), calls(write("a"), FINISH)]
    )
    run = loop.play(autonomy="semi_auto")
    body = Api(loop.world).client.get(f"/runs/{run.id}").json()["steps"]
    assert body[0]["summary"].startswith("read_file src/nowhere.ts (failed): ")
    assert [one["summary"] for one in body[1:]] == [
        "write_file src/a.ts (waits for approval)",
        "finish Made. (waits its turn)",
    ]


@pytest.mark.parametrize(
    ("tool", "arguments", "said"),
    [
        ("rename_file", '{"path": "a.ts", "new_path": "b.ts"}', "rename_file a.ts -> b.ts"),
        ("read_files", '{"paths": ["a.ts", "b.ts"]}', "read_files a.ts, b.ts"),
        ("run_command", '{"command": "npm\\ntest"}', "run_command npm test"),
        ("compile_project", "{}", "compile_project"),
        ("odd", "not json", "odd"),
        ("odd", "[1]", "odd"),
        ("read_file", '{"path": 7}', "read_file"),
    ],
)
def test_a_summary_says_what_a_call_was_about(tool: str, arguments: str, said: str) -> None:
    assert summarise(Step(call_id="c", tool=tool, status="completed", arguments=arguments, output="x")) == said


def test_a_retry_of_what_follows_an_approval_shows_nothing_twice() -> None:
    check = Call(name="compile_project", arguments={})
    loop = LoopDriver([calls(write("a"), check, FINISH)])
    run = loop.play(autonomy="semi_auto")
    advance_run(principal=USER, run_id=run.id, request=Advance(approval="approve"), ports=loop.ports,
                workflows=loop.world.workflows)  # fmt: skip
    save = loop.world.runs.save_iteration

    def dies(*_: Any) -> None:
        loop.world.runs.save_iteration = save  # type: ignore[method-assign]
        raise RuntimeError("the machine is gone")

    loop.world.runs.save_iteration = dies  # type: ignore[method-assign]  # the attempt dies at its end
    with pytest.raises(RuntimeError):
        loop.follow(loop.world.runs.get(run.tenant_id, run.id))
    loop.world.clock.advance(3600)
    run = loop.follow(loop.world.runs.get(run.tenant_id, run.id))
    began = Counter(chunk["toolCallId"] for chunk in loop.chunks(run) if chunk["type"] == "tool-input-start")
    assert run.ended and set(began.values()) == {1}


def test_rows_written_before_count_as_shown() -> None:
    assert HeldCall.model_validate({"call_id": "c", "tool": "t", "waits": False}).announced
