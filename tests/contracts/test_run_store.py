"""The contract of `RunStore`."""

import random
from datetime import timedelta
from typing import Any

import pytest

from devkit.fakes.clock import START
from devkit.fakes.samples import OTHER_TENANT, a_conversation, a_diff, a_run, a_turn, an_app, an_iteration
from shared.domain.agent.model_messages import AssistantMessage, Reasoning, ToolCall, ToolOutput, UserMessage
from shared.domain.apps.app import App
from shared.domain.errors import Conflict, NotFound
from shared.domain.feedback.reproduction import Repair
from shared.domain.runs.iteration import Step
from shared.domain.runs.run import Run
from shared.domain.runs.run_parts import Lease, RunUsage, WorkerCall
from shared.domain.runs.run_status import ENDED, RunStatus
from shared.domain.runs.turn import Turn
from tests.support.racing import failures, race


@pytest.fixture
def run(stores: Any, app: App) -> Run:
    return begin(stores, app)


def begin(stores: Any, app: App, **over: Any) -> Run:
    run = a_run(app, **over)
    stores.runs.start(run, a_turn(run), a_conversation(run))
    return run


def ended(run: Run, **over: Any) -> Run:
    return run.change(**({"status": RunStatus.COMPLETED, "finished_at": START} | over))


def incompressible(size: int) -> str:
    return random.Random(size).randbytes(size // 2).hex()  # noqa: S311 - the same bytes in every run


def test_starting_stores_all_and_claims_the_app(stores: Any, app: App) -> None:
    run = a_run(app, usage=RunUsage(cost_usd=None), mentions=["a", "é"], failures={"x": 2})
    turn, conversation = a_turn(run), a_conversation(run)
    stores.runs.start(run, turn, conversation)
    claimed = stores.apps.get(app.tenant_id, app.id)
    assert (claimed.active_run_id, claimed.version) == (run.id, app.version + 1)
    assert stores.runs.get(app.tenant_id, run.id) == run
    assert stores.turns.turn(app.tenant_id, app.id, turn.id) == turn
    stored = stores.turns.conversation(app.tenant_id, app.id, conversation.id)
    assert stored == conversation.with_turn(turn)
    assert (stored.turns, stored.last_message, stored.last_turn_at) == (1, run.request.message, turn.created_at)


def test_the_latest_message_names_the_apps_conversation_and_a_repair_does_not(stores: Any, app: App) -> None:
    run = begin(stores, app)
    assert stores.apps.get(app.tenant_id, app.id).conversation_id == run.conversation_id
    later, repair = a_run(app), a_run(app, repair=Repair())
    stores.runs.enqueue(stores.apps.get(app.tenant_id, app.id), later, a_turn(later), a_conversation(later))
    assert stores.apps.get(app.tenant_id, app.id).conversation_id == later.conversation_id
    stores.runs.pause(run)
    stores.runs.start(repair, a_turn(repair), a_conversation(repair))
    assert stores.apps.get(app.tenant_id, app.id).conversation_id == later.conversation_id


def test_one_run_at_work_an_app(stores: Any, app: App, run: Run) -> None:
    late = a_run(app)
    with pytest.raises(Conflict) as refusal:
        stores.runs.start(late, a_turn(late), a_conversation(late))
    assert refusal.value.code == "RUN_ACTIVE"
    with pytest.raises(NotFound):
        stores.runs.get(app.tenant_id, late.id)
    with pytest.raises(NotFound):
        stores.turns.conversation(app.tenant_id, app.id, late.conversation_id)
    assert [row.id for row in stores.runs.list(app.tenant_id, app.id, limit=9).items] == [run.id]


def test_racing_starts_leave_one_run(raced: Any, tenant: str) -> None:
    app = an_app(tenant_id=tenant)
    raced.apps.create(app)
    runs = [a_run(app) for _ in range(6)]
    outcomes = race(*(lambda r=run: raced.runs.start(r, a_turn(r), a_conversation(r)) for run in runs))
    assert [error.code for error in failures(outcomes)] == ["RUN_ACTIVE"] * 5
    active = raced.apps.get(tenant, app.id).active_run_id
    assert [row.id for row in raced.runs.list(tenant, app.id, limit=9).items] == [active]


def test_no_run_on_a_missing_foreign_or_deleted_app(stores: Any, app: App) -> None:
    stores.apps.update(app.model_copy(update={"deleted_at": START}))
    for owner in (app, app.model_copy(update={"tenant_id": OTHER_TENANT}), an_app(tenant_id=app.tenant_id)):
        run = a_run(owner)
        with pytest.raises(NotFound):
            stores.runs.start(run, a_turn(run), None)


def test_a_run_is_stored_once(stores: Any, app: App, run: Run) -> None:
    stores.runs.finish(ended(run), a_turn(ended(run)), None)
    with pytest.raises(Conflict):
        stores.runs.start(run, a_turn(run, id="turn_other"), None)
    assert stores.runs.get(app.tenant_id, run.id).status == "completed"
    assert stores.apps.get(app.tenant_id, app.id).active_run_id is None


def test_foreign_and_unknown_runs_are_not_found(stores: Any, app: App, run: Run) -> None:
    for tenant, run_id in ((OTHER_TENANT, run.id), (app.tenant_id, "run_unknown"), (app.tenant_id, "a#META")):
        for call in (
            lambda t=tenant, r=run_id: stores.runs.get(t, r),
            lambda t=tenant, r=run_id: stores.runs.lease(t, r, now_ms=1, until_ms=2),
            lambda t=tenant, r=run_id: stores.runs.request_cancel(t, r),
        ):
            with pytest.raises(NotFound):
                call()
    assert stores.runs.list(OTHER_TENANT, app.id, limit=9).items == []
    assert stores.runs.iterations(OTHER_TENANT, run.id) == []
    assert stores.runs.iteration(OTHER_TENANT, run.id, 0) is None


def test_a_stale_update_changes_nothing(stores: Any, run: Run) -> None:
    stored = stores.runs.update(run.change(stage="edit"))
    assert stored.version == run.version + 1
    with pytest.raises(Conflict):
        stores.runs.update(run.change(stage="plan"))
    assert stores.runs.get(run.tenant_id, run.id) == stored


def test_calls_that_wait_for_the_worker_are_kept_however_long_they_are(stores: Any, run: Run) -> None:
    finish = ToolCall(call_id="call_1", name="finish", arguments='{"summary": "' + "All is well. " * 40_000 + '"}')
    stored = stores.runs.update(run.change(queued=[WorkerCall(call=finish)]))
    assert stores.runs.get(run.tenant_id, run.id) == stored
    assert stores.runs.update(stored.change(queued=[])).waiting.queued == []
    assert stores.runs.get(run.tenant_id, run.id).waiting.queued == []


def test_runs_are_listed_newest_first(stores: Any, app: App) -> None:
    made = []
    for number in range(5):
        run = begin(stores, app, id=f"run_{number:026d}")
        made.insert(0, stores.runs.finish(ended(run), a_turn(ended(run)), None))
    first = stores.runs.list(app.tenant_id, app.id, limit=3)
    rest = stores.runs.list(app.tenant_id, app.id, limit=3, cursor=first.next_cursor)
    assert [*first.items, *rest.items] == made
    assert rest.next_cursor is None


# ---- the lease ---------------------------------------------------------------------------------------------------


def test_a_lease_counts_attempts_and_keeps_others_out(stores: Any, run: Run) -> None:
    taken = stores.runs.lease(run.tenant_id, run.id, now_ms=1_000, until_ms=5_000)
    assert (taken.lease, taken.version) == (Lease(attempt=1, until_ms=5_000), run.version + 1)
    assert stores.runs.get(run.tenant_id, run.id) == taken
    with pytest.raises(Conflict):
        stores.runs.lease(run.tenant_id, run.id, now_ms=4_999, until_ms=9_000)
    later = stores.runs.lease(run.tenant_id, run.id, now_ms=5_000, until_ms=9_000)
    assert later.lease == Lease(attempt=2, until_ms=9_000)


def test_a_race_for_the_lease_has_one_winner(raced: Any, tenant: str) -> None:
    app = an_app(tenant_id=tenant)
    raced.apps.create(app)
    run = begin(raced, app)
    outcomes = race(*(lambda: raced.runs.lease(tenant, run.id, now_ms=1_000, until_ms=2_000) for _ in range(6)))
    assert len(failures(outcomes)) == 5
    assert raced.runs.get(tenant, run.id).lease.attempt == 1


def test_who_held_an_expired_lease_can_write_no_more(stores: Any, run: Run) -> None:
    first = stores.runs.lease(run.tenant_id, run.id, now_ms=1_000, until_ms=2_000)
    second = stores.runs.lease(run.tenant_id, run.id, now_ms=2_000, until_ms=3_000)
    with pytest.raises(Conflict):
        stores.runs.save_iteration(first, an_iteration(first))
    guessed = first.change(version=second.version)
    with pytest.raises(Conflict):
        stores.runs.save_iteration(guessed, an_iteration(first))
    assert stores.runs.iterations(run.tenant_id, run.id) == []
    assert stores.runs.get(run.tenant_id, run.id) == second


def test_a_lease_is_renewed_by_its_holder_alone(stores: Any, run: Run) -> None:
    taken = stores.runs.lease(run.tenant_id, run.id, now_ms=1_000, until_ms=2_000)
    assert stores.runs.renew(run.tenant_id, run.id, attempt=1, until_ms=9_000)
    with pytest.raises(Conflict):
        stores.runs.lease(run.tenant_id, run.id, now_ms=8_000, until_ms=9_000)
    assert not stores.runs.renew(run.tenant_id, run.id, attempt=0, until_ms=99_000)
    assert not stores.runs.renew(OTHER_TENANT, run.id, attempt=1, until_ms=99_000)
    assert not stores.runs.renew(run.tenant_id, "run_unknown", attempt=1, until_ms=99_000)
    stored = stores.runs.get(run.tenant_id, run.id)
    assert (stored.version, stored.lease.until_ms) == (taken.version, 9_000)
    assert stores.runs.save_iteration(taken, an_iteration(taken)).version == taken.version + 1
    assert stores.runs.renew(run.tenant_id, run.id, attempt=1, until_ms=0)
    assert stores.runs.lease(run.tenant_id, run.id, now_ms=1, until_ms=2).lease.attempt == 2


# ---- iterations --------------------------------------------------------------------------------------------------


def test_iterations_come_back_whole_and_in_order(stores: Any, run: Run) -> None:
    items = [
        UserMessage(content="Héllo"), Reasoning(encrypted=None, summary="s"), Reasoning(encrypted="e", id="r"),
        ToolCall(call_id="c", name="write_file", arguments="{not json"), ToolOutput(call_id="c", output="ok\n"),
        AssistantMessage(content=""),
    ]  # fmt: skip
    steps = [Step(call_id="c", tool="write_file", status="completed", arguments="{}", output="", changed_paths=["a"])]
    made = []
    for number in range(12):
        iteration = an_iteration(
            run, number=number, items=items[: number + 1], steps=steps, usage=RunUsage(cost_usd=0.0123)
        )
        run = stores.runs.save_iteration(run.change(iteration=number + 1), iteration)
        made.append(iteration)
    assert stores.runs.iterations(run.tenant_id, run.id) == made
    assert stores.runs.iteration(run.tenant_id, run.id, 11) == made[11]
    for count in (12, 12, 3, 4, 0, 1, 12):
        assert stores.runs.first_iterations(run.tenant_id, run.id, count) == made[:count]
    assert stores.runs.iteration(run.tenant_id, run.id, 12) is None
    assert stores.runs.get(run.tenant_id, run.id) == run


def test_an_iteration_is_stored_once(stores: Any, run: Run) -> None:
    first = an_iteration(run, items=[UserMessage(content="first")])
    saved = stores.runs.save_iteration(run, first)
    with pytest.raises(Conflict):
        stores.runs.save_iteration(saved, an_iteration(run, items=[UserMessage(content="second")]))
    assert stores.runs.iterations(run.tenant_id, run.id) == [first]
    assert stores.runs.get(run.tenant_id, run.id) == saved


def test_iterations_of_any_size_are_whole(stores: Any, run: Run) -> None:
    made = []
    for number, size in enumerate((900_000, 0, 900_002)):
        items = [ToolOutput(call_id="c", output=incompressible(size))] if size else []
        made.append(an_iteration(run, number=number, items=items))
        run = stores.runs.save_iteration(run, made[-1])
    assert stores.runs.iteration(run.tenant_id, run.id, 0) == made[0]
    assert stores.runs.iterations(run.tenant_id, run.id) == made


def test_the_loser_of_a_race_does_not_spoil_a_large_iteration(raced: Any, tenant: str) -> None:
    app = an_app(tenant_id=tenant)
    raced.apps.create(app)
    run = begin(raced, app)
    both = [an_iteration(run, items=[UserMessage(content=incompressible(700_000 + n))]) for n in range(2)]
    outcomes = race(*(lambda i=iteration: raced.runs.save_iteration(run, i) for iteration in both))
    assert len(failures(outcomes)) == 1
    (stored,) = raced.runs.iterations(tenant, run.id)
    assert stored == both[0 if isinstance(outcomes[0], Run) else 1]


# ---- the end -----------------------------------------------------------------------------------------------------


def test_finishing_writes_all_and_frees_the_app(stores: Any, app: App, run: Run) -> None:
    diff = a_diff(app, run_id=run.id)
    turn = a_turn(run, status="completed", summary="Done", tool_trace=[{"tool": "write_file"}] * 3)
    finished = stores.runs.finish(ended(run, diff_id=diff.id), turn, diff)
    assert finished == ended(run, diff_id=diff.id, version=run.version + 1)
    assert stores.runs.get(app.tenant_id, run.id) == finished
    assert stores.turns.turn(app.tenant_id, app.id, turn.id) == turn
    assert stores.diffs.get(app.tenant_id, app.id, diff.id) == diff
    assert stores.apps.get(app.tenant_id, app.id).active_run_id is None
    begin(stores, app)


def test_a_run_ends_once(stores: Any, app: App, run: Run) -> None:
    first = stores.runs.finish(ended(run), a_turn(run, status="completed"), None)
    diff = a_diff(app)
    failed = run.change(status=RunStatus.FAILED)
    assert stores.runs.finish(failed, a_turn(run, status="failed"), diff) == first
    again = first.change(status=RunStatus.FAILED)
    assert stores.runs.finish(again, a_turn(run, status="failed"), diff) == first
    assert stores.turns.turn(app.tenant_id, app.id, run.turn_id).status == "completed"
    with pytest.raises(NotFound):
        stores.diffs.get(app.tenant_id, app.id, diff.id)


def test_finishing_a_run_that_moved_is_a_conflict(stores: Any, app: App, run: Run) -> None:
    stores.runs.update(run.change(stage="edit"))
    with pytest.raises(Conflict):
        stores.runs.finish(ended(run), a_turn(run), None)
    assert stores.apps.get(app.tenant_id, app.id).active_run_id == run.id


def test_an_unknown_run_or_turn_is_not_finished(stores: Any, app: App, run: Run) -> None:
    other = a_run(app)
    with pytest.raises(NotFound):
        stores.runs.finish(ended(other), a_turn(other), None)
    with pytest.raises(NotFound):
        stores.runs.finish(ended(run), a_turn(run, id="turn_unknown"), None)
    assert stores.runs.get(app.tenant_id, run.id) == run


def test_finishing_leaves_an_app_that_is_anothers(stores: Any, app: App, run: Run) -> None:
    taken = stores.apps.get(app.tenant_id, app.id).model_copy(update={"active_run_id": "run_other"})
    stores.apps.update(taken)
    assert stores.runs.finish(ended(run), a_turn(run), None).status == "completed"
    assert stores.apps.get(app.tenant_id, app.id).active_run_id == "run_other"


def test_racing_ends_agree(raced: Any, tenant: str) -> None:
    app = an_app(tenant_id=tenant)
    raced.apps.create(app)
    run = begin(raced, app)
    ends = [ended(run, status=status) for status in ENDED]
    outcomes = race(*(lambda e=end: raced.runs.finish(e, a_turn(e), None) for end in ends))
    stored = raced.runs.get(tenant, run.id)
    assert outcomes == [stored] * 4
    assert raced.turns.turn(tenant, app.id, run.turn_id).status == stored.status


def test_a_turn_of_any_size_is_whole(stores: Any, app: App, run: Run) -> None:
    trace = [{"tool": "write_file", "output": incompressible(50_000 + n)} for n in range(20)]
    turn: Turn = a_turn(run, status="completed", tool_trace=trace)
    stores.runs.finish(ended(run), turn, None)
    assert stores.turns.turn(app.tenant_id, app.id, turn.id) == turn
    assert stores.turns.turns(app.tenant_id, app.id, limit=5).items == [turn]


# ---- cancel and what is open -------------------------------------------------------------------------------------


def test_the_cancel_flag_is_left_once_and_meets_no_other_write(stores: Any, run: Run) -> None:
    assert not stores.runs.cancel_requested(run.tenant_id, run.id)
    stores.runs.request_cancel(run.tenant_id, run.id)
    stores.runs.request_cancel(run.tenant_id, run.id)
    assert stores.runs.cancel_requested(run.tenant_id, run.id)
    assert not stores.runs.cancel_requested(OTHER_TENANT, run.id)
    assert stores.runs.update(run).version == run.version + 1
    assert stores.runs.cancel_requested(run.tenant_id, run.id)


def test_runs_are_open_until_ended_and_archived(stores: Any, tenant: str) -> None:
    def mine() -> list[str]:
        return [run.id for run in stores.runs.unfinished() if run.tenant_id == tenant]

    runs = []
    for number in range(4):
        app = an_app(tenant_id=tenant)
        stores.apps.create(app)
        runs.append(begin(stores, app, created_at=START - timedelta(minutes=number)))
    assert mine() == [run.id for run in reversed(runs)]
    waiting = stores.runs.update(runs[1].change(status=RunStatus.AWAITING_APPROVAL))
    over = stores.runs.finish(ended(runs[0]), a_turn(runs[0]), None)
    assert set(mine()) == {run.id for run in runs}
    stores.runs.update(over.change(events_archived=True))
    assert mine() == [runs[3].id, runs[2].id, waiting.id]


def test_a_pause_frees_the_app_and_reopening_claims_it_again(stores: Any, app: App, run: Run) -> None:
    waiting = stores.runs.pause(run.change(status=RunStatus.AWAITING_APPROVAL, approval_token="t"))
    assert (waiting.version, stores.runs.get(app.tenant_id, run.id)) == (run.version + 1, waiting)
    assert stores.apps.get(app.tenant_id, app.id).active_run_id is None
    again = stores.runs.reopen(waiting.change(status=RunStatus.RUNNING))
    assert stores.runs.get(app.tenant_id, run.id) == again
    assert stores.apps.get(app.tenant_id, app.id).active_run_id == run.id


def test_a_pause_leaves_another_runs_claim_alone(stores: Any, app: App, run: Run) -> None:
    waiting = stores.runs.pause(run.change(status=RunStatus.AWAITING_APPROVAL))
    other = begin(stores, app)
    assert stores.runs.pause(waiting).version == waiting.version + 1
    assert stores.apps.get(app.tenant_id, app.id).active_run_id == other.id


def test_reopening_waits_for_the_run_at_work_and_stores_nothing(stores: Any, app: App, run: Run) -> None:
    waiting = stores.runs.pause(run.change(status=RunStatus.AWAITING_APPROVAL))
    other = begin(stores, app)
    with pytest.raises(Conflict) as refusal:
        stores.runs.reopen(waiting.change(status=RunStatus.RUNNING))
    assert (refusal.value.code, refusal.value.extra["active_run_id"]) == ("RUN_ACTIVE", other.id)
    assert stores.runs.get(app.tenant_id, run.id) == waiting


def test_pause_and_reopen_are_conditional_on_the_version(stores: Any, app: App, run: Run) -> None:
    waiting = stores.runs.pause(run.change(status=RunStatus.AWAITING_APPROVAL))
    with pytest.raises(Conflict):
        stores.runs.pause(run)
    with pytest.raises(Conflict):
        stores.runs.reopen(run)
    assert stores.apps.get(app.tenant_id, app.id).active_run_id is None
    assert stores.runs.get(app.tenant_id, run.id) == waiting


def test_a_queued_run_is_stored_without_claiming_the_app_and_promoted_later(stores: Any, app: App, run: Run) -> None:
    planned = a_run(app, status="planned")
    now = stores.apps.get(app.tenant_id, app.id)
    stores.runs.enqueue(now, planned, a_turn(planned), a_conversation(planned))
    waiting = stores.apps.get(app.tenant_id, app.id)
    assert (waiting.active_run_id, waiting.queued_run_ids) == (run.id, [planned.id])
    assert stores.runs.get(app.tenant_id, planned.id) == planned
    stores.runs.finish(ended(run), a_turn(ended(run)), None)
    free = stores.apps.get(app.tenant_id, app.id)
    started = stores.runs.promote(free, planned.change(status=RunStatus.RUNNING), [])
    claimed = stores.apps.get(app.tenant_id, app.id)
    assert (claimed.active_run_id, claimed.queued_run_ids) == (planned.id, [])
    assert stores.runs.get(app.tenant_id, planned.id) == started


def test_a_waiting_message_is_said_otherwise_with_its_turn_until_it_begins(stores: Any, app: App, run: Run) -> None:
    planned = a_run(app, status="planned")
    now = stores.apps.get(app.tenant_id, app.id)
    stores.runs.enqueue(now, planned, a_turn(planned), a_conversation(planned))
    other = planned.change(message="Make it red")
    reworded = stores.runs.reword(other, a_turn(other))
    assert (reworded.request.message, reworded.version) == ("Make it red", planned.version + 1)
    assert stores.runs.get(app.tenant_id, planned.id) == reworded
    assert stores.turns.turn(app.tenant_id, app.id, planned.turn_id).prompt == "Make it red"
    with pytest.raises(Conflict):
        stores.runs.reword(other, a_turn(other))
    stores.runs.finish(ended(run), a_turn(ended(run)), None)
    free = stores.apps.get(app.tenant_id, app.id)
    started = stores.runs.promote(free, reworded.change(status=RunStatus.RUNNING), [])
    with pytest.raises(Conflict):
        stores.runs.reword(started, a_turn(started, prompt="Too late"))
    assert stores.turns.turn(app.tenant_id, app.id, planned.turn_id).prompt == "Make it red"


def test_the_queue_is_conditional_on_the_app_as_it_was_read(stores: Any, app: App, run: Run) -> None:
    planned = a_run(app, status="planned")
    for act in (
        lambda: stores.runs.enqueue(app, planned, a_turn(planned), a_conversation(planned)),
        lambda: stores.runs.promote(app, run, []),
        lambda: stores.runs.drop_queued(app, []),
    ):
        with pytest.raises(Conflict):
            act()
    with pytest.raises(NotFound):
        stores.runs.get(app.tenant_id, planned.id)
    assert stores.runs.get(app.tenant_id, run.id) == run
