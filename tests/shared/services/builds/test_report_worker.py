"""What the pipeline says of a build where agents and people look for it."""

from dataclasses import replace

import pytest

from devkit.fakes.broken import Broken
from devkit.fakes.samples import SAMPLE_FILES, a_build, a_conversation, a_run, a_turn
from devkit.fakes.world import World
from shared.adapters.dynamo.build_results import DynamoBuildResultStore
from shared.domain.errors import Transient
from shared.domain.feedback.build_result import BuildResult, result_text
from shared.domain.revisions.revision import Build
from shared.domain.runs.run import Run
from shared.services.builds.finalise_build import finalise_build
from shared.services.builds.worker.report_worker import report_running
from shared.services.feedback.latest_result import latest_result
from tests.shared.services.builds.pipeline import (
    archive,
    finalise,
    finalise_ports,
    prepare,
    run_worker,
    state_of,
    to_worker,
    upload,
)

BROKEN = b"src/App.tsx(5,8): error TS2307: Cannot find module 'react-doom'.\n"


@pytest.fixture
def run(world: World) -> Run:
    """A run at work on a stored app."""
    app, revision = world.make_app()
    run = a_run(app, base_revision_id=revision.id)
    world.runs.start(run, a_turn(run), a_conversation(run))
    return run


def at_worker(world: World, run: Run, *, run_id: str | None) -> Build:
    """A candidate build of the run's base tree, handed to the worker."""
    app = world.apps.get(run.tenant_id, run.app_id)
    tree = world.revisions.get(run.tenant_id, run.app_id, run.base_revision_id).tree
    build = a_build(app, kind="candidate", tree=tree, run_id=run_id, created_at=world.clock.now())
    world.builds.create(build)
    return to_worker(world, build, f"token-{build.id}")


def report_text(world: World, run: Run) -> str:
    return result_text(latest_result(run, world.results), world.clock.now())


def test_a_run_s_build_is_told_in_its_conversation(world: World, run: Run) -> None:
    assert report_text(world, run).splitlines()[0] == "status: unknown"
    build = at_worker(world, run, run_id=run.id)
    upload(world, build, archive(build))
    finalise(world, build)
    world.clock.advance(3)
    assert report_text(world, run) == "status: success (build) 3s ago\nexitCode: 0"
    kept = world.results.get(run.tenant_id, run.conversation_id)
    assert kept is not None and (kept.source, kept.app_id, kept.revision_id) == (
        "worker",
        run.app_id,
        build.revision_id,
    )


def test_a_failed_build_is_told_with_what_its_tools_found(world: World, run: Run) -> None:
    build = at_worker(world, run, run_id=run.id)
    failed = {"status": "failed", "exit_code": 2, "reason": "exit", "message": "no", "log_tail": BROKEN.decode()}
    upload(world, build, archive(build, dist={}, log=BROKEN, **failed))
    finalise(world, build)
    head, code, title, found = report_text(world, run).splitlines()[:4]
    assert (head, code, title) == ("status: failed (build) 0s ago", "exitCode: 2", "--- stderr (tail) ---")
    assert found.startswith("src/App.tsx:5:8: error TS2307: Cannot find module 'react-doom'")


def test_a_lost_worker_is_told_too(world: World, run: Run) -> None:
    build = at_worker(world, run, run_id=run.id)
    finalise(world, build, {"Error": "States.Timeout"})
    assert "did not answer in time" in report_text(world, run)


def test_a_person_s_build_is_told_for_its_revision_only(world: World, run: Run) -> None:
    app = world.apps.get(run.tenant_id, run.app_id)
    revision = world.add_revision(app, SAMPLE_FILES | {"src/a.ts": b""}, status="queued")
    build = to_worker(world, world.builds.get(app.tenant_id, app.id, revision.build_id))
    finalise(world, build, {"Error": "x"})
    assert report_text(world, run).startswith("status: unknown"), "this run began with another revision"
    later = run.change(base_revision_id=revision.id)
    assert report_text(world, later).startswith("status: failed (build)")


def test_a_late_copy_does_not_take_the_place_of_what_came_after(world: World, run: Run) -> None:
    first, second = at_worker(world, run, run_id=run.id), at_worker(world, run, run_id=run.id)
    finalise(world, first, {"Error": "x"})
    world.clock.advance(5)
    upload(world, second, archive(second))
    finalise(world, second)
    finalise(world, first, {"Error": "x"})
    assert report_text(world, run).startswith("status: success")


def test_a_run_that_is_gone_does_not_matter(world: World, run: Run) -> None:
    build = at_worker(world, run, run_id="run_00000000000000000000000000")
    assert finalise(world, build, {"Error": "x"}).status == "failed"
    assert world.results.get(run.tenant_id, run.app_id) is not None


def test_a_build_at_its_worker_is_running(world: World, run: Run) -> None:
    stages: list[object] = []

    class Watching(DynamoBuildResultStore):
        def put(self, result: BuildResult) -> bool:
            stages.append((result.status, result.stage, result.exit_code))
            return super().put(result)

    app = world.apps.get(run.tenant_id, run.app_id)
    tree = world.revisions.get(run.tenant_id, run.app_id, run.base_revision_id).tree
    build = a_build(app, kind="candidate", tree=tree, run_id=run.id, created_at=world.clock.now())
    world.builds.create(build)
    assert prepare(world, build)
    running = run_worker(world, build, results=Watching(world.table, world.clock))
    assert stages == [("running", "install", None), ("running", "build", None)]
    world.clock.advance(2)
    assert report_text(world, run) == "status: running (build) 2s ago"
    upload(world, running, archive(running))
    finalise(world, running)
    assert report_text(world, run).startswith("status: success")


def test_a_late_word_of_the_beginning_does_not_hide_the_end(world: World, run: Run) -> None:
    build = at_worker(world, run, run_id=run.id)
    world.clock.advance(1)
    upload(world, build, archive(build))
    finalise(world, build)
    report_running(build, "build", results=world.results, runs=world.runs)
    assert report_text(world, run).startswith("status: success")


def test_a_build_that_got_no_worker_after_all_is_not_running(world: World, run: Run) -> None:
    app = world.apps.get(run.tenant_id, run.app_id)
    revision = world.add_revision(app, SAMPLE_FILES | {"src/a.ts": b""}, status="queued")
    build = world.builds.get(app.tenant_id, app.id, revision.build_id)
    assert prepare(world, build)
    world.worker.down = True
    finalise(world, run_worker(world, build))
    kept = world.results.get(app.tenant_id, app.id)
    assert kept is not None and kept.status == "unknown" and "could not be started" in kept.stderr


@pytest.mark.parametrize(("code", "kept"), [(1, 1), (-9, -9), (137, 137), (None, None)])
def test_the_exit_code_is_the_tools_own(code: int | None, kept: int | None, world: World, run: Run) -> None:
    build = at_worker(world, run, run_id=run.id)
    failed = {"status": "failed", "exit_code": code, "reason": "exit", "message": "no"}
    upload(world, build, archive(build, dist={}, **failed))
    ended = finalise(world, build)
    result = latest_result(run, world.results)
    assert result is not None and ended.error is not None
    assert (result.exit_code, ended.error.exit_code) == (kept, kept)


@pytest.mark.parametrize("code", [10**40, -(10**40), 1.5, "1; rm"])
def test_a_code_that_no_process_has_is_no_result(code: object, world: World, run: Run) -> None:
    build = at_worker(world, run, run_id=run.id)
    upload(world, build, archive(build, dist={}, status="failed", exit_code=code, reason="exit"))
    error = finalise(world, build).error
    assert error is not None and (error.code, error.exit_code) == ("RESULT_REJECTED", None)


def test_no_build_is_lost_for_its_report(world: World, run: Run) -> None:
    build = at_worker(world, run, run_id=run.id)
    upload(world, build, archive(build))
    ports = replace(finalise_ports(world), results=Broken(world.results, Transient("busy"), "put"))
    assert finalise_build(state=state_of(build), crash=None, ports=ports).status == "succeeded"
