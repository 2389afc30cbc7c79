"""How runs end when the end is not a quiet one: cancelled late, committed by halves, overtaken, orphaned."""

import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from devkit.fakes.broken import Broken
from devkit.fakes.model import Call, Reply, calls
from devkit.fakes.samples import SAMPLE_FILES, some_events
from devkit.fakes.tool_calls import write
from devkit.fakes.world import World
from devkit.loop import LoopDriver, build_by_marker, state_of, stored
from shared.domain.agent.model_messages import ModelRequest
from shared.domain.base import Files
from shared.domain.errors import AppError, Transient
from shared.domain.revisions.revision import Build
from shared.domain.runs.execution_end import ExecutionEnd
from shared.domain.runs.run import Run
from shared.domain.runs.run_status import RunStatus
from shared.domain.runs.steps import LoopState
from shared.domain.switches import Switches
from shared.services.agent.run_iteration import run_iteration
from shared.services.runs.cancel_run import cancel_run
from shared.services.runs.commit_run import commit_run
from shared.services.runs.end.end_run import end_run, record_ending
from tests.support.own_package import DECLARED, with_plugin
from tests.support.racing import race

FINISH = Call(name="finish", arguments={"summary": "Done.", "rationale": None, "assumptions": None})
UNGATED = {"switches": Switches(worker_build_gate=False)}


def ready_to_commit(files: Files | None = None, **driver: Any) -> tuple[LoopDriver, Run, LoopState]:
    """A run whose candidate is green, just before its commit."""
    loop = LoopDriver([calls(write(), FINISH)], **driver)
    app, _ = loop.world.make_app(files, tenant_id="acme")
    time.sleep(0.002)  # as in life, a draft is older than the run on it
    run = loop.start(app_id=app.id)
    state = run_iteration(state_of(run), ports=loop.ports, model=loop.model)
    if state.next == "worker":
        loop.work(state)
        state = run_iteration(state, ports=loop.ports, model=loop.model)
    assert state.next == "finish"
    return loop, run, state


def test_a_cancel_during_the_last_build_keeps_the_draft() -> None:
    def cancel_and_build(world: World, build: Build) -> Build:
        world.runs.request_cancel(build.tenant_id, build.run_id or "")
        return build_by_marker(world, build)

    loop, run = LoopDriver.played([calls(write(), FINISH)], build=cancel_and_build)
    app = loop.world.apps.get(run.tenant_id, run.app_id)
    assert (run.status, app.draft_revision_id) == ("aborted", run.base_revision_id)
    assert loop.world.diffs.get(run.tenant_id, run.app_id, run.outcome.diff_id or "").status == "interrupted"


def test_a_cancel_that_comes_before_the_commit_is_kept() -> None:
    loop, run, state = ready_to_commit()
    loop.world.runs.request_cancel(run.tenant_id, run.id)
    commit_run(state, ports=loop.ports)
    ended = stored(loop, run)
    assert (ended.status, ended.outcome.revision_id) == ("aborted", None) and ended.outcome.diff_id is not None


@pytest.mark.parametrize("over", [{}, {"ports_over": UNGATED}], ids=["gated", "ungated"])
@pytest.mark.parametrize("ending", ["crashed", "aborted", "timed_out", "cancelled"])
def test_work_that_became_a_revision_is_completed_whatever_is_said_later(over: Any, ending: Any) -> None:
    loop, run, state = ready_to_commit(**over)
    dying = replace(loop.ports, runs=Broken(loop.ports.runs, Transient("down"), "finish"))
    with pytest.raises(Transient):
        commit_run(state, ports=dying)
    if ending == "cancelled":
        loop.world.runs.request_cancel(run.tenant_id, run.id)
    record_ending(run.tenant_id, run.id, ExecutionEnd("aborted" if ending == "cancelled" else ending), ports=loop.ports)
    ended, app = stored(loop, run), loop.world.apps.get(run.tenant_id, run.app_id)
    assert (ended.status, ended.outcome.failure_code, ended.outcome.diff_id) == ("completed", None, None)
    assert ended.outcome.revision_id == app.draft_revision_id and app.active_run_id is None


@pytest.mark.parametrize("over", [{}, {"ports_over": UNGATED}], ids=["gated", "ungated"])
def test_a_commit_whose_answer_was_lost_is_found_again(over: Any) -> None:
    loop, run, state = ready_to_commit(**over)
    dying = replace(loop.ports, events=Broken(loop.ports.events, Transient("down"), "append"))
    with pytest.raises(Transient):
        commit_run(state, ports=dying)
    commit_run(state, ports=loop.ports)
    revisions = loop.world.revisions.list(run.tenant_id, run.app_id, limit=10).items
    assert stored(loop, run).status == "completed" and len(revisions) == 2
    assert revisions[0].id == stored(loop, run).outcome.revision_id, "revisions sort by time, derived ids too"


def test_a_commit_of_the_agent_can_be_made_again_from_its_revision() -> None:
    """Its time is that of the revision cut to seconds, as for every save: half of them were rounded up."""
    loop, run, state = ready_to_commit()
    loop.world.clock.advance(0.7)
    commit_run(state, ports=loop.ports)
    revision = loop.world.revisions.get(run.tenant_id, run.app_id, stored(loop, run).outcome.revision_id or "")
    parent = loop.world.revisions.get(run.tenant_id, run.app_id, run.base_revision_id)
    seconds = int(revision.created_at.timestamp())
    assert revision.created_at.microsecond == 700_000 and revision.commit == loop.world.snapshots.commit_id(
        revision.tree, parent.commit, revision.message, revision.created_by, seconds
    )


def test_a_build_touched_during_the_commit_is_no_conflict_of_the_draft() -> None:
    loop, run, state = ready_to_commit()
    commit = loop.world.revisions.commit
    touched: list[str] = []

    def touch_then_commit(revision: Any, build: Build, **named: Any) -> None:
        if not touched:
            touched.append(build.id)
            loop.world.builds.update(loop.world.builds.get(build.tenant_id, build.app_id, build.id))
        commit(revision, build, **named)

    loop.world.revisions.commit = touch_then_commit  # type: ignore[method-assign]  # somebody else writes in between
    commit_run(state, ports=loop.ports)
    assert stored(loop, run).status == "completed"


def test_a_package_that_left_the_catalog_meanwhile_ends_the_run_with_its_work_kept() -> None:
    world = World()
    own = with_plugin(world)
    loop, run, state = ready_to_commit({**SAMPLE_FILES, "package.json": DECLARED.encode()}, world=world)
    own.store.put(own.store.get("acme").model_copy(update={"digest": ""}))
    commit_run(state, ports=loop.ports)
    ended, app = stored(loop, run), loop.world.apps.get(run.tenant_id, run.app_id)
    assert (ended.status, ended.outcome.failure_code) == ("failed", "BUILDER_PATCH_POLICY_VIOLATION")
    assert "plugin is not in the catalog" in (ended.outcome.summary or "")
    assert app.draft_revision_id == run.base_revision_id and ended.outcome.diff_id is not None


def test_a_run_written_by_somebody_else_during_its_commit_is_committed_once() -> None:
    loop, run, state = ready_to_commit()
    race(*[lambda: commit_run(state, ports=loop.ports)] * 4)
    kinds = loop.kinds(run)
    assert len(loop.world.revisions.list(run.tenant_id, run.app_id, limit=10).items) == 2
    assert stored(loop, run).status == "completed" and kinds.count("finish") == kinds.count("data-done") == 1


def test_a_repeated_attempt_with_another_answer_never_commits_the_first_ones_build() -> None:
    answers = [calls(write("export const a = 1\n"), FINISH), calls(write("export const b = 2\n"), FINISH)]
    loop, run = LoopDriver.started([], respond=lambda request: answers[len(loop.model.requests) - 1])
    dying = replace(loop.ports, runs=Broken(loop.ports.runs, Transient("down"), "save_iteration"))
    with pytest.raises(Transient):
        run_iteration(state_of(run), ports=dying, model=loop.model)
    ended = loop.follow(run)
    revision = loop.world.revisions.get(run.tenant_id, run.app_id, ended.outcome.revision_id or "")
    build = loop.world.builds.get(run.tenant_id, run.app_id, revision.build_id)
    assert revision.tree == build.tree == ended.candidate_tree and revision.build_status == "succeeded"
    assert loop.world.snapshots.get(run.tenant_id, run.app_id, revision.tree)["src/note.ts"].startswith(
        b"export const b"
    )


def test_an_app_deleted_under_its_run_ends_the_run() -> None:
    loop, run = LoopDriver.started([calls(write()), calls(FINISH)])
    state = run_iteration(state_of(run), ports=loop.ports, model=loop.model)
    app = loop.world.apps.get(run.tenant_id, run.app_id)
    loop.world.apps.update(app.model_copy(update={"deleted_at": loop.world.clock.now()}))
    assert run_iteration(state, ports=loop.ports, model=loop.model).next == "done"
    assert (stored(loop, run).status, stored(loop, run).outcome.failure_code) == ("aborted", "APP_DELETED")


def test_an_app_deleted_before_the_commit_gets_none() -> None:
    loop, run, state = ready_to_commit()
    app = loop.world.apps.get(run.tenant_id, run.app_id)
    loop.world.apps.update(app.model_copy(update={"deleted_at": loop.world.clock.now()}))
    commit_run(state, ports=loop.ports)
    assert stored(loop, run).status == "failed"
    assert len(loop.world.revisions.list(run.tenant_id, run.app_id, limit=10).items) == 1


def test_two_that_end_a_run_say_its_last_word_once() -> None:
    loop, run = LoopDriver.started([calls(write())])
    run_iteration(state_of(run), ports=loop.ports, model=loop.model)
    outcomes = race(
        *[lambda: end_run(run.tenant_id, run.id, status=RunStatus.INTERRUPTED, ports=loop.ports)] * 3,
        *[lambda: end_run(run.tenant_id, run.id, status=RunStatus.ABORTED, ports=loop.ports)] * 3,
    )
    kinds = loop.kinds(run)
    assert not [outcome for outcome in outcomes if isinstance(outcome, AppError)]
    assert kinds.count("data-done") == kinds.count("finish") == 1 and stored(loop, run).events_archived


def test_words_behind_the_end_are_not_part_of_the_run() -> None:
    """An attempt that was cut off from its lease may still write for a moment."""
    loop, run = LoopDriver.started([])
    log = loop.world.events
    ended = end_run(run.tenant_id, run.id, status=RunStatus.INTERRUPTED, ports=loop.ports)
    log.append(run.tenant_id, run.id, some_events(ended.last_seq + 1, 12))
    loop.world.runs.update(stored(loop, run).change(events_archived=False, last_seq=0))
    again = end_run(run.tenant_id, run.id, status=RunStatus.FAILED, ports=loop.ports)
    assert (again.status, again.last_seq) == ("interrupted", ended.last_seq)
    assert loop.kinds(run).count("finish") == 1


def test_the_end_of_a_run_is_noticed_by_an_attempt_at_work() -> None:
    """Its lease is gone with the run's, so that it spends nothing more."""
    loop = LoopDriver([])

    def respond(request: ModelRequest) -> Reply:
        end_run(run.tenant_id, run.id, status=RunStatus.INTERRUPTED, ports=loop.ports)
        return calls(write(), FINISH)

    loop, run = LoopDriver.started([], respond=respond)
    with pytest.raises(Exception, match=r"changed|already|taken"):
        run_iteration(state_of(run), ports=loop.ports, model=loop.model)
    assert run_iteration(state_of(run), ports=loop.ports, model=loop.model).next == "done"
    assert stored(loop, run).status == "interrupted"


def test_cancel_wakes_a_run_that_waits_for_a_person() -> None:
    loop, run = LoopDriver.started([])
    waiting = {"status": RunStatus.AWAITING_APPROVAL, "approval_token": "token-1"}
    loop.world.runs.update(stored(loop, run).change(**waiting))
    loop.world.workflows.waiting.add("token-1")
    cancel_run(run.tenant_id, run.app_id, run.id, ports=loop.ports, workflows=loop.world.workflows)
    assert loop.world.workflows.completed == [("token-1", {"outcome": "cancelled"})]
    state = run_iteration(state_of(run), ports=loop.ports, model=loop.model)
    assert state.next == "failed" and loop.model.requests == []


def test_a_diff_is_made_of_the_candidate_when_the_green_tree_is_the_base_itself() -> None:
    loop, run = LoopDriver.started([calls(write())])
    run_iteration(state_of(run), ports=loop.ports, model=loop.model)
    loop.world.runs.update(stored(loop, run).change(green_tree=run.base_tree))
    ended = end_run(run.tenant_id, run.id, status=RunStatus.INTERRUPTED, ports=loop.ports)
    diff = loop.world.diffs.get(run.tenant_id, run.app_id, ended.outcome.diff_id or "")
    assert diff.tree == ended.candidate_tree != run.base_tree


def test_a_start_that_breaks_off_leaves_the_app_free() -> None:
    loop = LoopDriver([])
    app, _ = loop.world.make_app(tenant_id="acme")
    loop.ports = replace(loop.ports, events=Broken(loop.ports.events, Transient("down"), "last_seq"))
    with pytest.raises(Transient):
        loop.start(app_id=app.id)
    assert loop.world.apps.get("acme", app.id).active_run_id is None
    assert loop.world.workflows.runs == []


def test_a_run_that_goes_on_in_a_new_execution_commits_what_was_finished_and_asks_nobody_again() -> None:
    loop, run = LoopDriver.started([calls(write(), FINISH)])
    state = run_iteration(state_of(run), ports=loop.ports, model=loop.model)
    loop.work(state)
    assert run_iteration(state, ports=loop.ports, model=loop.model).next == "finish"
    loop.world.runs.update(stored(loop, run).change(restarts=1))
    again = run_iteration(state_of(run).model_copy(update={"iteration": 2}), ports=loop.ports, model=loop.model)
    assert (again.next, len(loop.model.requests)) == ("finish", 1)
    commit_run(again, ports=loop.ports)
    assert stored(loop, run).status == "completed"


def test_a_commit_that_nobody_could_report_is_told_by_the_end() -> None:
    loop, run = LoopDriver.started([calls(write(), FINISH)])
    state = run_iteration(state_of(run), ports=loop.ports, model=loop.model)
    loop.work(state)
    state = run_iteration(state, ports=loop.ports, model=loop.model)
    with pytest.raises(Transient):
        commit_run(state, ports=replace(loop.ports, events=Broken(loop.ports.events, Transient("down"), "append")))
    record_ending(run.tenant_id, run.id, ExecutionEnd.CRASHED, ports=loop.ports)
    kinds = loop.kinds(run)
    assert stored(loop, run).status == "completed"
    assert kinds.count("data-diff") == kinds.count("data-revision") == 1 and kinds[-2:] == ["data-done", "finish"]


def test_who_is_overtaken_at_any_look_at_the_log_says_nothing_twice() -> None:
    """Another commit runs to its end while this one reads the log or its last number."""
    for number in range(1, 100):
        loop, run, state = ready_to_commit()
        log = Overtaking(loop.ports.events, number, partial(commit_run, state, ports=loop.ports))
        commit_run(state, ports=replace(loop.ports, events=log))
        kinds = loop.kinds(run)
        assert [kinds.count(kind) for kind in ("data-diff", "data-revision", "data-done", "finish")] == [1] * 4, number
        if log.looks < number:
            break
    assert 3 < number < 99


class Overtaking:
    """A log; at its `number`th reading somebody else acts before the answer comes."""

    def __init__(self, log: Any, number: int, act: Callable[[], object]) -> None:
        self._log, self._number, self._act = log, number, act
        self.looks = 0

    def __getattr__(self, name: str) -> Any:
        method = getattr(self._log, name)
        if name not in ("read", "last_seq"):
            return method

        def look(*args: Any, **named: Any) -> Any:
            self.looks += 1
            result = method(*args, **named)
            if self.looks == self._number:
                self._act()
            return result

        return look
