"""A run that is only planned: nothing is done before somebody approves it, and then it is a run like any other."""

import pytest

from devkit.fakes.model import calls
from devkit.loop import USER, LoopDriver, stored
from shared.domain.errors import Conflict, Invalid
from shared.domain.identity import Principal
from shared.domain.runs.run import Run
from shared.services.runs.advance_run import Advance, advance_run
from shared.services.runs.current_run import current_run
from shared.services.runs.end.sweep_runs import recover_runs, sweep_runs
from shared.services.runs.queue.start_next import start_next
from shared.services.runs.queue.wait_turn import MOST_WAITING
from tests.shared.services.runs.test_queue import made
from tests.support.racing import race


@pytest.fixture
def loop() -> LoopDriver:
    return LoopDriver([calls(*made(name)) for name in ("first", "second", "third")])


def answer(loop: LoopDriver, run: Run, approval: str = "approve", who: Principal = USER, **more: str) -> Run:
    asked = Advance.model_validate({"approval": approval, **more})
    return advance_run(principal=who, run_id=run.id, request=asked, ports=loop.ports, workflows=loop.world.workflows)


def test_nothing_is_done_before_the_first_approve_and_then_everything(loop: LoopDriver) -> None:
    run = loop.start("First", planned=True)
    assert (run.status, run.started_at, run.waiting.awaits_start) == ("planned", None, True)
    assert loop.world.workflows.runs == []
    assert loop.world.apps.get(run.tenant_id, run.app_id).active_run_id is None
    assert loop.chunks(run)[-1]["data"]["message"] == "Planned. It starts when somebody approves it."
    started = answer(loop, run)
    assert (started.status, started.waiting.awaits_start) == ("running", False)
    assert [one.id for one in loop.world.workflows.runs] == [run.id]
    ended = loop.follow(started)
    assert ended.status == "completed" and ended.outcome.revision_id is not None


def test_it_begins_on_the_draft_that_is_there_when_it_is_approved(loop: LoopDriver) -> None:
    run = loop.start("Second", planned=True)
    done = loop.follow(loop.start("First", app_id=run.app_id))
    assert answer(loop, run).base_revision_id == done.outcome.revision_id


def test_one_that_nobody_has_approved_lets_others_pass(loop: LoopDriver) -> None:
    planned = loop.start("Later", planned=True)
    first = loop.start("First", app_id=planned.app_id)
    second = loop.start("Second", app_id=planned.app_id, queue=True)
    loop.follow(first)
    next_run = start_next(first.tenant_id, first.app_id, ports=loop.ports, workflows=loop.world.workflows)
    assert next_run is not None and next_run.id == second.id
    loop.follow(next_run)
    assert start_next(first.tenant_id, first.app_id, ports=loop.ports, workflows=loop.world.workflows) is None
    app = loop.world.apps.get(first.tenant_id, first.app_id)
    assert (stored(loop, planned).status, app.queued_run_ids) == ("planned", [planned.id])
    assert recover_runs(ports=loop.ports, workflows=loop.world.workflows) == 0


def test_approved_while_another_is_at_work_it_waits_for_its_turn(loop: LoopDriver) -> None:
    planned = loop.start("Later", planned=True)
    first = loop.start("First", app_id=planned.app_id)
    waiting = answer(loop, planned)
    assert (waiting.status, waiting.waiting.awaits_start) == ("planned", False)
    assert answer(loop, planned).status == "planned", "the same answer again changes nothing"
    loop.follow(first)
    next_run = start_next(first.tenant_id, first.app_id, ports=loop.ports, workflows=loop.world.workflows)
    assert next_run is not None and next_run.id == planned.id


def test_the_same_approve_twice_starts_it_once_and_a_late_one_is_refused(loop: LoopDriver) -> None:
    run = loop.start("First", planned=True)
    assert answer(loop, run).status == answer(loop, run).status == "running"
    assert len(loop.world.workflows.runs) == 1
    loop.follow(stored(loop, run))
    with pytest.raises(Conflict) as refusal:
        answer(loop, run)
    assert refusal.value.code == "NOT_AWAITING_APPROVAL"


def test_approves_at_once_start_it_once(loop: LoopDriver) -> None:
    run = loop.start("First", planned=True)
    outcomes = race(*[lambda: answer(loop, run)] * 6)
    assert all(isinstance(one, Run | Conflict) for one in outcomes)
    assert len(loop.world.workflows.runs) == 1 and stored(loop, run).status == "running"


def test_abort_ends_it_and_skip_and_steps_are_refused(loop: LoopDriver) -> None:
    run = loop.start("First", planned=True)
    with pytest.raises(Conflict):
        answer(loop, run, "skip")
    with pytest.raises(Invalid):
        answer(loop, run, step_id="call_1")
    assert stored(loop, run) == run
    assert answer(loop, run, "abort").status == "aborted" and loop.world.workflows.runs == []
    with pytest.raises(Conflict):
        answer(loop, run)


def test_a_conversation_is_not_busy_with_what_is_only_planned(loop: LoopDriver) -> None:
    run = loop.start("First", planned=True)
    assert current_run(run.tenant_id, run.app_id, run.conversation_id, ports=loop.ports) is None
    answer(loop, run)
    found = current_run(run.tenant_id, run.app_id, run.conversation_id, ports=loop.ports)
    assert found is not None and found.id == run.id


def test_it_is_left_alone_for_a_week_and_then_ends(loop: LoopDriver) -> None:
    run = loop.start("First", planned=True)
    loop.world.clock.advance(6 * 86_400)
    assert sweep_runs(ports=loop.ports, workflows=loop.world.workflows) == 0 and stored(loop, run).status == "planned"
    loop.world.clock.advance(2 * 86_400)
    sweep_runs(ports=loop.ports, workflows=loop.world.workflows)
    ended = stored(loop, run)
    assert (ended.status, ended.outcome.failure_code) == ("interrupted", "APPROVAL_TIMEOUT")
    assert ended.outcome.diff_id is None
    later = loop.start("Second", app_id=run.app_id)
    assert loop.follow(later).status == "completed"


def test_only_so_many_are_planned(loop: LoopDriver) -> None:
    run = loop.start("First", planned=True)
    for _ in range(MOST_WAITING - 1):
        loop.start("More", app_id=run.app_id, planned=True)
    with pytest.raises(Conflict):
        loop.start("One too many", app_id=run.app_id, planned=True)


def test_the_execution_that_cannot_be_started_ends_it_as_failed(loop: LoopDriver) -> None:
    run = loop.start("First", planned=True)
    loop.world.workflows.down = True
    ended = answer(loop, run)
    assert (ended.status, ended.outcome.failure_code) == ("failed", "DEPENDENCY_UNAVAILABLE")
    assert loop.world.apps.get(run.tenant_id, run.app_id).active_run_id is None
