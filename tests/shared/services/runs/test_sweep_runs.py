"""No run stays without progress: whatever it lost, the sweeper ends it or sets it going, and resume takes it up."""

from collections.abc import Callable
from datetime import timedelta

import pytest

from devkit.fakes.model import Reply, call, calls
from devkit.loop import USER, LoopDriver, stored
from shared.domain.runs.run import Run
from shared.services.apps.delete_app import delete_app
from shared.services.runs.end.sweep_runs import sweep_runs
from shared.services.runs.start.await_approval import await_approval
from tests.shared.services.runs.test_approvals import FINISH, WRITE

DAY = timedelta(days=1).total_seconds()
WROTE = call("write_file", path="src/new.ts", content="export const made = 1;\n")
DONE = call("finish", summary="Made.", rationale=None, assumptions=None)


def driver(*replies: Reply) -> LoopDriver:
    return LoopDriver(list(replies))


def sweep(loop: LoopDriver) -> int:
    return sweep_runs(ports=loop.ports, workflows=loop.world.workflows)


def locked_by(loop: LoopDriver, run: Run) -> str | None:
    return loop.world.apps.get(run.tenant_id, run.app_id).active_run_id


def execution_vanished(loop: LoopDriver, run: Run) -> None:
    loop.world.workflows.running.clear()
    loop.world.clock.advance(130)


def function_died(loop: LoopDriver, run: Run) -> None:
    """Its lease has run out, and the execution it belonged to has given up."""
    now = round(loop.world.clock.now().timestamp() * 1000)
    loop.world.runs.lease(run.tenant_id, run.id, now_ms=now, until_ms=now + 20_000)
    execution_vanished(loop, run)


def never_ends(loop: LoopDriver, run: Run) -> None:
    """An execution that says it is running, long after everything it may do has timed out."""
    loop.world.clock.advance(run.bounds.seconds + 5 * 3600)


@pytest.mark.parametrize("lost", [execution_vanished, function_died, never_ends])
def test_a_run_without_progress_is_interrupted_and_resumed_to_its_end(lost: Callable[..., None]) -> None:
    loop = driver(WROTE, DONE)
    run = loop.start()
    loop.follow(run, most=1)
    lost(loop, stored(loop, run))
    assert sweep(loop) == 1
    swept = stored(loop, run)
    assert (swept.status, swept.outcome.failure_code, locked_by(loop, run)) == ("interrupted", "INTERRUPTED", None)
    assert not loop.world.workflows.is_running(loop.world.workflows.execution_of_run(run))
    assert loop.world.metrics.total("RunsStuck") == 1
    again = loop.resume(run)
    assert again.candidate_tree == swept.candidate_tree != run.base_tree, "what it did is not done again"
    assert loop.follow(again).status == "completed"
    assert sweep(loop) == 0


def test_a_long_run_that_is_still_within_its_time_is_left_alone() -> None:
    loop = driver(WROTE)
    run = loop.start()
    loop.world.clock.advance(run.bounds.seconds + 3600)
    assert sweep(loop) == 0
    assert stored(loop, run).status == "running"


def test_a_run_that_waits_for_a_person_is_not_overdue() -> None:
    loop = driver(calls(WRITE, FINISH))
    run = loop.start(autonomy="semi_auto")
    loop.follow(run)
    loop.world.clock.advance(6 * DAY)
    assert sweep(loop) == 0
    assert stored(loop, run).status == "awaiting_approval"


def test_a_wait_whose_execution_vanished_ends_and_its_answer_is_asked_again_on_resume() -> None:
    loop = driver(calls(WRITE, FINISH), calls(WRITE, FINISH))
    run = loop.start(autonomy="semi_auto")
    loop.follow(run)
    execution_vanished(loop, run)
    assert sweep(loop) == 1
    assert stored(loop, run).status == "interrupted"
    assert not await_approval(run.tenant_id, run.id, token="late", ports=loop.ports)
    again = loop.resume(run)
    assert loop.follow(again).status == "awaiting_approval"


def planned(loop: LoopDriver) -> tuple[Run, Run]:
    first = loop.start("First")
    return first, loop.start("Second", app_id=first.app_id, queue=True)


def test_a_message_whose_app_was_deleted_does_not_wait_for_ever() -> None:
    loop = driver(WROTE)
    first, second = planned(loop)
    ports = loop.world.ports()
    delete_app(principal=USER, app_id=first.app_id, ports=ports)
    loop.world.clock.advance(600)
    loop.world.workflows.running.clear()
    assert sweep(loop) == 2
    assert (stored(loop, second).status, stored(loop, second).outcome.failure_code) == ("aborted", "APP_DELETED")
    assert sweep(loop) == 0


def test_a_message_that_lost_its_place_in_the_queue_ends_and_can_be_resumed() -> None:
    """A restored table may hold a run and an older queue."""
    loop = driver(WROTE, DONE)
    first, second = planned(loop)
    loop.world.runs.drop_queued(loop.world.apps.get(first.tenant_id, first.app_id), [])
    loop.world.clock.advance(600)
    loop.world.workflows.running.clear()
    assert sweep(loop) == 2
    assert stored(loop, second).status == "interrupted"
    assert locked_by(loop, first) is None
    again = loop.resume(second)
    assert loop.follow(again).status == "completed"
