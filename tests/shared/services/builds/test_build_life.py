"""A build from queued to its end: prepared, handed over, finalised, retried; each twice, late or not at all."""

import pytest

from devkit.fakes.samples import SAMPLE_FILES, a_build
from devkit.fakes.world import World
from shared.domain.apps.app import App, AppSettings
from shared.domain.builds.build_status import BuildStatus
from shared.domain.errors import Conflict, NotFound
from shared.domain.identity import Principal
from shared.domain.revisions.revision import Build, DistManifest, Revision
from shared.services.builds.finish_build import finish_build
from shared.services.builds.retry_build import retry_build
from shared.services.builds.start_build import start_build
from shared.services.builds.worker.complete_worker import complete_worker
from shared.services.builds.worker.make_job import result_bytes
from shared.services.builds.worker.start_worker import start_worker
from shared.services.revisions.get_revision import find_manifest
from shared.services.site.addresses import SiteAddresses
from tests.shared.services.builds.pipeline import (
    DIST,
    archive,
    build_ports,
    execution_of,
    finalise,
    prepare,
    prepare_ports,
    run_pipeline,
    run_worker,
    state_of,
    to_worker,
    upload,
    worker_ports,
)


def queued(world: World) -> tuple[Revision, Build]:
    app, _ = world.make_app(status="succeeded")
    revision = world.add_revision(app, {**SAMPLE_FILES, "public/favicon.svg": b"<svg/>"}, status="queued")
    build = world.builds.get(app.tenant_id, app.id, revision.build_id)
    return revision, start_build(build=build, ports=build_ports(world))


def reread(world: World, revision: Revision) -> Revision:
    return world.revisions.get(revision.tenant_id, revision.app_id, revision.id)


def test_a_build_that_succeeds_leaves_its_files_its_manifest_its_log_and_a_green_revision(world: World) -> None:
    revision, build = queued(world)
    running = to_worker(world, build)
    assert (running.status, running.task_token, running.worker_ref) == ("running", "token-1", "worker/1")
    assert reread(world, revision).build_status == "running"
    upload(world, running, archive(running))
    done = finalise(world, running)
    green = reread(world, revision)
    assert (done.status, green.build_status, green.build_error) == ("succeeded", "succeeded", None)
    assert green.build_started_at is not None
    assert green.build_finished_at is not None
    assert world.apps.get(build.tenant_id, build.app_id).last_green_revision_id == revision.id
    prefix = revision.dist_storage_prefix
    assert {key.removeprefix(prefix): world.site.objects[key].body for key in world.site.list(prefix)} == DIST
    manifest = find_manifest(green, world.blobs)
    assert isinstance(manifest, DistManifest)
    assert [(file.path, file.content_type) for file in manifest.files] == [
        ("assets/index-B4kz91Xa.js", "text/javascript; charset=utf-8"),
        ("favicon.svg", "image/svg+xml"),
        ("index.html", "text/html; charset=utf-8"),
    ]
    assert world.blobs.get(f"apps/{build.tenant_id}/{build.app_id}/builds/{build.id}/build.log") == b"built\n"
    assert done.timings == {"build_ms": 700, "worker_ms": 900}
    assert done.task_token is None


def test_what_was_built_is_looked_at_without_a_browser_and_counts_for_the_revision(world: World) -> None:
    revision, build = queued(world)
    assert (reread(world, revision).quality.score, reread(world, revision).looks) == (None, None)
    run_pipeline(world, build)
    looks = reread(world, revision).looks
    assert looks is not None and (looks.secrets, looks.security, looks.size, looks.accessibility) == (0, 0, 0, None)
    assert looks.words and reread(world, revision).quality.known == 44
    scan = f"apps/{build.tenant_id}/{build.app_id}/builds/{build.id}/scan-3.json"
    assert scan in world.blobs.objects


def test_a_failed_build_has_nothing_to_look_at(world: World) -> None:
    revision, build = queued(world)
    running = to_worker(world, build)
    upload(world, running, archive(running, status="failed", dist={}, exit_code=1))
    finalise(world, running)
    assert (reread(world, revision).looks, reread(world, revision).quality.score) == (None, 0)


def test_caching_follows_the_source_not_only_the_name(world: World, app: App) -> None:
    """A file of `public/assets` that looks hashed is not kept for a year."""
    files = {**SAMPLE_FILES, "public/assets/photo-AAAA1111.png": b"png"}
    revision = world.add_revision(app, files, status="queued")
    build = world.builds.get(app.tenant_id, app.id, revision.build_id)
    dist = {**DIST, "assets/photo-AAAA1111.png": b"png"}
    run_pipeline(world, build, dist)
    prefix = revision.dist_storage_prefix
    kept = {key.removeprefix(prefix): world.site.objects[key].cache_control for key in world.site.list(prefix)}
    assert kept == {
        "index.html": "no-cache",
        "favicon.svg": "public, max-age=60",
        "assets/index-B4kz91Xa.js": "public, max-age=31536000, immutable",
        "assets/photo-AAAA1111.png": "public, max-age=60",
    }


def test_the_job_holds_two_short_lived_addresses_the_app_s_env_and_the_limits(world: World) -> None:
    _, build = queued(world)
    app = world.apps.get(build.tenant_id, build.app_id)
    world.apps.update(app.model_copy(update={"settings": AppSettings(env={"VITE_TITLE": "Shop"})}))
    ports = worker_ports(world, addresses=SiteAddresses(mode="path"))
    prepare(world, build)
    start_worker(state=state_of(build), task_token="t", execution=execution_of(build), ports=ports)
    [job] = world.worker.jobs
    assert job.env == {"VITE_TITLE": "Shop"}
    assert job.build_args == ("--base=./",)
    assert job.toolchain_digest == "digest-1"
    assert build.tree in job.source_url
    assert job.upload.fields["key"] == f"results/{app.tenant_id}/{app.id}/{build.id}/0.tar"
    assert job.upload.fields["max_bytes"] == str(result_bytes(ports.limits))
    assert (job.limits.wall_seconds, job.limits.dist_files) == (120, 2000)
    said = {"name": "build_published_app_revision_task", "revision_id": build.revision_id, "slug": build.slug}
    document = job.document()
    assert {field: document[field] for field in said} == said
    assert (document["tenant_id"], document["app_id"], document["kind"]) == (app.tenant_id, app.id, build.kind)


def test_finalising_twice_or_late_changes_nothing(world: World) -> None:
    revision, build = queued(world)
    done = run_pipeline(world, build)
    writes = list(world.site.writes)
    upload(world, build, archive(build, dist={"index.html": b"other"}))
    assert finalise(world, build) == done
    assert finalise(world, build, {"Error": "States.Timeout"}) == done
    assert world.site.writes == writes
    assert reread(world, revision).build_status == "succeeded"


def test_a_worker_that_leaves_nothing_is_a_failed_build_with_a_reason(world: World) -> None:
    revision, build = queued(world)
    to_worker(world, build)
    done = finalise(world, build)
    assert done.error is not None
    assert (done.status, done.error.code) == ("failed", "WORKER_LOST")
    failed = reread(world, revision)
    assert (failed.build_status, failed.build_error) == ("failed", done.error)
    assert world.apps.get(build.tenant_id, build.app_id).last_green_revision_id != revision.id


def test_a_worker_that_does_not_answer_in_time_is_told_apart(world: World) -> None:
    _, build = queued(world)
    to_worker(world, build)
    done = finalise(world, build, {"Error": "States.Timeout", "Cause": ""})
    assert done.error is not None
    assert done.error.code == "WORKER_TIMEOUT"


def test_a_result_that_came_is_used_whatever_the_pipeline_caught(world: World) -> None:
    _, build = queued(world)
    to_worker(world, build)
    upload(world, build, archive(build))
    assert finalise(world, build, {"Error": "States.Timeout", "Cause": ""}).status == "succeeded"


@pytest.mark.parametrize(
    ("reason", "code"),
    [
        ("exit", "BUILD_FAILED"),
        ("timeout", "BUILD_TIMEOUT"),
        ("memory", "BUILD_MEMORY"),
        ("output_limit", "BUILD_OUTPUT_LIMIT"),
        ("no_dist", "BUILD_NO_DIST"),
        ("worker_error", "WORKER_ERROR"),
    ],
)
def test_each_reason_of_the_worker_has_its_code(reason: str, code: str, world: World) -> None:
    _, build = queued(world)
    to_worker(world, build)
    failed = archive(build, status="failed", reason=reason, exit_code=1, message="why", log_tail="tail", dist={})
    upload(world, build, failed)
    done = finalise(world, build)
    assert done.error is not None
    assert (done.status, done.error.code, done.error.message, done.error.log_tail) == ("failed", code, "why", "tail")
    assert world.site.list(f"apps/{build.tenant_id}/{build.app_id}/revisions/{build.revision_id}/") == []


def test_a_failure_s_log_gives_places_in_the_project(world: World) -> None:
    revision, build = queued(world)
    to_worker(world, build)
    log = b"src/App.tsx(2,3): error TS2322: Type 'string' is not assignable to type 'number'.\n"
    upload(world, build, archive(build, status="failed", reason="exit", exit_code=2, log=log, dist={}))
    finalise(world, build)
    error = reread(world, revision).build_error
    assert error is not None
    [found] = error.diagnostics
    assert (found.path, found.line, found.column, found.severity) == ("src/App.tsx", 2, 3, "error")
    assert found.code == "TS2322"


def test_a_result_larger_than_allowed_is_refused(world: World) -> None:
    _, build = queued(world)
    to_worker(world, build)
    upload(world, build, bytes(70 * 1024 * 1024))
    done = finalise(world, build)
    assert done.error is not None
    assert (done.status, done.error.code) == ("failed", "RESULT_REJECTED")


def test_a_result_that_is_not_ours_is_refused_with_the_reason(world: World) -> None:
    _, build = queued(world)
    to_worker(world, build)
    upload(world, build, archive(build, dist={"index.html": b"", "../evil": b""}))
    done = finalise(world, build)
    assert done.error is not None
    assert (done.status, done.error.code) == ("failed", "RESULT_REJECTED")
    assert "evil" in done.error.message


def test_no_worker_leaves_a_revision_s_build_queued_and_the_pipeline_answered(world: World) -> None:
    revision, build = queued(world)
    world.worker.down = True
    to_worker(world, build)
    assert world.workflows.completed == [("token-1", {"build_id": build.id, "outcome": "not_started"})]
    after = finalise(world, build)
    assert after.error is not None
    assert (after.status, after.error.code) == ("queued", "ENQUEUE_FAILED")
    stored = reread(world, revision)
    assert (stored.build_status, stored.build_error) == ("queued", after.error)


def test_no_worker_fails_a_candidate_so_that_its_run_can_go_on(world: World, app: App) -> None:
    candidate = a_build(app, kind="candidate")
    world.builds.create(candidate)
    world.worker.down = True
    to_worker(world, candidate)
    done = finalise(world, candidate)
    assert done.error is not None
    assert (done.status, done.error.code) == ("failed", "ENQUEUE_FAILED")


def test_a_candidate_s_files_lie_where_its_reserved_revision_will_look(world: World, app: App, draft: Revision) -> None:
    candidate = a_build(app, kind="candidate", tree=draft.tree)
    world.builds.create(candidate)
    done = run_pipeline(world, candidate)
    assert done.status == "succeeded"
    assert world.site.get(f"apps/{app.tenant_id}/{app.id}/revisions/{candidate.revision_id}/dist/index.html")
    with pytest.raises(NotFound):
        world.revisions.get(app.tenant_id, app.id, candidate.revision_id)
    assert world.apps.get(app.tenant_id, app.id).draft_revision_id == draft.id


def test_a_job_that_cannot_be_made_fails_the_build_and_answers_the_pipeline(world: World) -> None:
    _, build = queued(world)
    to_worker(world, build)
    ports = worker_ports(world, limits=worker_ports(world).limits.model_copy(update={"worker_processes": 1}))
    world.workflows.waiting.add("again")
    done = start_worker(state=state_of(build), task_token="again", ports=ports)
    assert done.error is not None
    assert (done.status, done.error.code) == ("failed", "BUILD_NOT_STARTED")
    assert world.workflows.waiting == {"token-1"}


def test_a_finished_build_is_not_run_again(world: World) -> None:
    _, build = queued(world)
    done = run_pipeline(world, build)
    jobs = len(world.worker.jobs)
    assert to_worker(world, build, "late") == done
    assert len(world.worker.jobs) == jobs
    assert world.workflows.waiting == {f"token-{build.id}-0"}


def test_the_worker_s_end_completes_the_token_once(world: World) -> None:
    _, build = queued(world)
    to_worker(world, build)

    def tell() -> bool:
        return complete_worker(build_id=build.id, outcome="SUCCEEDED", builds=world.builds, workflows=world.workflows)

    assert tell() is True
    assert tell() is False
    assert world.workflows.completed == [("token-1", {"build_id": build.id, "outcome": "SUCCEEDED"})]


def test_the_end_of_a_worker_nobody_knows_is_not_found(world: World) -> None:
    with pytest.raises(NotFound):
        complete_worker(build_id="bld_x", outcome="FAILED", builds=world.builds, workflows=world.workflows)


def test_a_deleted_app_is_not_built(world: World) -> None:
    _, build = queued(world)
    app = world.apps.get(build.tenant_id, build.app_id)
    world.apps.update(app.model_copy(update={"deleted_at": world.clock.now()}))
    assert prepare(world, build)
    run_worker(world, build)
    done = finalise(world, build)
    assert done.error is not None
    assert (done.status, done.error.code, world.worker.jobs) == ("failed", "BUILD_NOT_STARTED", [])


def test_a_label_set_while_the_build_ends_survives(world: World) -> None:
    """Somebody writes the revision between the reading and the writing of its end."""
    revision, build = queued(world)
    running = to_worker(world, build)
    plain = world.builds.finish
    raced: list[bool] = []

    def finish(*args: object, **named: object) -> Build:
        if not raced:
            raced.append(True)
            world.revisions.update(reread(world, revision).model_copy(update={"label": "Keep"}))
        return plain(*args, **named)  # type: ignore[arg-type]  # passed through as they came

    world.builds.finish = finish  # type: ignore[method-assign]  # the race cannot be timed otherwise
    finish_build(build=running, status=BuildStatus.SUCCEEDED, error=None, ports=build_ports(world))
    stored = reread(world, revision)
    assert (stored.label, stored.build_status) == ("Keep", "succeeded")


class TestRetry:
    def test_a_failed_build_is_tried_again_as_a_new_attempt(self, world: World, me: Principal) -> None:
        revision, build = queued(world)
        to_worker(world, build)
        finalise(world, build)
        again = retry_build(principal=me, app_id=build.app_id, revision_id=revision.id, ports=prepare_ports(world))
        assert (again.kind, again.attempt, again.status, again.error) == ("retry", 1, "queued", None)
        assert again.execution == f"execution/build_pipeline/{build.id}-1"
        stored = reread(world, revision)
        assert (stored.build_status, stored.build_error, stored.build_finished_at) == ("queued", None, None)
        assert run_pipeline(world, again).status == "succeeded"
        assert world.worker.jobs[-1].upload.fields["key"].endswith("/1.tar")
        assert reread(world, revision).build_status == "succeeded"

    def test_a_build_that_was_never_started_can_be_retried(self, world: World, me: Principal, app: App) -> None:
        revision = world.add_revision(app, SAMPLE_FILES, status="queued")
        again = retry_build(principal=me, app_id=app.id, revision_id=revision.id, ports=prepare_ports(world))
        assert again.execution in world.workflows.running

    @pytest.mark.parametrize("status", ["queued", "running"])
    def test_one_at_work_is_a_conflict(self, status: str, world: World, me: Principal) -> None:
        revision, build = queued(world)
        if status == "running":
            to_worker(world, build)
        with pytest.raises(Conflict) as caught:
            retry_build(principal=me, app_id=build.app_id, revision_id=revision.id, ports=prepare_ports(world))
        assert caught.value.code == "BUILD_PENDING"

    def test_one_already_built_is_a_conflict(self, world: World, me: Principal, app: App, draft: Revision) -> None:
        with pytest.raises(Conflict):
            retry_build(principal=me, app_id=app.id, revision_id=draft.id, ports=prepare_ports(world))

    def test_one_whose_execution_died_is_tried_again(self, world: World, me: Principal) -> None:
        revision, build = queued(world)
        to_worker(world, build)
        world.workflows.running.clear()
        again = retry_build(principal=me, app_id=build.app_id, revision_id=revision.id, ports=prepare_ports(world))
        assert again.attempt == 1


def test_a_cancelled_build_stops_its_worker(world: World) -> None:
    _, build = queued(world)
    running = to_worker(world, build)
    done = finalise(world, running)
    assert (done.status, world.worker.stopped) == ("failed", [running.worker_ref])
    finalise(world, running)
    assert len(world.worker.stopped) == 1, "a build that has ended is left alone"


def test_a_build_with_a_result_has_no_worker_to_stop(world: World) -> None:
    _, build = queued(world)
    run_pipeline(world, build)
    assert world.worker.stopped == []


def test_a_worker_that_cannot_be_told_does_not_keep_the_build_open(world: World) -> None:
    _, build = queued(world)
    running = to_worker(world, build)
    world.worker.down = True
    assert finalise(world, running).status == "failed"
