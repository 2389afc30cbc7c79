"""Numbers about work that is over: right, and told once however often the work is ended."""

from threading import Barrier, Thread
from typing import Any, Literal

import pytest

from devkit.fakes.broken import raising
from devkit.fakes.model import Reply, say
from devkit.fakes.samples import SAMPLE_FILES
from devkit.fakes.world import World
from devkit.loop import BUILD_ERROR, LoopDriver
from devkit.scripted_model.replies import finish, write
from shared.domain.apps.app import App
from shared.domain.builds.job_result import JobResult
from shared.domain.errors import Unavailable
from shared.domain.identity import Principal
from shared.domain.runs.run_parts import RunUsage
from shared.domain.runs.run_status import RunStatus
from shared.ports.metrics import Metric
from shared.services.builds.build_errors import WORKER_SILENT, from_result, is_ours
from shared.services.ports_bundle import Ports
from shared.services.publishing.publish_app import publish_app, rollback_app
from shared.services.revisions.undo_apply import restore_revision
from shared.services.runs.end.end_run import end_run
from shared.services.runs.end.sweep_runs import sweep_runs
from shared.services.runs.plan_rollback import rollback_run
from tests.shared.services.builds.pipeline import archive, finalise, run_pipeline, to_worker, upload


def turn(*replies: Reply) -> LoopDriver:
    loop = LoopDriver(list(replies))
    loop.before_iteration = lambda number, run: loop.world.clock.advance(2)
    return loop


def metrics_of(loop: LoopDriver) -> dict[Metric, float]:
    """What the one emission about the run says."""
    of_runs = [values for values, whose in loop.world.metrics.emitted if "status" in whose]
    assert len(of_runs) == 1
    return of_runs[0]


def test_a_turn_that_changed_something_tells_its_waits_and_its_cost() -> None:
    loop = turn(write("export {}\n"), finish())
    run = loop.play()
    assert metrics_of(loop) == {
        "RunsCompleted": 1,
        "ChangesApplied": 1,
        "ModelCalls": 2,
        "ModelTokens": run.usage.total_tokens,
        "ModelCost": run.usage.cost_usd,
        "TimeToFirstToken": 2000,
        "EditSeconds": (run.finished_at - run.created_at).total_seconds() if run.finished_at else None,
    }
    assert run.usage.total_tokens > 0 and run.usage.cost_usd
    (whose,) = (whose for _, whose in loop.world.metrics.emitted if "status" in whose)
    assert (whose["run_id"], whose["request_id"], whose["tenant_id"]) == (run.id, "req-1", "acme")


def test_an_answer_is_no_edit() -> None:
    loop = turn(say("It is a starter page."))
    loop.play()
    assert {"EditSeconds", "ChangesApplied"}.isdisjoint(metrics_of(loop))
    assert metrics_of(loop)["TimeToFirstToken"] == 2000


def test_a_repaired_turn_has_healed_and_one_that_stays_broken_has_not() -> None:
    healed = turn(write(BUILD_ERROR), finish(), write("export {}\n"), finish())
    healed.play()
    assert (metrics_of(healed)["RunsTroubled"], metrics_of(healed)["RunsHealed"]) == (1, 1)
    stubborn = turn(*(reply for number in range(8) for reply in (write(BUILD_ERROR + "\n" * number), finish())))
    stubborn.play()
    assert (metrics_of(stubborn)["RunsTroubled"], metrics_of(stubborn)["RunsHealed"]) == (1, 0)
    assert metrics_of(stubborn)["RunsFailed"] == 1 and "RunsCompleted" not in metrics_of(stubborn)


@pytest.mark.parametrize(
    ("status", "code", "name"),
    [
        ("aborted", "CANCELLED", "RunsCancelled"),
        ("interrupted", "INTERRUPTED", "RunsFailed"),
        ("failed", "BUDGET_EXCEEDED", "RunsOverBudget"),
    ],
)
def test_how_a_run_ended(status: Any, code: str, name: Metric) -> None:
    loop = turn()
    run = loop.start()
    end_run(run.tenant_id, run.id, status=RunStatus(status), failure_code=code, ports=loop.ports)
    assert metrics_of(loop)[name] == 1
    assert "TimeToFirstToken" not in metrics_of(loop)


def test_a_cost_that_nobody_knows_is_not_told_as_nothing() -> None:
    loop = turn()
    run = loop.start()
    loop.world.runs.update(run.change(usage=RunUsage(cost_usd=None), execution=None))
    end_run(run.tenant_id, run.id, status=RunStatus.FAILED, ports=loop.ports)
    assert "ModelCost" not in metrics_of(loop)


def test_a_run_that_is_ended_from_many_sides_counts_once() -> None:
    loop = turn()
    run = loop.start()
    together = Barrier(4)

    def end() -> None:
        together.wait()
        end_run(run.tenant_id, run.id, status=RunStatus.FAILED, ports=loop.ports)

    threads = [Thread(target=end) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    end_run(run.tenant_id, run.id, status=RunStatus.COMPLETED, ports=loop.ports)
    assert metrics_of(loop)["RunsFailed"] == 1


def test_an_archive_that_fails_first_is_counted_when_it_is_made() -> None:
    """The store is away between the end and its archive: the sweeper's second try tells it."""
    loop = turn()
    run = loop.start()
    put, loop.world.blobs.put = loop.world.blobs.put, raising(Unavailable("away"))  # type: ignore[method-assign]  # one outage
    with pytest.raises(Unavailable):
        end_run(run.tenant_id, run.id, status=RunStatus.FAILED, ports=loop.ports)
    assert loop.world.metrics.emitted == []
    loop.world.blobs.put = put  # type: ignore[method-assign]  # and its end
    loop.world.clock.advance(600)
    sweep_runs(ports=loop.ports, workflows=loop.world.workflows)
    assert metrics_of(loop)["RunsFailed"] == 1
    assert loop.world.metrics.total("RunsStuck") == 0


def test_a_build_counts_once_however_often_it_is_finalised(world: World) -> None:
    app, revision = world.make_app(status="queued")
    build = world.builds.get(app.tenant_id, app.id, revision.build_id)
    running = to_worker(world, build)
    world.clock.advance(12)
    upload(world, running, archive(running))
    for _ in range(3):
        finalise(world, running)
    assert [values for values, _ in world.metrics.emitted] == [{"WorkerSeconds": 12.0, "BuildsSucceeded": 1}]
    assert world.metrics.emitted[0][1]["build_id"] == build.id


def test_a_project_that_does_not_build_and_a_worker_that_is_lost_are_told_apart(world: World) -> None:
    app, revision = world.make_app(status="queued")
    build = world.builds.get(app.tenant_id, app.id, revision.build_id)
    running = to_worker(world, build)
    upload(world, running, archive(running, status="failed", reason="exit", exit_code=1, dist={}))
    finalise(world, running)
    other, revision = world.make_app(status="queued")
    lost = to_worker(world, world.builds.get(other.tenant_id, other.id, revision.build_id), "token-2")
    finalise(world, lost, {"Error": "States.TaskFailed"})
    silent, revision = world.make_app(status="queued")
    late = to_worker(world, world.builds.get(silent.tenant_id, silent.id, revision.build_id), "token-3")
    finalise(world, late, {"Error": "States.Timeout"})
    assert (world.metrics.total("BuildsFailed"), world.metrics.total("BuildsBroken")) == (1, 2)


def test_publishing_rolling_back_and_taking_back(world: World, ports: Ports, me: Principal) -> None:
    app, first = world.make_app()
    second = world.add_revision(app, {**SAMPLE_FILES, "src/more.ts": b"export {}\n"})
    go = {"principal": me, "app_id": app.id, "ports": ports}
    publish_app(**go)
    restored = restore_revision(principal=me, app_id=app.id, revision_id=first.id, ports=ports)
    build = world.builds.get(app.tenant_id, app.id, restored.build_id)
    run_pipeline(world, build)
    publish_app(**go)
    rollback_app(revision_id=second.id, **go)
    counts = {name: world.metrics.total(name) for name in ("Publishes", "ChangesReverted", "SiteRollbacks")}
    assert counts == {"Publishes": 2, "ChangesReverted": 1, "SiteRollbacks": 1}


def test_a_publication_that_fails_is_told_as_that(world: World, ports: Ports, me: Principal) -> None:
    app: App = world.make_app()[0]
    world.site.put = world.site.copy = raising(Unavailable("away"))  # type: ignore[method-assign]  # an outage
    with pytest.raises(Unavailable):
        publish_app(principal=me, app_id=app.id, ports=ports)
    assert (world.metrics.total("Publishes"), world.metrics.total("PublishesFailed")) == (0, 1)


def test_a_run_taken_back_is_a_reverted_change() -> None:
    loop = turn(write("export {}\n"), finish())
    run = loop.play()
    me = Principal(tenant_id=run.tenant_id, subject="user-1")
    rollback_run(principal=me, run_id=run.id, ports=loop.world.ports())
    assert (loop.world.metrics.total("ChangesApplied"), loop.world.metrics.total("ChangesReverted")) == (1, 1)


def test_the_fast_gate_is_counted_once_an_iteration_that_is_stored() -> None:
    loop = turn(write("@@compile-error@@"), finish(), write("export {}\n"), finish())
    loop.play()
    gates = [values for values, _ in loop.world.metrics.emitted if "GatePassed" in values]
    assert gates == [{"GatePassed": 0, "GateFailed": 1}, {"GatePassed": 1, "GateFailed": 0}]


@pytest.mark.parametrize(("reason", "ours"), [("timeout", False), ("memory", False), ("worker_error", True)])
def test_a_project_that_is_too_slow_is_not_our_failure(reason: Literal["timeout", "memory"], ours: bool) -> None:
    error = from_result(JobResult(version=1, build_id="bld_1", status="failed", reason=reason), [])
    assert is_ours(error) is ours and is_ours(WORKER_SILENT) and error.code != WORKER_SILENT.code
