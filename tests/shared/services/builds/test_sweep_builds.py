"""The sweeper: builds that nobody works on are started again, or ended with a reason."""

from typing import Any

import pytest

from devkit.fakes.samples import SAMPLE_FILES, a_build
from devkit.fakes.world import World
from shared.domain.apps.app import App
from shared.domain.limits import DEFAULT_LIMITS
from shared.domain.revisions.revision import Build
from shared.services.builds.start_build import start_build
from shared.services.builds.sweep_builds import sweep_builds
from tests.shared.services.builds.pipeline import build_ports, finalise, to_worker


def sweep(world: World, automation: bool = True) -> int:
    return sweep_builds(ports=build_ports(world), limits=DEFAULT_LIMITS, automation=automation)


def queued(world: World, **over: Any) -> Build:
    app, _ = world.make_app()
    revision = world.add_revision(app, SAMPLE_FILES | {"src/a.ts": b""}, status="queued")
    build = world.builds.get(app.tenant_id, app.id, revision.build_id)
    return world.builds.update(build.model_copy(update=over)) if over else build


def reread(world: World, build: Build) -> Build:
    return world.builds.get(build.tenant_id, build.app_id, build.id)


def test_a_build_that_could_not_be_started_is_started_again(world: World) -> None:
    build = queued(world)
    world.workflows.down = True
    start_build(build=build, ports=build_ports(world))
    world.clock.advance(61)
    assert sweep(world) == 1
    assert reread(world, build).status == "queued"
    world.workflows.down = False
    assert sweep(world) == 1
    again = reread(world, build)
    assert (again.attempt, again.error) == (2, None)
    assert again.execution in world.workflows.running
    assert sweep(world) == 0


def test_a_build_whose_start_was_cut_off_is_started_unless_automation_is_off(world: World) -> None:
    build = queued(world)
    assert sweep(world) == 0, "the start may still be on its way"
    world.clock.advance(61)
    assert sweep(world, automation=False) == 0
    assert sweep(world) == 1
    assert reread(world, build).execution in world.workflows.running


def test_a_build_at_work_is_left_alone_for_as_long_as_it_may_take(world: World) -> None:
    build = to_worker(world, start_build(build=queued(world), ports=build_ports(world)))
    world.clock.advance(5400)
    assert sweep(world) == 0
    assert reread(world, build).status == "running"


def test_one_that_takes_longer_is_stopped_and_failed(world: World) -> None:
    build = to_worker(world, start_build(build=queued(world), ports=build_ports(world)))
    world.clock.advance(5400 + 121)
    assert sweep(world) == 1
    failed = reread(world, build)
    assert failed.error is not None
    assert (failed.status, failed.error.code) == ("failed", "WORKER_TIMEOUT")
    assert world.workflows.stopped == [(build.execution, "The build took too long.")]
    revision = world.revisions.get(build.tenant_id, build.app_id, build.revision_id)
    assert revision.build_status == "failed"


def test_a_lost_pipeline_is_started_again_but_not_for_ever(world: World) -> None:
    build = to_worker(world, start_build(build=queued(world), ports=build_ports(world)))
    for attempt in (1, 2, 3):
        world.workflows.running.clear()
        world.clock.advance(61)
        assert sweep(world) == 1
        assert reread(world, build).attempt == attempt
        to_worker(world, reread(world, build), f"token-{attempt}")
    world.workflows.running.clear()
    world.clock.advance(61)
    assert sweep(world) == 1
    failed = reread(world, build)
    assert failed.error is not None
    assert (failed.status, failed.error.code) == ("failed", "WORKER_LOST")


def test_no_worker_for_a_long_time_ends_as_a_failure_that_can_be_retried(world: World) -> None:
    build = queued(world)
    world.worker.down = True
    for _ in range(20):
        current = reread(world, build)
        if current.execution is None:
            current = start_build(build=current, ports=build_ports(world))
        to_worker(world, current, f"token-{current.attempt}")
        finalise(world, current)
        world.clock.advance(300)
        sweep(world)
    failed = reread(world, build)
    assert failed.error is not None
    assert (failed.status, failed.error.code) == ("failed", "ENQUEUE_FAILED")


@pytest.mark.parametrize(("age", "swept"), [(3000, 0), (5400 + 121, 1)])
def test_a_candidate_is_its_run_s_business_until_it_is_forgotten(age: int, swept: int, world: World, app: App) -> None:
    build = a_build(app, kind="candidate")
    world.builds.create(build)
    world.clock.advance(age)
    assert sweep(world) == swept
    assert reread(world, build).status == ("failed" if swept else "queued")
    assert world.workflows.builds == []


def test_one_build_that_cannot_be_swept_does_not_stop_the_others(world: World) -> None:
    first, second = queued(world), queued(world)
    world.clock.advance(61)
    plain = world.builds.update

    def update(build: Build) -> Build:
        if build.id == first.id:
            raise_transient()
        return plain(build)

    world.builds.update = update  # type: ignore[method-assign]  # one row that cannot be written
    assert sweep(world) == 1
    assert reread(world, second).execution in world.workflows.running


def raise_transient() -> None:
    from shared.domain.errors import Transient

    raise Transient("The table does not answer.")
