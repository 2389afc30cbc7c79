"""Somebody else writes in between: read again, try again, and in the end say so."""

from collections.abc import Callable
from typing import Any

import pytest

from devkit.fakes.samples import SAMPLE_FILES, a_build, an_app
from devkit.fakes.world import World
from shared.domain.apps.app import App
from shared.domain.builds.build_status import BuildStatus
from shared.domain.errors import Conflict, NotFound, Transient, Unavailable
from shared.domain.identity import Principal
from shared.domain.revisions.revision import Build, Revision
from shared.services.apps.sweep_apps import sweep_apps
from shared.services.builds.change_build import change_build
from shared.services.builds.finish_build import finish_build
from shared.services.builds.retry_build import retry_build
from shared.services.builds.start_build import start_build
from shared.services.builds.worker.complete_worker import complete_worker
from shared.services.get_app import get_draft
from shared.services.ports_bundle import AppBuildPorts, Ports
from shared.services.publishing.publish_app import publish_app
from shared.services.publishing.reconcile_site import reconcile_site
from shared.services.revisions.get_revision import label_revision
from tests.shared.services.builds.pipeline import build_ports, prepare_ports


class Contested:
    """A store in which a method meets a conflict for `times` calls; `meanwhile` is what the others do."""

    def __init__(self, inner: Any, method: str, times: int, meanwhile: Callable[[], Any] = lambda: None) -> None:
        self._inner, self._method, self._times, self._meanwhile = inner, method, times, meanwhile

    def __getattr__(self, name: str) -> Any:
        real = getattr(self._inner, name)
        if name != self._method or self._times == 0:
            return real

        def contested(*_: Any, **__: Any) -> Any:
            self._times -= 1
            self._meanwhile()
            raise Conflict("Somebody else changed it in the meantime.")

        return contested


FOR_EVER = 10_000


def ports_with(world: World, **over: Any) -> AppBuildPorts:
    return prepare_ports(world, **over)


@pytest.fixture
def queued(world: World) -> tuple[Revision, Build]:
    app, _ = world.make_app()
    revision = world.add_revision(app, SAMPLE_FILES | {"src/a.ts": b""}, status="queued")
    return revision, world.builds.get(app.tenant_id, app.id, revision.build_id)


Queued = tuple[Revision, Build]


def test_a_build_that_finished_meanwhile_stays_finished(world: World, queued: Queued) -> None:
    revision, build = queued

    def finish() -> None:
        finish_build(build=build, status=BuildStatus.FAILED, error=None, ports=build_ports(world))

    contested = ports_with(world, builds=Contested(world.builds, "update", 1, finish))
    assert change_build(build=build, changes={"status": BuildStatus.RUNNING}, ports=contested).status == "failed"
    assert world.revisions.get(build.tenant_id, build.app_id, revision.id).build_status == "failed"


def test_a_revision_written_by_the_build_s_end_is_not_written_over(world: World, queued: Queued) -> None:
    """The copy of `running` comes late: between its reading and its writing the build has failed."""
    revision, build = queued

    def finish() -> None:
        stored = world.builds.get(build.tenant_id, build.app_id, build.id)
        finish_build(build=stored, status=BuildStatus.FAILED, error=None, ports=build_ports(world))

    contested = ports_with(world, revisions=Contested(world.revisions, "update", 1, finish))
    change_build(build=build, changes={"status": BuildStatus.RUNNING}, ports=contested)
    assert world.revisions.get(build.tenant_id, build.app_id, revision.id).build_status == "failed"


def test_ending_a_build_is_tried_again_and_given_up(world: World, queued: Queued) -> None:
    _, build = queued
    with pytest.raises(Transient):
        finish_build(
            build=build,
            status=BuildStatus.FAILED,
            error=None,
            ports=ports_with(world, builds=Contested(world.builds, "finish", FOR_EVER)),
        )

    def succeed() -> None:
        finish_build(build=build, status=BuildStatus.SUCCEEDED, error=None, ports=build_ports(world))

    contested = ports_with(world, builds=Contested(world.builds, "finish", 1, succeed))
    assert finish_build(build=build, status=BuildStatus.FAILED, error=None, ports=contested).status == "succeeded"


def test_of_two_retries_at_once_one_is_pending(world: World, queued: Queued, me: Principal) -> None:
    revision, build = queued
    contested = ports_with(world, builds=Contested(world.builds, "update", 1))
    with pytest.raises(Conflict) as caught:
        retry_build(principal=me, app_id=build.app_id, revision_id=revision.id, ports=contested)
    assert caught.value.code == "BUILD_PENDING"
    assert world.workflows.builds == []


def test_a_label_set_during_a_retry_does_not_stop_it(world: World, queued: Queued, me: Principal) -> None:
    revision, build = queued
    contested = ports_with(world, revisions=Contested(world.revisions, "update", 1))
    again = retry_build(principal=me, app_id=build.app_id, revision_id=revision.id, ports=contested)
    assert again.execution in world.workflows.running


def test_a_build_that_starts_after_a_failed_start_forgets_the_failure(world: World, queued: Queued) -> None:
    revision, build = queued
    world.workflows.down = True
    stuck = start_build(build=build, ports=build_ports(world))
    world.workflows.down = False
    assert start_build(build=stuck, ports=build_ports(world)).error is None
    assert world.revisions.get(build.tenant_id, build.app_id, revision.id).build_error is None


def test_a_build_whose_revision_is_gone_can_still_end(world: World, app: App) -> None:
    orphan = a_build(app, kind="revision")
    world.builds.create(orphan)
    assert (
        finish_build(build=orphan, status=BuildStatus.FAILED, error=None, ports=build_ports(world)).status == "failed"
    )


def test_a_worker_that_ends_before_anybody_waits_changes_nothing(world: World, queued: Queued) -> None:
    _, build = queued
    assert not complete_worker(build_id=build.id, outcome="x", builds=world.builds, workflows=world.workflows)


def test_a_label_is_tried_again_and_given_up(world: World, queued: Queued, me: Principal) -> None:
    revision, build = queued

    def label(times: int) -> str | None:
        ports = world.ports(revisions=Contested(world.revisions, "update", times))
        named = label_revision(principal=me, app_id=build.app_id, revision_id=revision.id, label="A", ports=ports)
        return named.label

    assert label(4) == "A"
    with pytest.raises(Transient):
        label(FOR_EVER)


def test_an_app_without_a_revision_has_no_draft_and_is_not_ready(world: World, ports: Ports, me: Principal) -> None:
    app = an_app()
    world.apps.create(app)
    with pytest.raises(NotFound):
        get_draft(principal=me, app_id=app.id, ports=world)
    with pytest.raises(Exception, match="no revision yet"):
        publish_app(principal=me, app_id=app.id, ports=ports)


def test_a_site_published_over_and_over_is_given_up(world: World, ports: Ports, app: App) -> None:
    class Restless:
        """A reader finds a newer publication."""

        def __getattr__(self, name: str) -> Any:
            return getattr(world.apps, name)

        def get(self, tenant_id: str, app_id: str, **_: Any) -> App:
            stored = world.apps.get(tenant_id, app_id)
            return world.apps.update(stored.model_copy(update={"publish_seq": stored.publish_seq + 1}))

    with pytest.raises(Transient):
        reconcile_site(tenant_id=app.tenant_id, app_id=app.id, ports=world.ports(templates={}, apps=Restless()))


def test_one_app_that_cannot_be_swept_does_not_stop_the_others(world: World, ports: Ports) -> None:
    broken, _ = world.make_app()
    fine, draft = world.make_app()
    for app, revision_id in ((broken, "rev_00000000000000000000000000"), (fine, draft.id)):
        stored = world.apps.get(app.tenant_id, app.id)
        world.apps.update(stored.model_copy(update={"publish_seq": 1, "published_revision_id": revision_id}))
    world.clock.advance(300)
    assert sweep_apps(ports=ports, limits=ports.limits) == 1
    assert world.site.get(f"live/{fine.slug}/index.html") is not None


def test_a_failed_publication_overtaken_by_another_is_not_undone_for_it(world: World, me: Principal) -> None:
    app, draft = world.make_app()

    class Overtaken:
        """The bucket fails, and by then somebody else has published."""

        def __getattr__(self, name: str) -> Any:
            return getattr(world.site, name)

        def copy(self, *_: Any, **__: Any) -> None:
            stored = world.apps.get(app.tenant_id, app.id)
            if stored.publish_seq == 1:
                world.apps.update(stored.model_copy(update={"publish_seq": 2}))
            raise Unavailable("The bucket does not answer.")

    ports = world.ports(templates={}, site=Overtaken())
    with pytest.raises(Unavailable):
        publish_app(principal=me, app_id=app.id, ports=ports)
    stored = world.apps.get(app.tenant_id, app.id)
    assert (stored.publish_seq, stored.published_revision_id) == (2, draft.id)
