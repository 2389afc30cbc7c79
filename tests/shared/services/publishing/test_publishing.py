"""Publishing, rolling back, unpublishing, deleting: what visitors get at every moment."""

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


class Site:
    """An app, and what its owner does with its addresses."""

    def __init__(self, world: World, ports: Ports, me: Principal) -> None:
        self.world, self.ports, self.me = world, ports, me
        self.app = world.make_app(slug="my-shop")[0]

    def stored(self) -> App:
        return self.world.apps.get(self.app.tenant_id, self.app.id)

    @property
    def live(self) -> Files:
        return live(self.world, self.app)

    @property
    def public(self) -> list[str]:
        return [*self.world.site.list("live/"), *self.world.site.list("published/")]

    def built(self, dist: Files) -> Revision:
        return built(self.world, self.app, dist)

    def publish(self, **over: Any) -> Published:
        return publish_app(principal=self.me, app_id=self.app.id, ports=self._ports(over))

    def rollback(self, revision_id: str) -> Published:
        return rollback_app(principal=self.me, app_id=self.app.id, revision_id=revision_id, ports=self.ports)

    def unpublish(self, **over: Any) -> Published:
        return unpublish_app(principal=self.me, app_id=self.app.id, ports=self._ports(over))

    def delete(self, **over: Any) -> None:
        delete_app(principal=self.me, app_id=self.app.id, ports=self._ports(over))

    def undelete(self) -> App:
        return undelete_app(principal=self.me, app_id=self.app.id, ports=self.ports)

    def sweep(self) -> int:
        return sweep_apps(ports=self.ports, limits=self.ports.limits)

    def _ports(self, over: dict[str, Any]) -> Ports:
        return self.world.ports(templates={}, **over) if over else self.ports


def test_a_built_draft_is_published_at_its_addresses(site: Site) -> None:
    dist = a_dist("A")
    revision = site.built(dist)
    published = site.publish()
    assert published == Published(
        published_url=f"https://cdn.example.com/apps/my-shop/{revision.id}/",
        live_url="https://my-shop.apps.example.com/",
        revision_id=revision.id,
    )
    assert site.live == dist
    own = f"published/my-shop/{revision.id}/"
    assert {key.removeprefix(own): site.world.site.objects[key].body for key in site.world.site.list(own)} == dist
    stored = site.stored()
    assert (stored.published_revision_id, stored.publish_seq, stored.settled_seq) == (revision.id, 1, 1)


def test_hashed_files_come_first_and_the_page_is_the_last_write_of_the_live_site(site: Site) -> None:
    site.built(a_dist("A"))
    site.world.site.writes.clear()
    site.publish()
    writes = [key.removeprefix("live/my-shop/") for key in site.world.site.writes if key.startswith("live/")]
    assert writes == ["assets/index-A0000000.js", "logo.svg", "index.html"]
    cached = {key: thing.cache_control for key, thing in site.world.site.objects.items() if key.startswith("live/")}
    assert cached == {
        "live/my-shop/assets/index-A0000000.js": "public, max-age=31536000, immutable",
        "live/my-shop/logo.svg": "public, max-age=60",
        "live/my-shop/index.html": "no-cache",
    }


def test_a_project_says_how_long_its_own_files_are_kept_and_nobody_gets_what_is_for_hosts(site: Site) -> None:
    headers = b"/*\n  Cache-Control: max-age=600\n  X-Frame-Options: DENY\n/logo.svg\n  Cache-Control: no-store\n"
    for_hosts = {"_headers": headers, "_redirects": b"/* /index.html 200", "CNAME": b"x.example.com"}
    dist = a_dist("A", **{"data.json": b"{}", **for_hosts})
    site.built(dist)
    site.publish()
    assert site.live == {path: body for path, body in dist.items() if path not in for_hosts}
    cached = {
        key.rpartition("/")[2]: site.world.site.objects[key].cache_control
        for key in site.world.site.list("live/my-shop/")
    }
    assert cached == {
        "index-A0000000.js": "public, max-age=31536000, immutable",
        "data.json": "public, max-age=600",
        "logo.svg": "no-store",
        "index.html": "no-cache",
    }


def test_the_next_publication_keeps_hashed_files_for_open_tabs_and_drops_other_leftovers(site: Site) -> None:
    site.built({**a_dist("A"), "old.html": b"secret"})
    site.publish()
    site.built(a_dist("B"))
    site.publish()
    assert site.live == {**a_dist("B"), "assets/index-A0000000.js": b"A"}


def test_publishing_the_same_draft_again_gives_the_same(site: Site) -> None:
    site.built(a_dist("A"))
    first = site.publish()
    before = site.live
    assert site.publish() == first
    assert site.live == before


@pytest.mark.parametrize("status", ["queued", "running"])
def test_a_draft_that_is_not_built_yet_is_pending(status: str, site: Site) -> None:
    site.world.add_revision(site.app, {**SAMPLE_FILES, "a": b""}, status=status)
    with pytest.raises(Conflict) as caught:
        site.publish()
    assert caught.value.code == "BUILD_PENDING"
    assert site.live == {}
    assert site.stored().publish_seq == 0


def test_a_draft_whose_build_failed_is_refused_with_the_findings(site: Site) -> None:
    found = Diagnostic(code="TS1005", message="';' expected.", path="src/App.tsx", line=3)
    error = BuildError(code="BUILD_FAILED", message="no", exit_code=2, diagnostics=[found], log_tail="sh: 1: nope")
    site.world.add_revision(site.app, {**SAMPLE_FILES, "a": b""}, status="failed", build_error=error)
    with pytest.raises(Invalid) as caught:
        site.publish()
    assert (caught.value.code, caught.value.diagnostics) == ("BUILD_FAILED", [found])
    assert caught.value.extra == {"exit_code": 2, "log_tail": "sh: 1: nope"}


def test_built_files_that_are_gone_are_not_ready(site: Site) -> None:
    revision = site.built(a_dist("A"))
    site.world.site.delete([revision.dist_storage_prefix + "index.html"])
    with pytest.raises(Invalid) as caught:
        site.publish()
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
def test_a_failure_at_any_write_leaves_the_live_site_as_it_was(after: int, site: Site) -> None:
    first = site.built(a_dist("A"))
    site.publish()
    before = site.live
    site.built(a_dist("B"))
    with pytest.raises(Unavailable):
        site.publish(site=_Breaking(site.world.site, after, 1))
    after_it = site.live
    assert {path: after_it[path] for path in before} == before
    stored = site.stored()
    assert (stored.published_revision_id, stored.live_url) == (first.id, "https://my-shop.apps.example.com/")
    assert stored.settled_seq == stored.publish_seq


@pytest.mark.parametrize("after", range(6))
def test_while_the_bucket_stays_down_the_page_stays_the_old_one_and_the_sweeper_mends_the_rest(
    after: int, site: Site
) -> None:
    first = site.built(a_dist("A"))
    site.publish()
    before = site.live
    site.built(a_dist("B"))
    with pytest.raises(Unavailable):
        site.publish(site=_Breaking(site.world.site, after, 1000))
    assert site.live["index.html"] == before["index.html"]
    stored = site.stored()
    assert stored.published_revision_id == first.id
    assert stored.unreconciled
    assert site.sweep() == 0, "a publication at work is left alone"
    site.world.clock.advance(300)
    assert site.sweep() == 1
    assert {path: site.live[path] for path in before} == before
    assert not site.stored().unreconciled
    assert site.sweep() == 0


def test_rollback_puts_an_earlier_publication_back(site: Site) -> None:
    first = site.built(a_dist("A"))
    site.publish()
    site.built(a_dist("B"))
    site.publish()
    assert site.rollback(first.id).revision_id == first.id
    assert site.live["index.html"] == a_dist("A")["index.html"]
    assert site.live["logo.svg"] == a_dist("A")["logo.svg"]
    assert site.stored().published_revision_id == first.id


def test_rollback_to_a_revision_that_was_never_published_is_refused(site: Site) -> None:
    never = site.built(a_dist("A"))
    site.built(a_dist("B"))
    site.publish()
    with pytest.raises(Invalid) as caught:
        site.rollback(never.id)
    assert caught.value.code == "NOT_PUBLISHED"
    with pytest.raises(NotFound):
        site.rollback("rev_00000000000000000000000000")


def test_a_publication_that_failed_does_not_count_as_published(site: Site) -> None:
    revision = site.built(a_dist("A"))
    with pytest.raises(Unavailable):
        site.publish(site=_Breaking(site.world.site, 0, 1000))
    with pytest.raises(Invalid) as caught:
        site.rollback(revision.id)
    assert caught.value.code == "NOT_PUBLISHED"


def test_unpublish_removes_pages_first_then_all_that_was_ever_public(site: Site) -> None:
    class Watching(FakeSiteStore):
        deleted: list[list[str]] = []

        def delete(self, keys: Any) -> None:
            self.deleted.append(list(keys))
            super().delete(self.deleted[-1])

    site.built(a_dist("A"))
    site.publish()
    site.built(a_dist("B"))
    site.publish()
    watching = Watching()
    watching.objects = site.world.site.objects
    gone = site.unpublish(site=watching)
    assert gone == Published(published_url=None, live_url=None, revision_id=None)
    assert site.public == []
    assert all(key.endswith("/index.html") for key in watching.deleted[0])
    assert len(watching.deleted[0]) == 3
    assert site.world.cdn.invalidations[-1] == ("my-shop", ("/*",))
    assert len(set(site.world.cdn.forgotten)) == 2
    with pytest.raises(Invalid) as caught:
        site.unpublish()
    assert caught.value.code == "NOT_PUBLISHED"


def test_an_unpublished_app_can_be_rolled_back_into_the_open(site: Site) -> None:
    first = site.built(a_dist("A"))
    site.publish()
    site.unpublish()
    site.rollback(first.id)
    assert site.live == a_dist("A")


def test_delete_takes_the_site_down_first_and_undelete_brings_the_app_back_unpublished(site: Site) -> None:
    site.built(a_dist("A"))
    site.publish()
    site.delete()
    assert site.public == []
    with pytest.raises(NotFound):
        site.stored()
    with pytest.raises(NotFound):
        site.delete()
    site.world.clock.advance(6 * 86_400)
    back = site.undelete()
    assert (back.deleted_at, back.published_revision_id, back.slug) == (None, None, "my-shop")
    with pytest.raises(NotFound):
        site.undelete()


def test_a_site_that_cannot_be_taken_down_leaves_the_app_undeleted(site: Site) -> None:
    site.built(a_dist("A"))
    site.publish()
    stuck = Broken(site.world.site, Unavailable("The bucket does not answer."), "delete")
    with pytest.raises(Unavailable):
        site.delete(site=stuck)
    assert site.stored().published_revision_id is not None
    assert site.live == a_dist("A")
