"""Builds of a tenant take turns: a cap, an order, a budget; nothing is lost when something dies between two calls."""

from typing import Any

import pytest

from devkit.fakes.model import Call, calls
from devkit.fakes.samples import TENANT, a_build
from devkit.fakes.world import World
from devkit.loop import LoopDriver
from shared.domain.apps.app import App
from shared.domain.builds.build_slots import BuildSlots
from shared.domain.builds.build_status import BuildStatus
from shared.domain.errors import Conflict, LimitReached, Transient
from shared.domain.identity import Principal
from shared.domain.limits import DEFAULT_LIMITS
from shared.domain.revisions.revision import Build, Revision
from shared.domain.tree.operation_types import UpsertFile
from shared.services.builds.retry_build import retry_build
from shared.services.builds.start_build import start_build
from shared.services.builds.sweep_builds import sweep_builds, sweep_slots
from shared.services.builds.worker.complete_worker import complete_worker
from shared.services.publishing.publish_app import publish_app
from shared.services.revisions.save_revision import SaveRequest, save_revision
from shared.services.revisions.undo_apply import restore_revision
from shared.services.spending.build_budget import no_place
from tests.shared.services.builds.pipeline import archive as archive_of
from tests.shared.services.builds.pipeline import (
    build_ports,
    execution_of,
    finalise,
    prepare,
    prepare_ports,
    run_pipeline,
    run_worker,
    to_worker,
    upload,
)
from tests.support.chaos.build_machine import BuildMachines
from tests.support.chaos.machine import Died, Fault, Fuse
from tests.support.depth import depth, sampled

ONE = DEFAULT_LIMITS.model_copy(update={"builds_at_once": 1})
ME = Principal(tenant_id=TENANT, subject="user-1")
FAULTS: list[Fault] = ["before", "after", "death"]
_MOST_CALLS = 300
_STRIDE = depth(3, 1)


def save(world: World, app: App, words: str, principal: Principal = ME) -> Revision:
    draft = world.apps.get(app.tenant_id, app.id).draft_revision_id
    assert draft is not None
    operation = UpsertFile(path="src/words.ts", content=f"export const words = '{words}'\n")
    request = SaveRequest(base_revision_id=draft, operations=[operation])
    return save_revision(principal=principal, app_id=app.id, request=request, ports=world.ports()).revision


def build_of(world: World, revision: Revision) -> Build:
    return world.builds.get(revision.tenant_id, revision.app_id, revision.build_id)


def candidate(world: World, app: App) -> Build:
    tree = world.revisions.get(app.tenant_id, app.id, app.draft_revision_id or "").tree
    build = a_build(app, kind="candidate", tree=tree, created_at=world.clock.now())
    world.builds.create(build)
    return start_build(build=build, ports=build_ports(world))


def slots_of(world: World, tenant_id: str = TENANT) -> BuildSlots:
    return world.slots.get(tenant_id)


def word(world: World, revision: Revision) -> tuple[str, str | None]:
    stored = world.revisions.get(revision.tenant_id, revision.app_id, revision.id)
    return stored.build_status, stored.build_error and stored.build_error.code


def test_of_six_saves_two_are_at_work_and_the_next_begins_when_one_has_ended(world: World) -> None:
    machines = BuildMachines(world, Fuse(0, "before"))
    revisions = [save(world, world.make_app()[0], str(number)) for number in range(6)]
    machines.run(ending=False)
    assert len(machines.at_work) == 2
    assert [word(world, revision)[0] for revision in revisions] == ["running"] * 2 + ["queued"] * 4
    machines.run()
    assert machines.most_at_work == 2
    assert machines.began == [revision.build_id for revision in revisions]
    assert {word(world, revision) for revision in revisions} == {("succeeded", None)}
    assert (slots_of(world).running, slots_of(world).waiting, slots_of(world).day_seconds) == ([], [], 6)


def test_a_candidate_of_a_run_does_not_wait_for_all_drafts_of_its_tenant(world: World) -> None:
    machines = BuildMachines(world, Fuse(0, "before"), ONE)
    drafts = [save(world, world.make_app()[0], str(number)) for number in range(4)]
    machines.run(ending=False)
    run = candidate(world, world.make_app()[0])
    machines.run()
    assert machines.began == [drafts[0].build_id, run.id, *(draft.build_id for draft in drafts[1:])]


class TestNewerDrafts:
    @pytest.fixture
    def full(self, world: World) -> BuildMachines:
        """A tenant whose one place is taken."""
        machines = BuildMachines(world, Fuse(0, "before"), ONE)
        save(world, world.make_app()[0], "slow")
        machines.run(ending=False)
        return machines

    def test_an_older_draft_that_waits_gives_way_and_can_be_retried(self, world: World, full: BuildMachines) -> None:
        app, _ = world.make_app()
        older, newer = [_saved(world, full, app, words) for words in ("a", "b")]
        assert (word(world, older), word(world, newer)) == (("queued", "SUPERSEDED"), ("queued", None))
        full.run()
        assert (word(world, older), word(world, newer)) == (("queued", "SUPERSEDED"), ("succeeded", None))
        assert sweep_builds(ports=build_ports(world), limits=ONE, automation=True) == 0
        assert list(world.builds.unfinished()) == []
        retry_build(principal=ME, app_id=app.id, revision_id=older.id, ports=prepare_ports(world))
        full.run()
        assert word(world, older) == ("succeeded", None)

    def test_one_asked_for_again_does_not_give_way(self, world: World, full: BuildMachines, app: App) -> None:
        older, _ = [_saved(world, full, app, words) for words in ("a", "b")]
        retry_build(principal=ME, app_id=app.id, revision_id=older.id, ports=prepare_ports(world))
        full.run(ending=False)
        _saved(world, full, app, "c")
        assert word(world, older) == ("queued", None)

    def test_one_asked_for_again_hours_later_waits_its_own_time(self, world: World, full: BuildMachines) -> None:
        """How long it may take counts from the retry, not from the day it was saved."""
        app, _ = world.make_app()
        older, _ = [_saved(world, full, app, words) for words in ("a", "b")]
        full.run()
        world.clock.advance(3 * 3600)
        save(world, world.make_app()[0], "slow again")
        full.run(ending=False)
        retry_build(principal=ME, app_id=app.id, revision_id=older.id, ports=prepare_ports(world))
        full.run(ending=False)
        assert slots_of(world).waiting[0].build_id == older.build_id
        assert sweep_builds(ports=build_ports(world), limits=ONE, automation=True) == 0
        assert word(world, older) == ("queued", None)
        full.run()
        assert word(world, older) == ("succeeded", None)

    def test_who_superseded_it_may_die_and_it_can_still_be_retried(self, world: World, full: BuildMachines) -> None:
        """Its execution must not wait on for half an hour: that would refuse the retry as `BUILD_PENDING`."""
        app, _ = world.make_app()
        older = _saved(world, full, app, "a")
        newer = build_of(world, save(world, app, "b"))
        with pytest.raises(Died):
            prepare(world, newer, slots=_DiesAfterPut(world.slots), limits=ONE)
        prepare(world, newer, limits=ONE)
        full.run()
        assert word(world, older) == ("queued", "SUPERSEDED")
        assert not world.workflows.is_running(execution_of(build_of(world, older)))
        retry_build(principal=ME, app_id=app.id, revision_id=older.id, ports=prepare_ports(world))

    def test_a_restore_and_a_candidate_do_not_give_way(self, world: World, full: BuildMachines) -> None:
        app, first = world.make_app()
        run = candidate(world, app)
        full.run(ending=False)
        _saved(world, full, app, "a")
        restored = restore_revision(principal=ME, app_id=app.id, revision_id=first.id, ports=world.ports())
        full.run(ending=False)
        newest = _saved(world, full, app, "b")
        full.run()
        assert word(world, restored) == word(world, newest) == ("succeeded", None)
        assert world.builds.get(app.tenant_id, app.id, run.id).status == "succeeded"

    def test_one_that_gave_way_is_built_when_it_is_restored(self, world: World, full: BuildMachines, app: App) -> None:
        older, _ = [_saved(world, full, app, words) for words in ("a", "b")]
        restored = restore_revision(principal=ME, app_id=app.id, revision_id=older.id, ports=world.ports())
        full.run()
        assert (word(world, restored), restored.tree) == (("succeeded", None), older.tree)

    def test_one_that_is_late_to_ask_gives_way_too(self, world: World, full: BuildMachines, app: App) -> None:
        older, newer = save(world, app, "a"), save(world, app, "b")
        full.take_in()
        full.ready.reverse()
        full.run()
        assert (word(world, older), word(world, newer)) == (("queued", "SUPERSEDED"), ("succeeded", None))

    def test_what_visitors_see_does_not_give_way(self, world: World, full: BuildMachines, app: App) -> None:
        older = save(world, app, "a")
        stored = world.apps.get(app.tenant_id, app.id)
        world.apps.update(stored.model_copy(update={"published_revision_id": older.id}))
        full.run(ending=False)
        _saved(world, full, app, "b")
        assert word(world, older) == ("queued", None)

    def test_publishing_says_how_an_unbuilt_draft_is_built(self, world: World, full: BuildMachines, app: App) -> None:
        older, _ = [_saved(world, full, app, words) for words in ("a", "b")]
        stored = world.apps.get(app.tenant_id, app.id)
        world.apps.update(stored.model_copy(update={"draft_revision_id": older.id}))
        with pytest.raises(Conflict, match="retry") as caught:
            publish_app(principal=ME, app_id=app.id, ports=world.ports())
        assert caught.value.code == "BUILD_PENDING"


class _DiesAfterPut:
    """The process is killed when the slots are stored and nothing else has been done."""

    def __init__(self, inner: Any) -> None:
        self._inner = inner

    def __getattr__(self, name: str) -> Any:
        return getattr(self._inner, name)

    def put(self, *args: Any, **named: Any) -> None:
        self._inner.put(*args, **named)
        raise Died


def _saved(world: World, machines: BuildMachines, app: App, words: str) -> Revision:
    revision = save(world, app, words)
    machines.run(ending=False)
    return revision


class TestSeconds:
    LITTLE = DEFAULT_LIMITS.model_copy(update={"build_seconds_day": 130})

    def test_a_save_is_kept_when_none_are_left_and_a_run_is_told(self, world: World) -> None:
        machines = BuildMachines(world, Fuse(0, "before"), self.LITTLE)
        app, _ = world.make_app()
        for number in range(11):
            save(world, app, str(number))
            machines.run()
        assert slots_of(world).day_seconds == 11
        refused, run = save(world, app, "more"), candidate(world, world.make_app()[0])
        machines.run()
        assert word(world, refused) == ("queued", "BUDGET_EXCEEDED")
        error = world.builds.get(run.tenant_id, run.app_id, run.id).error
        assert error is not None and error.code == "BUDGET_EXCEEDED" and "130 seconds of builds a day" in error.message
        assert (slots_of(world).running, slots_of(world).waiting, slots_of(world).day_seconds) == ([], [], 11)
        assert world.slots.days(TENANT, app.id, "2026-03-01", "2026-03-01")[0].seconds == 11

        limited = prepare_ports(world, limits=self.LITTLE)
        with pytest.raises(LimitReached) as caught:
            retry_build(principal=ME, app_id=app.id, revision_id=refused.id, ports=limited)
        assert (caught.value.code, caught.value.extra["cap"]) == ("BUDGET_EXCEEDED", "day")
        assert (caught.value.extra["used_seconds"], caught.value.extra["limit_seconds"]) == (11, 130)
        world.clock.advance(86_400)
        retry_build(principal=ME, app_id=app.id, revision_id=refused.id, ports=limited)
        machines.run()
        assert word(world, refused) == ("succeeded", None)

    def test_a_worker_that_leaves_no_word_has_used_all_that_was_reserved(self, world: World) -> None:
        build = build_of(world, save(world, world.make_app()[0], "x"))
        assert prepare(world, build)
        run_worker(world, build)
        finalise(world, build, {"Error": "States.Timeout"})
        assert slots_of(world).day_seconds == DEFAULT_LIMITS.worker_seconds

    def test_a_worker_counts_no_more_than_was_reserved(self, world: World) -> None:
        """What a worker writes about itself must not use up a month."""
        build = build_of(world, save(world, world.make_app()[0], "x"))
        running = to_worker(world, build)
        upload(world, running, archive_of(running, duration_ms=10**12))
        finalise(world, running)
        assert slots_of(world).day_seconds == DEFAULT_LIMITS.worker_seconds

    def test_ending_twice_counts_once(self, world: World) -> None:
        build = build_of(world, save(world, world.make_app()[0], "x"))
        run_pipeline(world, build)
        finalise(world, build)
        assert slots_of(world).day_seconds == 1


def test_a_build_that_is_cancelled_while_it_waits_leaves_the_line(world: World, app: App) -> None:
    first, second = [build_of(world, save(world, world.make_app()[0], words)) for words in "ab"]
    assert prepare(world, first) and prepare(world, second)
    waiting = candidate(world, app)
    assert not prepare(world, waiting)
    token = world.builds.get(waiting.tenant_id, waiting.app_id, waiting.id).task_token
    assert token is not None and world.workflows.complete_task(token, {"outcome": "cancelled"})
    run_worker(world, waiting, "late")
    done = finalise(world, waiting)
    assert (done.status, world.worker.jobs, slots_of(world).waiting) == ("failed", [], [])


def test_the_end_of_another_attempt_wakes_no_build_that_waits(world: World) -> None:
    """A late word about a worker must not be taken for a place."""
    waiting = [build_of(world, save(world, world.make_app()[0], words)) for words in "abc"]
    assert [prepare(world, build) for build in waiting] == [True, True, False]
    last = waiting[-1]
    assert not complete_worker(build_id=last.id, outcome="FAILED", builds=world.builds, workflows=world.workflows)


def test_a_wait_that_took_too_long_leaves_a_save_to_be_retried_and_frees_its_place(world: World) -> None:
    waiting = [build_of(world, save(world, world.make_app()[0], words)) for words in "abc"]
    assert [prepare(world, build) for build in waiting] == [True, True, False]
    done = finalise(world, waiting[-1], {"Error": "States.Timeout"})
    assert done.error is not None
    assert (done.status, done.error.code, slots_of(world).waiting) == ("queued", "ENQUEUE_FAILED", [])


def test_a_worker_whose_queue_is_full_is_tried_again_with_the_same_place(world: World) -> None:
    build = build_of(world, save(world, world.make_app()[0], "x"))
    assert prepare(world, build)
    world.worker.busy = True
    queued = run_worker(world, build)
    assert (queued.status, queued.error, world.workflows.failed) == ("queued", None, [("token-1", "WorkerBusy")])
    assert slots_of(world).holds(build.id, execution_of(build))
    world.worker.busy = False
    running = run_worker(world, build, "token-2")
    upload(world, running, archive_of(running))
    assert finalise(world, running).status == "succeeded"


def test_the_end_of_an_earlier_attempt_does_not_end_the_retry(world: World) -> None:
    """Its last state is tried again when the place could not be given back, and somebody may be quicker."""
    build = build_of(world, save(world, world.make_app()[0], "x"))
    running = to_worker(world, build)
    finalise(world, running, {"Error": "States.Timeout"})
    again = retry_build(principal=ME, app_id=build.app_id, revision_id=build.revision_id, ports=prepare_ports(world))
    to_worker(world, again, "token-2")
    finalise(world, running, {"Error": "States.Timeout"})
    stored = world.builds.get(build.tenant_id, build.app_id, build.id)
    assert (stored.status, stored.error, stored.attempt) == ("running", None, again.attempt)


def test_places_are_given_back_also_when_not_all_executions_can_be_looked_at(world: World) -> None:
    """Step Functions bounds the questions a second; five hundred builds may wait."""
    builds = [build_of(world, save(world, world.make_app()[0], words)) for words in "abcd"]
    for build in builds:
        prepare(world, build)
    world.workflows.running.discard(execution_of(builds[0]))

    def is_running(execution: str) -> bool:
        if execution == execution_of(builds[-1]):
            raise Transient("Too many questions.")
        return execution in world.workflows.running

    world.workflows.is_running = is_running  # type: ignore[method-assign]
    sweep_slots(ports=build_ports(world))
    assert [place.build_id for place in slots_of(world).running] == [builds[1].id, builds[2].id]


def test_places_of_executions_that_are_gone_are_given_back(world: World) -> None:
    """After a restart of the local stack no execution is left; nothing waits for a place that nobody holds."""
    builds = [build_of(world, save(world, world.make_app()[0], words)) for words in "abcd"]
    assert [prepare(world, build) for build in builds] == [True, True, False, False]
    world.workflows.running.clear()
    assert sweep_slots(ports=build_ports(world)) == 4
    assert (slots_of(world).running, slots_of(world).waiting) == ([], [])
    assert list(world.slots.busy()) == []


@sampled
@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_at_any_call_loses_no_build_and_no_place(fault: Fault) -> None:
    """Four apps' saves, a run's candidate and a draft that gives way, one place, and a fault at each call in turn."""
    for at in range(1 + FAULTS.index(fault) % _STRIDE, _MOST_CALLS, _STRIDE):
        world, fuse = World(), Fuse(at, fault)
        machines = BuildMachines(world, fuse, ONE)
        revisions = [save(world, world.make_app()[0], str(number)) for number in range(3)]
        machines.run(ending=False)
        app, _ = world.make_app()
        older, run = save(world, app, "older"), candidate(world, world.make_app()[0])
        machines.run(ending=False)
        newest = save(world, app, "newest")
        machines.play_out()
        where = f"{fault} call {at}: {fuse.blown}"
        check(world, machines, [*revisions, newest], older, run, fuse, where)
        if not fuse.blown:
            return
    raise AssertionError("the builds never came to their end without a fault")


def check(
    world: World, machines: BuildMachines, kept: list[Revision], older: Revision, run: Build, fuse: Fuse, where: str
) -> None:
    """At most one build, whose worker was being started, may have been lost; it says so and can be retried."""
    words = [word(world, revision) for revision in kept]
    lost = [said for said in words if said != ("succeeded", None)]
    assert len(lost) <= (1 if fuse.blown else 0) and set(lost) <= {("failed", "WORKER_LOST")}, f"{where}: {words}"
    assert word(world, older)[0] == "succeeded" or word(world, older)[1] in ("SUPERSEDED", "WORKER_LOST"), where
    assert world.builds.get(run.tenant_id, run.app_id, run.id).status in ("succeeded", "failed"), where
    slots = slots_of(world)
    assert (slots.running, slots.waiting, slots.busy_since) == ([], [], None), where
    assert list(world.builds.unfinished()) == [], where
    assert machines.most_at_work <= 1, where
    apps = {*(revision.app_id for revision in kept), run.app_id}
    used = [row for app_id in apps for row in world.slots.days(TENANT, app_id, "2026-01-01", "2026-12-31")]
    assert sum(row.seconds for row in used) == slots.month_seconds, where


def test_a_run_whose_build_has_no_seconds_left_ends_with_its_work_kept() -> None:
    def refused(world: World, build: Build) -> Build:
        error = no_place("day", build_ports(world, limits=TestSeconds.LITTLE))
        return build.model_copy(update={"status": BuildStatus.FAILED, "error": error, "finished_at": world.clock.now()})

    write = Call(name="write_file", arguments={"path": "src/note.ts", "content": "export {}\n"})
    finish = Call(name="finish", arguments={"summary": "Done.", "rationale": None, "assumptions": None})
    loop, run = LoopDriver.played([calls(write, finish)], build=refused)
    assert (run.status, run.outcome.failure_code, len(loop.model.requests)) == ("failed", "BUDGET_EXCEEDED", 1)
    assert "seconds of builds a day" in (run.outcome.summary or "") and run.outcome.diff_id
