"""After a restart: what was at work goes on or is ended, and nothing stays stuck."""

from datetime import timedelta

import pytest

from devkit.fakes.samples import SAMPLE_FILES, a_build, a_conversation, a_run, a_turn
from devkit.fakes.world import World
from shared.domain.apps.app import App
from shared.domain.runs.run import Run
from shared.domain.runs.run_parts import Lease
from shared.domain.runs.run_status import RunStatus
from shared.services.builds.start_build import start_build
from shared.services.builds.sweep_builds import recover_builds
from shared.services.runs.end.sweep_runs import recover_runs
from tests.shared.services.builds.pipeline import build_ports


def started(world: World, **over: object) -> Run:
    """A run at work, whose execution is alive."""
    app, revision = world.make_app()
    fields = {"base_revision_id": revision.id, "base_tree": revision.tree, "candidate_tree": revision.tree}
    run = a_run(app, created_at=world.clock.now(), **(fields | over))
    world.runs.start(run, a_turn(run), a_conversation(run))
    world.workflows.start_run(run)
    return run


def recover(world: World) -> int:
    return recover_runs(ports=world.loop_ports(price=lambda model, usage: None), workflows=world.workflows)


def reread(world: World, run: Run) -> Run:
    return world.runs.get(run.tenant_id, run.id)


def test_a_run_whose_execution_died_goes_on_in_a_new_one(world: World) -> None:
    run = started(world, iteration=3)
    world.workflows.running.clear()
    assert recover(world) == 1
    again = reread(world, run)
    assert (again.status, again.restarts) == ("running", 1)
    assert world.workflows.running == {f"execution/agent_loop/{run.id}-1"}
    assert world.workflows.runs[-1].iteration == 3


@pytest.mark.parametrize(
    ("kept", "counted"),
    [
        ({"iteration": 3, "lease": Lease(attempt=3), "settled_attempt": 3}, 4),
        ({"iteration": 3, "lease": Lease(attempt=4), "settled_attempt": 3}, 4),
        ({"iteration": 0}, 0),
        ({"iteration": 3, "lease": Lease(attempt=3), "settled_attempt": 3, "status": RunStatus.AWAITING_APPROVAL}, 3),
    ],
    ids=["younger than what was kept", "known", "never started", "waiting for a person"],
)
def test_an_attempt_that_was_interrupted_counts_once(world: World, kept: dict[str, object], counted: int) -> None:
    run = started(world, **kept)
    world.workflows.running.clear()
    recover(world)
    assert reread(world, run).lease.attempt == counted


def test_a_run_that_lives_is_left_alone(world: World) -> None:
    run = started(world)
    assert recover(world) == 0
    assert reread(world, run).restarts == 0


def test_a_run_that_waits_for_a_person_waits_again_however_old(world: World) -> None:
    run = started(world, status="awaiting_approval")
    world.workflows.running.clear()
    world.clock.advance(timedelta(days=2).total_seconds())
    assert recover(world) == 1
    assert (reread(world, run).status, reread(world, run).restarts) == ("awaiting_approval", 1)


def test_a_run_that_was_restarted_too_often_is_interrupted_and_frees_its_app(world: World) -> None:
    run = started(world, restarts=5)
    world.workflows.running.clear()
    assert recover(world) == 1
    ended = reread(world, run)
    assert (ended.status, ended.outcome.failure_code) == ("interrupted", "INTERRUPTED")
    following = a_run(world.apps.get(run.tenant_id, run.app_id))
    world.runs.start(following, a_turn(following), a_conversation(following))


def test_a_run_whose_time_is_up_is_interrupted(world: World) -> None:
    run = started(world)
    world.workflows.running.clear()
    world.clock.advance(run.bounds.seconds + 1)
    recover(world)
    assert reread(world, run).status == "interrupted"


def test_nothing_is_lost_when_the_machinery_is_not_up_yet(world: World) -> None:
    run = started(world)
    world.workflows.running.clear()
    world.workflows.down = True
    assert recover(world) == 0
    world.workflows.down = False
    assert recover(world) == 1
    assert reread(world, run).status == "running"


def queued_app(world: World, **over: object) -> App:
    app, _ = world.make_app()
    world.add_revision(app, {**SAMPLE_FILES, "public/a.txt": b"a"}, status="queued", **over)
    return world.apps.get(app.tenant_id, app.id)


def test_builds_that_nobody_works_on_are_started_again(world: World) -> None:
    app = queued_app(world)
    revision = world.revisions.get(app.tenant_id, app.id, str(app.draft_revision_id))
    build = world.builds.get(app.tenant_id, app.id, revision.build_id)
    start_build(build=build, ports=build_ports(world))
    assert recover_builds(ports=build_ports(world), automation=True) == 0
    world.workflows.running.clear()
    assert recover_builds(ports=build_ports(world), automation=True) == 1
    again = world.builds.get(app.tenant_id, app.id, build.id)
    assert (again.attempt, again.status) == (build.attempt + 1, "queued")
    assert world.workflows.running == {again.execution}


def test_a_build_that_waits_for_a_person_to_start_it_still_waits(world: World) -> None:
    queued_app(world)
    assert recover_builds(ports=build_ports(world), automation=False) == 0
    assert recover_builds(ports=build_ports(world), automation=True) == 1


def test_a_candidates_build_is_left_to_its_run(world: World, app: App) -> None:
    world.builds.create(a_build(app, kind="candidate", status="running", execution="execution/gone"))
    assert recover_builds(ports=build_ports(world), automation=True) == 0


def test_a_build_that_never_ends_is_ended(world: World) -> None:
    app = queued_app(world)
    revision = world.revisions.get(app.tenant_id, app.id, str(app.draft_revision_id))
    build = world.builds.get(app.tenant_id, app.id, revision.build_id)
    world.builds.update(build.model_copy(update={"attempt": 10, "execution": "execution/gone"}))
    assert recover_builds(ports=build_ports(world), automation=True) == 1
    assert world.builds.get(app.tenant_id, app.id, build.id).status == "failed"
