"""The contract of `BuildStore`."""

from datetime import timedelta
from typing import Any

import pytest

from devkit.fakes.clock import START
from devkit.fakes.samples import OTHER_TENANT, a_build, a_revision, an_app
from shared.domain.apps.app import App
from shared.domain.builds.build_status import BuildStatus
from shared.domain.builds.worker_page import PageAction, PageSpec
from shared.domain.builds.worker_task import WorkerTask
from shared.domain.builds.worker_tests import TestFailure, TestSummary
from shared.domain.errors import Conflict, NotFound
from shared.domain.revisions.revision import Build, BuildError, Revision
from tests.support.racing import failures, race


@pytest.fixture
def committed(stores: Any, app: App) -> tuple[Revision, Build]:
    revision = a_revision(app)
    build = a_build(app, revision)
    stores.revisions.commit(revision, build, expected_draft=None)
    return revision, build


def succeeded(build: Build) -> Build:
    return build.model_copy(update={"status": BuildStatus.SUCCEEDED, "finished_at": START, "timings": {"build": 500}})


def built(revision: Revision) -> Revision:
    return revision.model_copy(update={"build_status": BuildStatus.SUCCEEDED, "build_finished_at": START})


def test_what_the_worker_was_asked_and_counted_comes_back(stores: Any, app: App) -> None:
    page = PageSpec(path="/a?b=c", width=375, actions=[PageAction(do="type", name="\u00c4", text="x\n")])
    build = a_build(app, kind="candidate", work=WorkerTask(task="browser", command=["a b", "\u65e5"], page=page))
    stores.builds.create(build)
    failure = TestFailure(name="adds", file="a.test.ts", message="no", line=3)
    tests = TestSummary(passed=1, failed=1, total=2, failures=[failure])
    done = stores.builds.finish(succeeded(build).model_copy(update={"tests": tests}), None, green=True)
    stored = stores.builds.get(app.tenant_id, app.id, build.id)
    assert (stored, stored.work, stored.tests) == (done, build.work, tests)


def test_a_build_is_found_by_its_id_alone(stores: Any, app: App) -> None:
    build = a_build(app, error=BuildError(code="X", message="é", log_tail="z" * 16_000), timings={"a": 1})
    stores.builds.create(build)
    assert stores.builds.find(build.id) == build
    assert stores.builds.get(app.tenant_id, app.id, build.id) == build


def test_unknown_and_foreign_builds_are_not_found(stores: Any, app: App) -> None:
    build = a_build(app)
    stores.builds.create(build)
    for call in (
        lambda: stores.builds.find("bld_unknown"),
        lambda: stores.builds.find("a b"),
        lambda: stores.builds.get(OTHER_TENANT, app.id, build.id),
        lambda: stores.builds.get(app.tenant_id, "app_x", build.id),
        lambda: stores.builds.update(a_build(app)),
        lambda: stores.builds.finish(a_build(app), None, green=False),
    ):
        with pytest.raises(NotFound):
            call()


def test_a_build_is_created_once(stores: Any, app: App) -> None:
    build = a_build(app)
    stores.builds.create(build)
    with pytest.raises(Conflict):
        stores.builds.create(build)
    other = an_app(tenant_id=OTHER_TENANT)
    with pytest.raises(Conflict):
        stores.builds.create(a_build(other, id=build.id))
    assert stores.builds.find(build.id) == build


def test_a_stale_update_changes_nothing(stores: Any, app: App) -> None:
    build = a_build(app)
    stores.builds.create(build)
    running = stores.builds.update(build.model_copy(update={"status": BuildStatus.RUNNING, "task_token": "t"}))
    assert running.version == build.version + 1
    with pytest.raises(Conflict):
        stores.builds.update(build.model_copy(update={"status": BuildStatus.FAILED}))
    assert stores.builds.find(build.id) == running


def test_finishing_writes_build_revision_and_green_together(
    stores: Any, app: App, committed: tuple[Revision, Build]
) -> None:
    revision, build = committed
    finished = stores.builds.finish(succeeded(build), built(revision), green=True)
    assert finished == succeeded(build).model_copy(update={"version": 2})
    assert stores.builds.find(build.id) == finished
    stored = stores.revisions.get(app.tenant_id, app.id, revision.id)
    assert stored == built(revision).model_copy(update={"version": 2})
    after = stores.apps.get(app.tenant_id, app.id)
    assert (after.last_green_revision_id, after.version) == (revision.id, app.version + 2)


def test_a_failed_build_leaves_green_alone(stores: Any, app: App, committed: tuple[Revision, Build]) -> None:
    revision, build = committed
    failed = build.model_copy(update={"status": BuildStatus.FAILED, "error": BuildError(code="EXIT", message="1")})
    stores.builds.finish(failed, revision.model_copy(update={"build_status": BuildStatus.FAILED}), green=False)
    assert stores.apps.get(app.tenant_id, app.id).last_green_revision_id is None


def test_green_stays_when_the_draft_has_moved_on(stores: Any, app: App, committed: tuple[Revision, Build]) -> None:
    revision, build = committed
    later = a_revision(app)
    stores.revisions.commit(later, a_build(app, later), expected_draft=revision.id)
    before = stores.apps.get(app.tenant_id, app.id)
    stores.builds.finish(succeeded(build), built(revision), green=True)
    assert stores.builds.find(build.id).status == "succeeded"
    assert stores.revisions.get(app.tenant_id, app.id, revision.id).build_status == "succeeded"
    assert stores.apps.get(app.tenant_id, app.id) == before


def test_a_candidate_finishes_without_a_revision(stores: Any, app: App) -> None:
    build = a_build(app, kind="candidate")
    stores.builds.create(build)
    assert stores.builds.finish(succeeded(build), None, green=True).version == 2
    assert stores.apps.get(app.tenant_id, app.id).last_green_revision_id is None


@pytest.mark.parametrize("stale", ["build", "revision"])
def test_finishing_with_a_stale_half_changes_nothing(
    stores: Any, app: App, committed: tuple[Revision, Build], stale: str
) -> None:
    revision, build = committed
    if stale == "build":
        stores.builds.update(build.model_copy(update={"attempt": 1}))
    else:
        stores.revisions.update(revision.model_copy(update={"label": "v1"}))
    with pytest.raises(Conflict):
        stores.builds.finish(succeeded(build), built(revision), green=True)
    assert stores.builds.find(build.id).status == "queued"
    assert stores.revisions.get(app.tenant_id, app.id, revision.id).build_status == "queued"
    assert stores.apps.get(app.tenant_id, app.id).last_green_revision_id is None


def test_a_build_ends_once_however_many_say_so(raced: Any, tenant: str) -> None:
    app = an_app(tenant_id=tenant)
    raced.apps.create(app)
    revision = a_revision(app)
    build = a_build(app, revision)
    raced.revisions.commit(revision, build, expected_draft=None)
    outcomes = race(*(lambda: raced.builds.finish(succeeded(build), built(revision), green=True) for _ in range(5)))
    assert len(failures(outcomes)) == 4
    assert raced.builds.find(build.id).version == 2
    assert raced.apps.get(tenant, app.id).version == app.version + 2


def test_unfinished_builds_are_listed_oldest_first(stores: Any, app: App) -> None:
    def mine() -> list[str]:
        return [build.id for build in stores.builds.unfinished() if build.tenant_id == app.tenant_id]

    made = [a_build(app, created_at=START - timedelta(minutes=n)) for n in range(52)]
    for build in made:
        stores.builds.create(build)
    assert mine() == [build.id for build in reversed(made)]
    stores.builds.finish(succeeded(made[0]), None, green=False)
    stores.builds.update(made[1].model_copy(update={"status": BuildStatus.RUNNING}))
    stores.builds.update(made[2].model_copy(update={"status": BuildStatus.FAILED}))
    assert mine() == [build.id for build in reversed([made[1], *made[3:]])]
    stores.builds.update(stores.builds.find(made[2].id).model_copy(update={"status": BuildStatus.QUEUED}))
    assert made[2].id in mine()
