"""A run whose steps are written before it begins: nothing is done before somebody approves them, then each has its
worker."""

import json
from dataclasses import replace
from typing import Any

import pytest

from devkit.fakes.engine import COMPILE_ERROR
from devkit.fakes.model import Call, Reply, call, calls, say
from devkit.fakes.tool_calls import finish
from devkit.loop import USER, LoopDriver
from shared.domain.errors import Invalid, NotAwaitingApproval
from shared.domain.runs.run import Run
from shared.services.runs.advance_run import Advance, advance_run
from shared.services.runs.end.sweep_runs import recover_runs
from shared.services.runs.read_turns import read_turns
from tests.shared.services.runs.test_queue import made

CODE = {"actor": "code_worker", "tool": "write_file", "title": "The note is there", "input": {"path": "src/note.ts"}}
TEST = {"actor": "test_worker", "tool": "run_terminal", "title": "The note is tested", "input": {}}
DOCS = {"actor": "doc_worker", "tool": "write_file", "title": "README says so", "input": {"path": "README.md"}}
RUN = Call(name="run_targeted_tests", arguments={"paths": None, "name": None})
BROKEN = Call(name="write_file", arguments={"path": "src/bad.ts", "content": COMPILE_ERROR})


def plan(*steps: dict[str, Any]) -> Reply:
    return say(f"Here it is:\n{json.dumps({'steps': steps})}")


def laid_out(*replies: Reply, **request: Any) -> tuple[LoopDriver, Run]:
    loop = LoopDriver(list(replies))
    run = loop.start("Make notes", steps=True, **request)
    return loop, loop.follow(run)


def answer(loop: LoopDriver, run: Run, approval: str = "approve") -> Run:
    asked = Advance.model_validate({"approval": approval})
    return advance_run(principal=USER, run_id=run.id, request=asked, ports=loop.ports, workflows=loop.world.workflows)


def test_the_steps_are_written_by_one_call_without_tools_and_nothing_else_is_done() -> None:
    loop, run = laid_out(plan(CODE, TEST))
    assert (run.status, run.waiting.awaits_start, run.started_at) == ("planned", True, None)
    assert [(step.actor, step.tool, step.title, step.status) for step in run.plan_steps] == [
        ("code_worker", "write_file", "The note is there", "pending"),
        ("test_worker", "run_terminal", "The note is tested", "pending"),
    ]
    (asked,) = loop.model.requests
    assert (asked.tools, asked.tool_choice) == ((), "none")
    kinds = [chunk["type"] for chunk in loop.chunks(run)]
    assert "data-plan" in kinds and "text-delta" not in kinds, "people see the steps, not the form they came in"
    assert run.candidate_tree == run.base_tree and run.waiting.approval_token is not None
    assert loop.world.apps.get(run.tenant_id, run.app_id).active_run_id is None
    assert "data-plan" in loop.kinds(run)


def test_each_step_has_its_workers_prompt_and_tools_and_the_run_ends_with_the_last() -> None:
    write, done = made("note")
    loop, run = laid_out(
        plan(CODE, TEST, DOCS), calls(write, done), calls(RUN, finish("Tested.")), calls(finish("Documented."))
    )
    started = answer(loop, run)
    assert (started.status, loop.world.workflows.completed[-1][1]) == ("running", {"outcome": "decided"})
    ended = loop.follow(started)
    assert (ended.status, ended.outcome.summary) == ("completed", "Documented.")
    assert ended.outcome.revision_id is not None
    assert [(step.status, step.summary) for step in ended.plan_steps] == [
        ("completed", "note"),
        ("completed", "Tested."),
        ("completed", "Documented."),
    ]
    assert all(step.started_at and step.finished_at for step in ended.plan_steps)
    _, coder, tester, writer = loop.model.requests
    names = [{tool.name for tool in asked.tools} for asked in (coder, tester, writer)]
    assert "add_dependency" in names[0] and "run_targeted_tests" in names[1] - names[2]
    assert len({coder.instructions, tester.instructions, writer.instructions}) == 3
    assert "Step 2 of 3 (test_worker): The note is tested." in str(tester.items[-1])
    roles = [done.role for done in loop.world.runs.iterations(run.tenant_id, run.id)]
    assert list(dict.fromkeys(roles)) == ["manager", "coder", "tester", "writer"]


def test_what_the_doc_worker_writes_is_kept_with_the_change_and_it_has_no_tool_for_more() -> None:
    write, done = made("note")
    readme = Call(name="write_file", arguments={"path": "README.md", "content": "# Notes\n\nThere is a note.\n"})
    loop, run = laid_out(plan(CODE, DOCS), calls(write, done), calls(readme, finish("README says so.")))
    ended = loop.follow(answer(loop, run))
    revision = loop.world.revisions.get(run.tenant_id, run.app_id, ended.outcome.revision_id or "")
    files = loop.world.snapshots.get(run.tenant_id, run.app_id, revision.tree)
    assert files["README.md"] == b"# Notes\n\nThere is a note.\n" and "src/note.ts" in files
    names = {tool.name for tool in loop.model.requests[-1].tools}
    assert not names & {"run_command", "run_targeted_tests", "add_dependency", "db_query", "api_request"}


def test_a_step_is_not_done_while_the_project_does_not_compile() -> None:
    write, done = made("bad")
    loop, run = laid_out(plan(CODE, TEST), calls(BROKEN, done), calls(write, done), calls(RUN, finish("Tested.")))
    ended = loop.follow(answer(loop, run))
    assert (ended.status, ended.plan_steps[0].status) == ("completed", "completed")
    roles = [done.role for done in loop.world.runs.iterations(run.tenant_id, run.id)]
    assert roles[1:4] == ["coder", "coder", "tester"]


def test_steps_that_cannot_be_read_are_asked_for_once_more() -> None:
    loop, run = laid_out(say("First I would look around."), plan(CODE))
    assert (run.status, len(run.plan_steps), len(loop.model.requests)) == ("planned", 1, 2)
    assert "Answer again with the JSON object alone." in str(loop.model.requests[1].items[-1])


@pytest.mark.parametrize("wrong", [
    "No.", '{"steps": []}', '{"steps": [{"actor": "nobody", "title": "x"}]}', '{"steps": [{"actor": "code_worker"}]}',
    json.dumps({"steps": [CODE] * 13}), '{"steps": [' + "[" * 300,
])  # fmt: skip
def test_twice_unreadable_is_the_end_and_nothing_was_done(wrong: str) -> None:
    _, run = laid_out(say(wrong), say(wrong))
    assert (run.status, run.outcome.failure_code, run.outcome.diff_id) == ("failed", "STEPS_UNREADABLE", None)


def test_before_they_are_written_nothing_can_be_approved() -> None:
    loop = LoopDriver([plan(CODE)])
    run = loop.start("Make notes", steps=True)
    with pytest.raises(NotAwaitingApproval):
        answer(loop, run)
    assert loop.follow(run).is_laid_out


def test_a_step_is_left_out_and_without_any_the_run_is_cancelled() -> None:
    write, done = made("note")
    loop, run = laid_out(plan(TEST, CODE), calls(write, done))
    shorter = answer(loop, run, "skip")
    assert [step.status for step in shorter.plan_steps] == ["skipped", "pending"]
    ended = loop.follow(answer(loop, shorter))
    assert (ended.status, [step.status for step in ended.plan_steps]) == ("completed", ["skipped", "completed"])
    loop, run = laid_out(plan(CODE))
    loop.world.workflows.running.clear()
    assert answer(loop, run, "skip").status == "aborted"


def test_an_abort_leaves_everything_as_it_was() -> None:
    loop, run = laid_out(plan(CODE))
    answer(loop, run, "abort")
    ended = loop.follow(run)
    assert (ended.status, ended.outcome.revision_id, ended.outcome.diff_id) == ("aborted", None, None)
    assert [step.status for step in ended.plan_steps] == ["skipped"]


def test_approved_while_another_is_at_work_it_waits_and_says_what_moved_meanwhile() -> None:
    write, done = made("note")
    loop, run = laid_out(plan(CODE), calls(*made("first")), calls(write, done))
    first = loop.start("First", app_id=run.app_id)
    waiting = answer(loop, run)
    assert (waiting.status, waiting.waiting.awaits_start, waiting.is_laid_out) == ("planned", False, True)
    loop.follow(first)
    started = answer(loop, run)
    assert started.status == "running"
    ended = loop.follow(started)
    assert ended.status == "completed"
    assert "others changed: src/first.ts" in str(loop.model.requests[-1].items)


def test_a_run_that_was_approved_goes_on_where_its_execution_is_gone() -> None:
    write, done = made("note")
    loop, run = laid_out(plan(CODE), calls(write, done))
    loop.world.workflows.running.clear()
    loop.world.workflows.waiting.clear()
    assert recover_runs(ports=loop.ports, workflows=loop.world.workflows) == 1
    again = loop.world.runs.get(run.tenant_id, run.id)
    assert (again.status, again.restarts) == ("planned", 1)
    assert loop.follow(answer(loop, again)).status == "completed"


def _turns(loop: LoopDriver, run: Run) -> list[str]:
    page = read_turns(principal=USER, app_id=run.app_id, conversation_id=run.conversation_id, ports=loop.ports, limit=5)
    return [turn.status for turn in page.items]


def test_writes_of_a_planned_run_wait_as_in_any_other() -> None:
    write, done = made("note")
    loop, run = laid_out(plan(CODE), calls(write), calls(done), autonomy="semi_auto")
    assert _turns(loop, run) == ["planned"]
    held = loop.follow(answer(loop, run))
    assert (held.status, held.plan_steps[0].status) == ("awaiting_approval", "running")
    assert _turns(loop, run) == ["running"], "its chat shows it, with what it asks"
    ended = loop.follow(answer(loop, held))
    assert (ended.status, ended.plan_steps[0].status) == ("completed", "completed")


def test_the_answer_of_a_step_may_be_words_alone() -> None:
    write, done = made("note")
    loop, run = laid_out(plan(TEST, CODE), calls(RUN), say("All is tested."), calls(write, done))
    ended = loop.follow(answer(loop, run))
    assert [step.summary for step in ended.plan_steps] == ["All is tested.", "note"]


def test_a_step_id_names_nothing_of_a_planned_run() -> None:
    loop, run = laid_out(plan(CODE))
    asked = Advance(approval="approve", step_id="plan_0")
    with pytest.raises(Invalid):
        advance_run(principal=USER, run_id=run.id, request=asked, ports=loop.ports, workflows=loop.world.workflows)


def test_without_the_loop_there_are_no_steps() -> None:
    loop = LoopDriver([call("finish", summary="x", rationale=None, assumptions=None)])
    switches = replace(loop.ports.switches, agentic_loop=False)
    loop.ports = loop.world.loop_ports(switches=switches)
    run = loop.start("Make notes", steps=True)
    assert (run.status, run.request.with_steps) == ("planned", False)
