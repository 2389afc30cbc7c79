"""`settings.env` in what is built: a change builds the draft again, and nothing older is published."""

from collections.abc import Callable

import pytest

from devkit.fakes.samples import SAMPLE_FILES
from devkit.fakes.world import World
from shared.domain.apps.app import App, AppSettings
from shared.domain.errors import Conflict, Invalid
from shared.domain.identity import Principal
from shared.domain.revisions.revision import Build, Revision
from shared.domain.runs.steps import LoopState
from shared.domain.switches import Switches
from shared.services.apps.patch_app import AppPatch, patch_app
from shared.services.builds.rebuild_draft import build_committed
from shared.services.builds.retry_build import retry_build
from shared.services.ports_bundle import Ports
from shared.services.publishing.publish_app import publish_app
from shared.services.publishing.reconcile_site import reconcile_site
from tests.shared.services.builds.pipeline import archive, finalise, prepare_ports, run_pipeline, to_worker, upload

Set = Callable[..., App]
NEW_PAGE = {"index.html": b"<!doctype html><title>New values</title>"}


@pytest.fixture
def app(world: World) -> App:
    return world.make_app()[0]


@pytest.fixture
def set_env(world: World, me: Principal, app: App) -> Set:
    def change(**env: str) -> App:
        patch = AppPatch(settings=AppSettings(env=env))
        return patch_app(principal=me, app_id=app.id, patch=patch, ports=world.ports())

    return change


def draft_of(world: World, app: App) -> tuple[Revision, Build]:
    stored = world.apps.get(app.tenant_id, app.id)
    revision = world.revisions.get(app.tenant_id, app.id, str(stored.draft_revision_id))
    return revision, world.builds.get(app.tenant_id, app.id, revision.build_id)


def refused(world: World, me: Principal, app: App) -> Conflict:
    with pytest.raises(Conflict) as caught:
        publish_app(principal=me, app_id=app.id, ports=world.ports())
    assert caught.value.code == "BUILD_PENDING"
    return caught.value


def test_a_change_builds_the_same_revision_again_with_the_new_values(world: World, app: App, set_env: Set) -> None:
    before, _ = draft_of(world, app)
    set_env(VITE_TITLE="New")
    revision, build = draft_of(world, app)
    assert (revision.id, revision.tree, revision.build_status) == (before.id, before.tree, "queued")
    assert build.execution in world.workflows.running
    assert run_pipeline(world, build, NEW_PAGE).status == "succeeded"
    assert world.worker.jobs[-1].env == {"VITE_TITLE": "New"}
    assert world.site.objects[revision.dist_storage_prefix + "index.html"].body == NEW_PAGE["index.html"]
    assert draft_of(world, app)[0].build_status == "succeeded"


def test_what_changes_nothing_for_a_build_starts_none(world: World, me: Principal, app: App, set_env: Set) -> None:
    set_env()
    patch_app(principal=me, app_id=app.id, patch=AppPatch(name="Other"), ports=world.ports())
    assert (draft_of(world, app)[0].build_status, world.workflows.running) == ("succeeded", set())


def test_an_app_without_a_draft_can_be_set_up(world: World, me: Principal) -> None:
    from devkit.fakes.samples import an_app

    bare = an_app()
    world.apps.create(bare)
    patch = AppPatch(settings=AppSettings(env={"VITE_A": "1"}))
    assert patch_app(principal=me, app_id=bare.id, patch=patch, ports=world.ports()).settings.env == {"VITE_A": "1"}


def test_old_values_are_never_published(world: World, me: Principal, app: App, set_env: Set) -> None:
    set_env(VITE_TITLE="New")
    refused(world, me, app)
    _, build = draft_of(world, app)
    run_pipeline(world, build, NEW_PAGE)
    publish_app(principal=me, app_id=app.id, ports=world.ports())
    assert world.site.objects[f"live/{app.slug}/index.html"].body == NEW_PAGE["index.html"]


def test_a_publish_that_finds_old_values_starts_the_build(world: World, me: Principal, app: App) -> None:
    """As a build of the release before has them, which recorded nothing, or a candidate that was built meanwhile."""
    stored = world.apps.get(app.tenant_id, app.id)
    world.apps.update(stored.model_copy(update={"settings": AppSettings(env={"VITE_A": "1"})}))
    assert "settings.env" in refused(world, me, app).message
    revision, build = draft_of(world, app)
    assert (revision.build_status, build.execution in world.workflows.running) == ("queued", True)
    run_pipeline(world, build)
    publish_app(principal=me, app_id=app.id, ports=world.ports())


def test_a_change_while_the_worker_builds_is_built_after_it(world: World, app: App, set_env: Set) -> None:
    set_env(VITE_A="1")
    _, build = draft_of(world, app)
    running = to_worker(world, build)
    set_env(VITE_A="2")
    assert draft_of(world, app)[0].build_status == "running"
    upload(world, running, archive(running))
    finalise(world, running)
    revision, again = draft_of(world, app)
    assert (revision.build_status, again.attempt) == ("queued", build.attempt + 1)
    assert run_pipeline(world, again).status == "succeeded"
    assert world.worker.jobs[-1].env == {"VITE_A": "2"}
    finalise(world, running)
    assert draft_of(world, app)[0].build_status == "succeeded", "a late word of the first starts nothing"


def test_a_change_while_a_build_waits_is_what_it_is_handed(world: World, app: App, set_env: Set) -> None:
    set_env(VITE_A="1")
    set_env(VITE_A="2")
    _, build = draft_of(world, app)
    assert (build.attempt, run_pipeline(world, build).status) == (1, "succeeded")
    assert world.worker.jobs[-1].env == {"VITE_A": "2"}


def test_where_builds_are_not_automatic_a_person_retries(world: World, me: Principal, app: App) -> None:
    ports = world.ports(switches=Switches(build_automation=False))
    patch = AppPatch(settings=AppSettings(env={"VITE_A": "1"}))
    patch_app(principal=me, app_id=app.id, patch=patch, ports=ports)
    with pytest.raises(Conflict) as caught:
        publish_app(principal=me, app_id=app.id, ports=ports)
    assert (caught.value.code, world.workflows.running) == ("BUILD_PENDING", set())
    revision, _ = draft_of(world, app)
    again = retry_build(principal=me, app_id=app.id, revision_id=revision.id, ports=ports)
    assert run_pipeline(world, again).status == "succeeded"
    publish_app(principal=me, app_id=app.id, ports=ports)


def test_a_retry_of_what_is_built_says_so(world: World, me: Principal, app: App) -> None:
    revision, _ = draft_of(world, app)
    with pytest.raises(Conflict) as caught:
        retry_build(principal=me, app_id=app.id, revision_id=revision.id, ports=prepare_ports(world))
    assert caught.value.code == "ALREADY_BUILT"


def test_a_candidate_built_with_other_values_is_built_again_after_its_commit(world: World, app: App) -> None:
    run_id = "run_01k9yzr3n5d7t8v2w4x6y8z0a1"
    world.add_revision(app, {**SAMPLE_FILES, "src/a.ts": b"1\n"}, run_id=run_id)
    stored = world.apps.get(app.tenant_id, app.id)
    world.apps.update(stored.model_copy(update={"settings": AppSettings(env={"VITE_A": "1"})}))
    state = LoopState(tenant_id=app.tenant_id, app_id=app.id, run_id=run_id)
    for _ in range(2):
        build_committed(state, ports=prepare_ports(world), automation=True)
    revision, build = draft_of(world, app)
    assert (revision.build_status, build.attempt) == ("queued", 1)


def test_a_site_is_not_copied_while_its_files_are_made_again(world: World, me: Principal, app: App) -> None:
    ports: Ports = world.ports()
    publish_app(principal=me, app_id=app.id, ports=ports)
    patch = AppPatch(settings=AppSettings(env={"VITE_A": "1"}))
    patch_app(principal=me, app_id=app.id, patch=patch, ports=ports)
    live = f"live/{app.slug}/index.html"
    before = world.site.objects[live].body
    with pytest.raises(Conflict) as caught:
        reconcile_site(tenant_id=app.tenant_id, app_id=app.id, ports=ports)
    assert (caught.value.code, world.site.objects[live].body) == ("BUILD_PENDING", before)


def test_a_rebuild_that_fails_is_said_and_publishes_nothing(
    world: World, me: Principal, app: App, set_env: Set
) -> None:
    set_env(VITE_A="1")
    _, build = draft_of(world, app)
    finalise(world, to_worker(world, build))
    with pytest.raises(Invalid) as caught:
        publish_app(principal=me, app_id=app.id, ports=world.ports())
    assert caught.value.code == "BUILD_FAILED"
