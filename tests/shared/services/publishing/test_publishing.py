"""Publishing, rolling back, unpublishing, deleting: what visitors get at every moment."""

from collections.abc import Callable
from typing import Any

import pytest

from devkit.fakes.broken import Broken
from devkit.fakes.samples import SAMPLE_FILES
from devkit.fakes.storage import FakeSiteStore
from devkit.fakes.world import World
from shared.domain.apps.app import App
from shared.domain.base import Files
from shared.domain.diagnostics import Diagnostic
from shared.domain.errors import Conflict, Invalid, NotFound, Unavailable
from shared.domain.identity import Principal
from shared.domain.revisions.revision import BuildError, Revision
from shared.services.apps.delete_app import delete_app, undelete_app
from shared.services.apps.sweep_apps import sweep_apps
from shared.services.builds.start_build import start_build
from shared.services.ports_bundle import Ports
from shared.services.publishing.publish_app import Published, publish_app, rollback_app, unpublish_app
from tests.shared.services.builds.pipeline import build_ports, run_pipeline


def a_dist(name: str, **public: bytes) -> Files:
    """A small built app: a page that names its own hashed script, and a public file."""
    script = f"assets/index-{name}0000000.js"
    page = f'<!doctype html><script src="/{script}"></script>'.encode()
    return {"index.html": page, script: name.encode(), "logo.svg": b"<svg/>" + name.encode(), **public}


def built(world: World, app: App, dist: Files) -> Revision:
    """A further draft, really taken through the pipeline."""
    files = {**SAMPLE_FILES, "src/name.ts": repr(dist).encode(), "public/logo.svg": dist["logo.svg"]}
    revision = world.add_revision(app, files, status="queued")
    build = world.builds.get(app.tenant_id, app.id, revision.build_id)
    run_pipeline(world, start_build(build=build, ports=build_ports(world)), dist)
    return world.revisions.get(app.tenant_id, app.id, revision.id)


def live(world: World, app: App) -> Files:
    prefix = f"live/{app.slug}/"
    return {key.removeprefix(prefix): world.site.objects[key].body for key in world.site.list(prefix)}


@pytest.fixture
def app(world: World) -> App:
    return world.make_app(slug="my-shop")[0]


@pytest.fixture
def publish(ports: Ports, me: Principal, app: App) -> Callable[[], Published]:
    return lambda: publish_app(principal=me, app_id=app.id, ports=ports)


@pytest.fixture
def rollback(ports: Ports, me: Principal, app: App) -> Callable[[str], Published]:
    return lambda revision_id: rollback_app(principal=me, app_id=app.id, revision_id=revision_id, ports=ports)


Publish = Callable[[], Published]
Rollback = Callable[[str], Published]


def test_a_built_draft_is_published_at_its_addresses(world: World, app: App, publish: Publish) -> None:
    dist = a_dist("A")
    revision = built(world, app, dist)
    published = publish()
    assert published == Published(
        published_url=f"https://cdn.example.com/apps/my-shop/{revision.id}/",
        live_url="https://my-shop.apps.example.com/",
        revision_id=revision.id,
    )
    assert live(world, app) == dist
    own = f"published/my-shop/{revision.id}/"
    assert {key.removeprefix(own): world.site.objects[key].body for key in world.site.list(own)} == dist
    stored = world.apps.get(app.tenant_id, app.id)
    assert (stored.published_revision_id, stored.publish_seq, stored.settled_seq) == (revision.id, 1, 1)


def test_hashed_files_come_first_and_the_page_is_the_last_write_of_the_live_site(
    world: World, app: App, publish: Publish
) -> None:
    built(world, app, a_dist("A"))
    world.site.writes.clear()
    publish()
    writes = [key.removeprefix("live/my-shop/") for key in world.site.writes if key.startswith("live/")]
    assert writes == ["assets/index-A0000000.js", "logo.svg", "index.html"]
    cached = {key: thing.cache_control for key, thing in world.site.objects.items() if key.startswith("live/")}
    assert cached == {
        "live/my-shop/assets/index-A0000000.js": "public, max-age=31536000, immutable",
        "live/my-shop/logo.svg": "public, max-age=60",
        "live/my-shop/index.html": "no-cache",
    }


def test_a_project_says_how_long_its_own_files_are_kept_and_nobody_gets_what_is_for_hosts(
    world: World, app: App, publish: Publish
) -> None:
    headers = b"/*\n  Cache-Control: max-age=600\n  X-Frame-Options: DENY\n/logo.svg\n  Cache-Control: no-store\n"
    for_hosts = {"_headers": headers, "_redirects": b"/* /index.html 200", "CNAME": b"x.example.com"}
    dist = a_dist("A", **{"data.json": b"{}", **for_hosts})
    built(world, app, dist)
    publish()
    assert live(world, app) == {path: body for path, body in dist.items() if path not in for_hosts}
    cached = {key.rpartition("/")[2]: world.site.objects[key].cache_control for key in world.site.list("live/my-shop/")}
    assert cached == {
        "index-A0000000.js": "public, max-age=31536000, immutable",
        "data.json": "public, max-age=600",
        "logo.svg": "no-store",
        "index.html": "no-cache",
    }


def test_the_next_publication_keeps_hashed_files_for_open_tabs_and_drops_other_leftovers(
    world: World, app: App, publish: Publish
) -> None:
    built(world, app, {**a_dist("A"), "old.html": b"secret"})
    publish()
    built(world, app, a_dist("B"))
    publish()
    assert live(world, app) == {**a_dist("B"), "assets/index-A0000000.js": b"A"}


def test_publishing_the_same_draft_again_gives_the_same(world: World, app: App, publish: Publish) -> None:
    built(world, app, a_dist("A"))
    first = publish()
    before = live(world, app)
    assert publish() == first
    assert live(world, app) == before


@pytest.mark.parametrize("status", ["queued", "running"])
def test_a_draft_that_is_not_built_yet_is_pending(status: str, world: World, app: App, publish: Publish) -> None:
    world.add_revision(app, {**SAMPLE_FILES, "a": b""}, status=status)
    with pytest.raises(Conflict) as caught:
        publish()
    assert caught.value.code == "BUILD_PENDING"
    assert live(world, app) == {}
    assert world.apps.get(app.tenant_id, app.id).publish_seq == 0


def test_a_draft_whose_build_failed_is_refused_with_the_findings(world: World, app: App, publish: Publish) -> None:
    found = Diagnostic(code="TS1005", message="';' expected.", path="src/App.tsx", line=3)
    error = BuildError(code="BUILD_FAILED", message="no", diagnostics=[found])
    world.add_revision(app, {**SAMPLE_FILES, "a": b""}, status="failed", build_error=error)
    with pytest.raises(Invalid) as caught:
        publish()
    assert (caught.value.code, caught.value.diagnostics) == ("BUILD_FAILED", [found])


def test_built_files_that_are_gone_are_not_ready(world: World, app: App, publish: Publish) -> None:
    revision = built(world, app, a_dist("A"))
    world.site.delete([revision.dist_storage_prefix + "index.html"])
    with pytest.raises(Invalid) as caught:
        publish()
    assert caught.value.code == "NOT_READY"


class _Breaking(FakeSiteStore):
    """Fails from the `after`-th write on, for `times` writes."""

    def __init__(self, inner: FakeSiteStore, after: int, times: int) -> None:
        super().__init__()
        self.objects, self._after, self._times, self._count = inner.objects, after, times, 0

    def put(self, key: str, body: bytes, *, content_type: str, cache_control: str) -> None:
        self._count += 1
        if self._after < self._count <= self._after + self._times:
            raise Unavailable("The bucket does not answer.")
        super().put(key, body, content_type=content_type, cache_control=cache_control)


@pytest.mark.parametrize("after", range(6))
def test_a_failure_at_any_write_leaves_the_live_site_as_it_was(
    after: int, world: World, app: App, publish: Publish, me: Principal
) -> None:
    first = built(world, app, a_dist("A"))
    publish()
    before = live(world, app)
    built(world, app, a_dist("B"))
    ports = world.ports(templates={}, site=_Breaking(world.site, after, 1))
    with pytest.raises(Unavailable):
        publish_app(principal=me, app_id=app.id, ports=ports)
    after_it = live(world, app)
    assert {path: after_it[path] for path in before} == before
    stored = world.apps.get(app.tenant_id, app.id)
    assert (stored.published_revision_id, stored.live_url) == (first.id, "https://my-shop.apps.example.com/")
    assert stored.settled_seq == stored.publish_seq


@pytest.mark.parametrize("after", range(6))
def test_while_the_bucket_stays_down_the_page_stays_the_old_one_and_the_sweeper_mends_the_rest(
    after: int, world: World, app: App, publish: Publish, me: Principal, ports: Ports
) -> None:
    first = built(world, app, a_dist("A"))
    publish()
    before = live(world, app)
    built(world, app, a_dist("B"))
    broken = world.ports(templates={}, site=_Breaking(world.site, after, 1000))
    with pytest.raises(Unavailable):
        publish_app(principal=me, app_id=app.id, ports=broken)
    assert live(world, app)["index.html"] == before["index.html"]
    stored = world.apps.get(app.tenant_id, app.id)
    assert stored.published_revision_id == first.id
    assert stored.unreconciled
    assert sweep_apps(ports=ports, limits=ports.limits) == 0, "a publication at work is left alone"
    world.clock.advance(300)
    assert sweep_apps(ports=ports, limits=ports.limits) == 1
    assert {path: live(world, app)[path] for path in before} == before
    assert not world.apps.get(app.tenant_id, app.id).unreconciled
    assert sweep_apps(ports=ports, limits=ports.limits) == 0


def test_rollback_puts_an_earlier_publication_back(
    world: World, app: App, publish: Publish, rollback: Rollback
) -> None:
    first = built(world, app, a_dist("A"))
    publish()
    built(world, app, a_dist("B"))
    publish()
    assert rollback(first.id).revision_id == first.id
    assert live(world, app)["index.html"] == a_dist("A")["index.html"]
    assert live(world, app)["logo.svg"] == a_dist("A")["logo.svg"]
    assert world.apps.get(app.tenant_id, app.id).published_revision_id == first.id


def test_rollback_to_a_revision_that_was_never_published_is_refused(
    world: World, app: App, publish: Publish, rollback: Rollback
) -> None:
    never = built(world, app, a_dist("A"))
    built(world, app, a_dist("B"))
    publish()
    with pytest.raises(Invalid) as caught:
        rollback(never.id)
    assert caught.value.code == "NOT_PUBLISHED"
    with pytest.raises(NotFound):
        rollback("rev_00000000000000000000000000")


def test_a_publication_that_failed_does_not_count_as_published(
    world: World, app: App, me: Principal, rollback: Rollback
) -> None:
    revision = built(world, app, a_dist("A"))
    ports = world.ports(templates={}, site=_Breaking(world.site, 0, 1000))
    with pytest.raises(Unavailable):
        publish_app(principal=me, app_id=app.id, ports=ports)
    with pytest.raises(Invalid) as caught:
        rollback(revision.id)
    assert caught.value.code == "NOT_PUBLISHED"


def unpublish(me: Principal, app: App, ports: Ports) -> Published:
    return unpublish_app(principal=me, app_id=app.id, ports=ports)


def public_keys(world: World) -> list[str]:
    return [*world.site.list("live/"), *world.site.list("published/")]


def test_unpublish_removes_pages_first_then_all_that_was_ever_public(
    world: World, app: App, publish: Publish, me: Principal, ports: Ports
) -> None:
    class Watching(FakeSiteStore):
        deleted: list[list[str]] = []

        def delete(self, keys: Any) -> None:
            self.deleted.append(list(keys))
            super().delete(self.deleted[-1])

    built(world, app, a_dist("A"))
    publish()
    built(world, app, a_dist("B"))
    publish()
    site = Watching()
    site.objects = world.site.objects
    gone = unpublish(me, app, world.ports(templates={}, site=site))
    assert gone == Published(published_url=None, live_url=None, revision_id=None)
    assert public_keys(world) == []
    assert all(key.endswith("/index.html") for key in site.deleted[0])
    assert len(site.deleted[0]) == 3
    assert world.cdn.invalidations[-1] == ("my-shop", ("/*",))
    assert len(set(world.cdn.forgotten)) == 2
    with pytest.raises(Invalid) as caught:
        unpublish(me, app, ports)
    assert caught.value.code == "NOT_PUBLISHED"


def test_an_unpublished_app_can_be_rolled_back_into_the_open(
    world: World, app: App, publish: Publish, rollback: Rollback, me: Principal, ports: Ports
) -> None:
    first = built(world, app, a_dist("A"))
    publish()
    unpublish(me, app, ports)
    rollback(first.id)
    assert live(world, app) == a_dist("A")


def test_delete_takes_the_site_down_first_and_undelete_brings_the_app_back_unpublished(
    world: World, app: App, publish: Publish, me: Principal, ports: Ports
) -> None:
    built(world, app, a_dist("A"))
    publish()
    delete_app(principal=me, app_id=app.id, ports=ports)
    assert public_keys(world) == []
    with pytest.raises(NotFound):
        world.apps.get(app.tenant_id, app.id)
    with pytest.raises(NotFound):
        delete_app(principal=me, app_id=app.id, ports=ports)
    world.clock.advance(6 * 86_400)
    back = undelete_app(principal=me, app_id=app.id, ports=ports)
    assert (back.deleted_at, back.published_revision_id, back.slug) == (None, None, "my-shop")
    with pytest.raises(NotFound):
        undelete_app(principal=me, app_id=app.id, ports=ports)


def test_a_site_that_cannot_be_taken_down_leaves_the_app_undeleted(
    world: World, app: App, publish: Publish, me: Principal
) -> None:
    built(world, app, a_dist("A"))
    publish()
    stuck = Broken(world.site, Unavailable("The bucket does not answer."), "delete")
    ports = world.ports(templates={}, site=stuck)
    with pytest.raises(Unavailable):
        delete_app(principal=me, app_id=app.id, ports=ports)
    assert world.apps.get(app.tenant_id, app.id).published_revision_id is not None
    assert live(world, app) == a_dist("A")
