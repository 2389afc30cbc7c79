"""Messages that wait for their turn: in order, on the draft they find, whatever happens to those before them."""

import pytest

from devkit.fakes.model import Call, calls
from devkit.loop import LoopDriver
from shared.domain.errors import Conflict
from shared.domain.runs.run import Run
from shared.services.runs.cancel_run import cancel_run
from shared.services.runs.end.sweep_runs import recover_runs, sweep_runs
from shared.services.runs.queue.start_next import start_next
from shared.services.runs.queue.wait_turn import MOST_WAITING


def made(name: str) -> tuple[Call, Call]:
    finish = Call(name="finish", arguments={"summary": name, "rationale": None, "assumptions": None})
    return Call(name="write_file", arguments={"path": f"src/{name}.ts", "content": "export {};\n"}), finish


@pytest.fixture
def loop() -> LoopDriver:
    return LoopDriver([calls(*made(name)) for name in ("first", "second", "third")])


def next_of(loop: LoopDriver, run: Run) -> Run | None:
    return start_next(run.tenant_id, run.app_id, ports=loop.ports, workflows=loop.world.workflows)


def test_a_queued_message_waits_and_then_begins_on_what_it_finds(loop: LoopDriver) -> None:
    first = loop.start("First")
    second = loop.start("Second", app_id=first.app_id, queue=True)
    assert (second.status, second.started_at, [run.id for run in loop.world.workflows.runs]) == (
        "planned",
        None,
        [first.id],
    )
    assert loop.chunks(second)[-1]["data"] == {"stage": "queued", "message": "Waiting for the run before it."}
    assert next_of(loop, first) is None
    done = loop.follow(first)
    started = next_of(loop, first)
    assert started is not None and (started.id, started.status) == (second.id, "running")
    assert started.base_revision_id == done.outcome.revision_id
    ended = loop.follow(started)
    assert ended.status == "completed"
    tree = loop.world.snapshots.get(ended.tenant_id, ended.app_id, ended.candidate_tree)
    assert {"src/first.ts", "src/second.ts"} <= tree.keys()
    app = loop.world.apps.get(first.tenant_id, first.app_id)
    assert (app.active_run_id, app.queued_run_ids) == (None, [])


def test_a_free_app_needs_no_queue(loop: LoopDriver) -> None:
    assert loop.start("First", queue=True).status == "running"


def test_they_keep_their_order_and_a_cancelled_one_is_passed_over(loop: LoopDriver) -> None:
    first = loop.start("First")
    second, third = (loop.start(name, app_id=first.app_id, queue=True) for name in ("Second", "Third"))
    gone = cancel_run(second.tenant_id, second.app_id, second.id, ports=loop.ports, workflows=loop.world.workflows)
    assert gone.status == "aborted"
    loop.follow(first)
    started = next_of(loop, first)
    assert started is not None and started.id == third.id
    assert next_of(loop, first) is None


def test_only_so_many_wait(loop: LoopDriver) -> None:
    first = loop.start("First")
    for number in range(MOST_WAITING):
        loop.start(f"More {number}", app_id=first.app_id, queue=True)
    with pytest.raises(Conflict) as refusal:
        loop.start("One too many", app_id=first.app_id, queue=True)
    assert refusal.value.code == "RUN_ACTIVE"
    assert len(loop.world.apps.get(first.tenant_id, first.app_id).queued_run_ids) == MOST_WAITING


def test_one_that_cannot_be_started_ends_and_the_next_has_its_turn(loop: LoopDriver) -> None:
    first = loop.start("First")
    second = loop.start("Second", app_id=first.app_id, queue=True)
    third = loop.start("Third", app_id=first.app_id, queue=True)
    loop.follow(first)
    loop.world.workflows.down = True
    assert next_of(loop, first) is None
    for run in (second, third):
        assert loop.world.runs.get(run.tenant_id, run.id).outcome.failure_code == "DEPENDENCY_UNAVAILABLE"
    assert loop.world.apps.get(first.tenant_id, first.app_id).active_run_id is None


@pytest.mark.parametrize("way", ["sweep", "recover"])
def test_a_turn_that_was_missed_is_given_later(loop: LoopDriver, way: str) -> None:
    first = loop.start("First")
    second = loop.start("Second", app_id=first.app_id, queue=True)
    loop.follow(first)
    loop.world.clock.advance(600)
    act = sweep_runs if way == "sweep" else recover_runs
    act(ports=loop.ports, workflows=loop.world.workflows)
    assert loop.world.runs.get(second.tenant_id, second.id).status == "running"
    assert loop.world.workflows.runs[-1].id == second.id


def test_a_waiting_message_is_not_swept_away_while_the_app_is_at_work(loop: LoopDriver) -> None:
    first = loop.start("First")
    second = loop.start("Second", app_id=first.app_id, queue=True)
    loop.world.clock.advance(600)
    sweep_runs(ports=loop.ports, workflows=loop.world.workflows)
    assert loop.world.runs.get(second.tenant_id, second.id).status == "planned"
