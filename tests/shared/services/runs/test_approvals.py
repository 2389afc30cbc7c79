"""Runs that wait for a person: what waits, what is free meanwhile, and how each answer goes on."""

from collections.abc import Callable
from typing import Any

import pytest

from devkit.fakes.clock import FakeClock
from devkit.fakes.model import Call, Reply, calls
from devkit.fakes.world import World
from devkit.loop import USER, LoopDriver
from shared.domain.agent.model_messages import UserMessage
from shared.domain.errors import Conflict, Invalid, NotFound
from shared.domain.identity import Principal
from shared.domain.runs.execution_end import ExecutionEnd
from shared.domain.runs.run import Run
from shared.domain.runs.steps import LoopState
from shared.services.agent.run_iteration import run_iteration
from shared.services.runs.advance_run import Advance, advance_run
from shared.services.runs.end.end_run import record_ending
from shared.services.runs.list_runs import steps_of
from shared.services.runs.start.await_approval import await_approval

WRITE = Call(name="write_file", arguments={"path": "src/new.ts", "content": "export const made = 1;\n"})
FINISH = Call(name="finish", arguments={"summary": "Made.", "rationale": None, "assumptions": None})
LIST = Call(name="list_files", arguments={"prefix": None})


def edit(path: str, old: str, new: str) -> Call:
    edits = [{"old": old, "new": new, "replace_all": None}]
    return Call(name="edit_file", arguments={"path": path, "edits": edits})


def driver(*replies: Reply) -> LoopDriver:
    return LoopDriver(list(replies))


def answer(loop: LoopDriver, run: Run, approval: str = "approve", who: Principal = USER, **more: Any) -> Run:
    asked = Advance.model_validate({"approval": approval, **more})
    return advance_run(principal=who, run_id=run.id, request=asked, ports=loop.ports, workflows=loop.world.workflows)


def files(loop: LoopDriver, run: Run) -> dict[str, bytes]:
    app = loop.world.apps.get(run.tenant_id, run.app_id)
    assert app.draft_revision_id
    draft = loop.world.revisions.get(app.tenant_id, app.id, app.draft_revision_id)
    return loop.world.snapshots.get(app.tenant_id, app.id, draft.tree)


@pytest.mark.parametrize("mode", ["suggest", "semi_auto"])
def test_a_write_waits_and_the_app_is_free_meanwhile(mode: str) -> None:
    loop = driver(calls(LIST, WRITE, FINISH))
    run = loop.play(autonomy=mode)
    assert (run.status, [held.call_id for held in run.waiting.held if held.waits].__len__()) == ("awaiting_approval", 1)
    assert loop.world.apps.get(run.tenant_id, run.app_id).active_run_id is None
    assert loop.kinds(run)[-3:] == ["finish-step", "data-done", "finish"]
    assert loop.chunks(run)[-2]["data"]["status"] == "awaiting_approval"
    asked = [chunk for chunk in loop.chunks(run) if chunk["type"] == "tool-approval-request"]
    assert [chunk["approvalId"] for chunk in asked] == [f"{run.id}:{run.waiting.held[0].call_id}"]
    steps = steps_of(run, loop.world.runs.iterations(run.tenant_id, run.id))
    assert [(step.tool, step.status) for step in steps] == [
        ("list_files", "completed"),
        ("write_file", "needs_approval"),
        ("finish", "pending"),
    ]
    assert "src/new.ts" not in loop.world.snapshots.get(run.tenant_id, run.app_id, run.candidate_tree)


@pytest.mark.parametrize("mode", ["off", "full_auto"])
def test_nothing_waits_where_the_mode_lets_it_work(mode: str) -> None:
    loop = driver(calls(WRITE, FINISH))
    assert loop.play(autonomy=mode).status == "completed"


def test_what_is_approved_runs_in_the_same_run_and_is_committed() -> None:
    loop = driver(calls(WRITE, FINISH))
    run = loop.play(autonomy="semi_auto")
    run = answer(loop, run)
    assert (run.status, loop.world.apps.get(run.tenant_id, run.app_id).active_run_id) == ("running", run.id)
    assert loop.world.workflows.completed == [("token-1", {"outcome": "decided"})]
    run = loop.follow(run)
    assert (run.status, run.outcome.summary, len(loop.model.requests)) == ("completed", "Made.", 1)
    assert files(loop, run)["src/new.ts"] == b"export const made = 1;\n"
    seqs = [chunk["seq"] for chunk in loop.chunks(run)]
    assert seqs == list(range(1, len(seqs) + 1))
    assert [chunk["data"]["status"] for chunk in loop.chunks(run) if chunk["type"] == "data-done"] == [
        "awaiting_approval",
        "completed",
    ]
    turn = loop.world.turns.turn(run.tenant_id, run.app_id, run.turn_id)
    assert [(trace["tool"], trace["status"]) for trace in turn.tool_trace] == [
        ("write_file", "completed"),
        ("finish", "completed"),
    ]


def test_what_is_declined_is_told_to_the_model_with_the_persons_words() -> None:
    loop = driver(calls(WRITE), calls(FINISH))
    run = loop.play(autonomy="suggest")
    run = loop.follow(answer(loop, run, "skip", feedback="Not there: use src/lib."))
    assert run.status == "completed" and "src/new.ts" not in files(loop, run)
    request = loop.model.requests[-1].items[-1]
    assert "declined" in request.output and "use src/lib" in request.output


def test_what_a_person_says_with_an_approval_is_told_to_the_model_once() -> None:
    other = Call(name="write_file", arguments={"path": "src/other.ts", "content": "export {};\n"})
    loop = driver(calls(WRITE, other), calls(FINISH))
    run = loop.follow(answer(loop, loop.play(autonomy="suggest"), feedback="And keep the old one."))
    assert run.status == "completed" and "src/other.ts" in files(loop, run)
    request = [item.content for item in loop.model.requests[-1].items if isinstance(item, UserMessage)]
    assert [said for said in request if "keep the old one" in said] == [request[-1]]


def test_calls_are_decided_one_by_one_and_nothing_runs_before_the_last_answer() -> None:
    other = Call(name="write_file", arguments={"path": "src/other.ts", "content": "export {};\n"})
    loop = driver(calls(WRITE, other, FINISH), calls(FINISH))
    run = loop.play(autonomy="suggest")
    first, second = [held.call_id for held in run.waiting.held if held.waits]
    run = answer(loop, run, step_id=first)
    assert run.status == "awaiting_approval" and loop.world.workflows.completed == []
    run = loop.follow(answer(loop, run, "skip", step_id=second))
    assert run.status == "completed"
    assert "src/new.ts" in files(loop, run) and "src/other.ts" not in files(loop, run)


def test_a_write_that_would_fail_bothers_nobody() -> None:
    bad = edit("src/nowhere.ts", "a", "b")
    loop = driver(calls(bad), calls(FINISH))
    run = loop.play(autonomy="suggest")
    assert run.status == "completed"
    assert "tool-output-error" in loop.kinds(run) and "tool-approval-request" not in loop.kinds(run)


def test_a_later_write_may_build_on_one_that_waits() -> None:
    loop = driver(calls(WRITE, edit("src/new.ts", "made = 1", "made = 2"), FINISH))
    run = loop.play(autonomy="semi_auto")
    assert [held.waits for held in run.waiting.held] == [True, True, False]
    run = loop.follow(answer(loop, run))
    assert files(loop, run)["src/new.ts"] == b"export const made = 2;\n"


def test_abort_keeps_the_work_and_ends_the_run() -> None:
    loop = driver(calls(WRITE))
    run = loop.play(autonomy="suggest")
    answer(loop, run, "abort")
    run = loop.follow(loop.world.runs.get(run.tenant_id, run.id))
    assert (run.status, run.outcome.failure_code) == ("aborted", "CANCELLED")
    assert loop.kinds(run)[-3:] == ["abort", "data-done", "finish"]


def test_the_draft_may_move_while_it_waits() -> None:
    loop = driver(calls(WRITE, FINISH))
    run = loop.play(autonomy="semi_auto")
    app = loop.world.apps.get(run.tenant_id, run.app_id)
    loop.world.add_revision(app, files(loop, run) | {"src/theirs.ts": b"export const theirs = 1;\n"})
    run = loop.follow(answer(loop, run))
    assert run.status == "completed"
    assert {"src/new.ts", "src/theirs.ts"} <= files(loop, run).keys()


def test_a_conflict_with_what_others_did_leaves_the_run_waiting() -> None:
    first = Call(name="write_file", arguments={"path": "src/shared.ts", "content": "export const mine = 1;\n"})
    loop = driver(calls(first), calls(WRITE, FINISH))
    run = loop.start(autonomy="off")
    run = loop.follow(run, most=1)
    loop.world.runs.update(loop.world.runs.get(run.tenant_id, run.id).change(autonomy="suggest"))
    run = loop.follow(loop.world.runs.get(run.tenant_id, run.id))
    assert run.status == "awaiting_approval"
    app = loop.world.apps.get(run.tenant_id, run.app_id)
    loop.world.add_revision(app, files(loop, run) | {"src/shared.ts": b"export const theirs = 1;\n"})
    with pytest.raises(Conflict) as refusal:
        answer(loop, run)
    assert refusal.value.code == "MERGE_CONFLICT"
    assert loop.world.runs.get(run.tenant_id, run.id).status == "awaiting_approval"


def test_another_run_at_work_must_end_first() -> None:
    loop = driver(calls(WRITE))
    run = loop.play(autonomy="suggest")
    loop.start("Another", app_id=run.app_id)
    with pytest.raises(Conflict) as refusal:
        answer(loop, run)
    assert refusal.value.code == "RUN_ACTIVE"
    assert loop.world.runs.get(run.tenant_id, run.id).undecided


def test_hostile_answers_change_nothing() -> None:
    loop = driver(calls(WRITE, FINISH))
    run = loop.play(autonomy="suggest")
    with pytest.raises(Invalid):
        answer(loop, run, step_id="call_of_nobody")
    with pytest.raises(NotFound):
        answer(loop, run, who=Principal(tenant_id="other", subject="x"))
    assert loop.world.runs.get(run.tenant_id, run.id) == run
    done = loop.follow(answer(loop, run))
    with pytest.raises(Conflict) as refusal:
        answer(loop, done)
    assert refusal.value.code == "NOT_AWAITING_APPROVAL"


def test_the_last_answer_sent_twice_wakes_again_and_decides_nothing_new() -> None:
    loop = driver(calls(WRITE, FINISH))
    run = loop.play(autonomy="suggest")
    first = answer(loop, run)
    loop.world.workflows.waiting.add("token-1")
    assert answer(loop, first, "skip").waiting.held == first.waiting.held
    assert len(loop.world.workflows.completed) == 2


def test_beginning_to_wait_twice_says_it_once() -> None:
    loop = driver(calls(WRITE))
    run = loop.play(autonomy="suggest")
    before = loop.chunks(run)
    assert await_approval(run.tenant_id, run.id, token="token-1", ports=loop.ports)
    assert await_approval(run.tenant_id, run.id, token="a new execution's", ports=loop.ports)
    assert loop.chunks(run) == before
    assert loop.world.runs.get(run.tenant_id, run.id).waiting.approval_token == "a new execution's"


class Waking(FakeClock):
    """Somebody's sleep is the moment at which the run begins to wait."""

    act: Callable[[], object] = staticmethod(lambda: None)

    def sleep(self, seconds: float) -> None:
        super().sleep(seconds)
        self.act()


def on_the_way_to_wait(clock: FakeClock) -> tuple[LoopDriver, Run]:
    """The iteration that asks is stored; that the run waits is not yet."""
    loop = LoopDriver([calls(WRITE), calls(FINISH)], world=World(clock=clock))
    run = loop.start(autonomy="suggest")
    state = LoopState(tenant_id=run.tenant_id, app_id=run.app_id, run_id=run.id, iteration=0)
    assert run_iteration(state, ports=loop.ports, model=loop.model).next == "approval"
    return loop, run


def test_an_answer_a_moment_before_the_run_waits_is_early_and_not_refused() -> None:
    clock = Waking()
    loop, run = on_the_way_to_wait(clock)
    loop.world.workflows.waiting.add("token-0")
    clock.act = lambda: await_approval(run.tenant_id, run.id, token="token-0", ports=loop.ports)
    assert answer(loop, run).status == "running"
    assert len(clock.slept) == 1 and len(loop.world.workflows.completed) == 1


def test_an_answer_to_a_run_that_never_comes_to_wait_is_refused_in_the_end() -> None:
    clock = FakeClock()
    loop, run = on_the_way_to_wait(clock)
    with pytest.raises(Conflict) as refused:
        answer(loop, run)
    assert refused.value.code == "NOT_AWAITING_APPROVAL" and sum(clock.slept) < 10


def test_an_iteration_of_a_run_that_waits_goes_back_to_waiting() -> None:
    loop = driver(calls(WRITE))
    run = loop.play(autonomy="suggest")
    state = LoopState(tenant_id=run.tenant_id, app_id=run.app_id, run_id=run.id, iteration=run.iteration)
    assert run_iteration(state, ports=loop.ports, model=loop.model).next == "approval"


def test_waiting_costs_no_time_of_the_run() -> None:
    loop = driver(calls(WRITE, FINISH))
    run = loop.play(autonomy="suggest", budget={"seconds": 60})
    loop.world.clock.advance(3600)
    assert loop.follow(answer(loop, run)).status == "completed"


def test_nobody_answers_for_a_week() -> None:
    loop = driver(calls(WRITE))
    run = loop.play(autonomy="suggest")
    ended = record_ending(run.tenant_id, run.id, ExecutionEnd.CRASHED, ports=loop.ports)
    assert ended and (ended.status, ended.outcome.failure_code) == ("interrupted", "APPROVAL_TIMEOUT")


def test_the_diffs_of_many_held_writes_are_bounded_together() -> None:
    """A few words may change a whole file, again and again: `GET /runs/{id}` has to fit into one answer."""

    def all_over(old: str, new: str) -> Call:
        edits = [{"old": old, "new": new, "replace_all": True}]
        return Call(name="edit_file", arguments={"path": "src/big.ts", "edits": edits})

    content = "".join(f"export const line{n} = {n};\n" for n in range(4_000))
    there = Call(name="write_file", arguments={"path": "src/big.ts", "content": content})
    turns = [all_over("const", "var"), all_over("var", "const")] * 6
    loop = driver(calls(there, *turns, FINISH))
    run = loop.play(autonomy="suggest")
    steps = steps_of(run, loop.world.runs.iterations(run.tenant_id, run.id))
    found = [step.diff or "" for step in steps if step.status == "needs_approval"]
    assert len(found) == 13 and all(found) and len(found[0]) == 100_000
    assert sum(map(len, found)) < 450_000 and len(found[-1]) > 1_000
