"""A host or a path that names one app never serves another's revision, by neither of the two routers."""

import json
import subprocess
from collections.abc import Callable
from typing import Any

import pytest

from devkit.fakes.world import SAMPLE_FILES, World
from infra.constructs.cdn import router_source
from local.front.host_router import HostRouter
from shared.domain.apps.app import App
from shared.domain.identity import Principal
from shared.services.publishing.move_published import copy_published, move_published, old_revisions, withdraw
from shared.services.publishing.publish_app import publish_app, unpublish_app
from toolchain.node import find_node

DOMAIN = "apps.example.com"
LONG = "a-very-long-slug-that-goes-on--and-on-for-ever"
Router = Callable[[str, str], str | None]


class Town:
    """Two tenants, each with a published app."""

    def __init__(self) -> None:
        self.world = World()
        self.ports = self.world.ports()
        self.victim = self.publish("victim-shop", "acme")
        self.evil = self.publish("evil", "globex")
        self.long = self.publish(LONG, "acme")

    def publish(self, slug: str, tenant_id: str) -> tuple[App, str]:
        app, _ = self.world.make_app(tenant_id=tenant_id, slug=slug)
        revision = self.world.add_revision(app, {**SAMPLE_FILES, "src/own.ts": slug.encode()})
        me = Principal(tenant_id=tenant_id, subject="user-1")
        publish_app(principal=me, app_id=app.id, ports=self.ports)
        return app, revision.id

    def serves(self, router: Router, host: str, path: str) -> bool:
        uri = router(host, path)
        return uri is not None and self.world.site.get(uri.lstrip("/")) is not None

    def age(self) -> None:
        """What is published lies where older releases put it."""
        site = self.world.site
        for key in site.list("published/"):
            _, _, revision, rest = key.split("/", 3)
            site.objects[f"published/{revision}/{rest}"] = site.objects.pop(key)


def twin(mode: str) -> Router:
    router = HostRouter(mode=mode, domain=DOMAIN if mode == "domain" else "")
    return lambda host, path: router.route(host, path).uri


def cloudfront(mode: str) -> Router:
    source = router_source("host_router.js", {"MODE": mode, "DOMAIN": DOMAIN, "PREFIX": "/apps"})
    driver = "const e = JSON.parse(process.argv[1]); process.stdout.write(JSON.stringify(handler(e)));"

    def route(host: str, path: str) -> str | None:
        event = json.dumps({"request": {"uri": path, "method": "GET", "headers": {"host": {"value": host}}}})
        command = [str(find_node().binary), "-e", source + driver, event]
        answer: dict[str, Any] = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
        return answer.get("uri")

    return route


@pytest.fixture
def town() -> Town:
    return Town()


@pytest.mark.parametrize("router", [twin("domain"), cloudfront("domain")], ids=["local", "cloudfront"])
def test_a_revisions_host_serves_only_its_own_slug(town: Town, router: Router) -> None:
    (_, own), (_, foreign), (_, long) = town.victim, town.evil, town.long
    for page in ("/", "/index.html", "/assets/index-abc123.js", "/deep/link"):
        assert town.serves(router, f"victim-shop--{own}.{DOMAIN}", page)
        for name in ("victim-shop", "paypal", "evil-", "-evil", "evi", "evil.evil", "evil--evil", "EVIL--x", "a" * 32):
            assert not town.serves(router, f"{name}--{foreign}.{DOMAIN}", page), (name, page)
        assert town.serves(router, f"evil--{foreign}.{DOMAIN}", page)
    assert town.serves(router, f"a-very-long-slug-that-goes-on--{long}.{DOMAIN}", "/")
    assert not town.serves(router, f"{LONG[:31]}--{long}.{DOMAIN}", "/"), "the label has no hyphen at its end"


@pytest.mark.parametrize("router", [twin("path"), cloudfront("path")], ids=["local", "cloudfront"])
def test_a_revisions_path_serves_only_its_own_slug(town: Town, router: Router) -> None:
    (_, own), (_, foreign), (_, long) = town.victim, town.evil, town.long
    assert town.serves(router, "d1.cloudfront.net", f"/apps/victim-shop/{own}/")
    assert town.serves(router, "d1.cloudfront.net", f"/apps/{LONG}/{long}/")
    for path in (
        f"/apps/victim-shop/{foreign}/",
        f"/apps/paypal/{foreign}/",
        f"/apps/{foreign}/",
        f"/apps//{foreign}/",
    ):
        assert not town.serves(router, "d1.cloudfront.net", path), path


def test_what_an_older_release_published_is_moved_and_served_on(town: Town) -> None:
    before = dict(town.world.site.objects)
    town.age()
    assert not town.serves(twin("domain"), f"victim-shop--{town.victim[1]}.{DOMAIN}", "/")
    assert move_published(ports=town.ports) == 3
    assert town.world.site.objects == before, "the same bytes, types and caching, at the new places"
    assert move_published(ports=town.ports) == 0


def test_routers_of_both_releases_serve_what_is_published_until_the_stack_stands(town: Town) -> None:
    town.age()
    old = {key: town.world.site.objects[key] for key in town.world.site.list("published/rev_")}
    assert copy_published(ports=town.ports) == 3
    assert copy_published(ports=town.ports) == 0
    assert town.serves(twin("domain"), f"victim-shop--{town.victim[1]}.{DOMAIN}", "/")
    assert {key: town.world.site.objects[key] for key in town.world.site.list("published/rev_")} == old
    assert move_published(ports=town.ports) == 3
    assert town.serves(twin("domain"), f"victim-shop--{town.victim[1]}.{DOMAIN}", "/")


def test_a_copy_of_what_an_older_release_took_down_meanwhile_is_not_left(town: Town) -> None:
    town.age()
    found = list(old_revisions(town.ports))
    copy_published(ports=town.ports)
    app, revision = town.victim
    me = Principal(tenant_id="acme", subject="user-1")
    copies = {key: town.world.site.objects[key] for key in town.world.site.list("published/victim-shop/")}
    unpublish_app(principal=me, app_id=app.id, ports=town.ports)
    town.world.site.objects.update(copies)  # an older release does not know this place
    for one in found:
        withdraw(one, town.ports, deployed=True)
    assert not town.serves(twin("domain"), f"victim-shop--{revision}.{DOMAIN}", "/")
    assert town.serves(twin("domain"), f"evil--{town.evil[1]}.{DOMAIN}", "/")


def test_a_deployment_that_failed_leaves_what_the_old_routers_serve(town: Town) -> None:
    town.age()
    before = dict(town.world.site.objects)
    found = list(old_revisions(town.ports))
    copy_published(ports=town.ports)
    for one in found:
        withdraw(one, town.ports, deployed=False)
    assert town.world.site.objects == before


def test_a_move_that_stopped_midway_goes_on(town: Town) -> None:
    before = dict(town.world.site.objects)
    town.age()
    first, *_ = town.world.site.list("published/rev_")
    town.world.site.objects.pop(first)
    assert move_published(ports=town.ports) >= 2
    assert {key: before[key] for key in town.world.site.objects} == dict(town.world.site.objects)


def test_what_was_not_moved_yet_is_taken_down_too(town: Town) -> None:
    town.age()
    app, revision = town.victim
    me = Principal(tenant_id="acme", subject="user-1")
    unpublish_app(principal=me, app_id=app.id, ports=town.ports)
    assert town.world.site.list(f"published/{revision}/") == town.world.site.list("published/victim-shop/") == []


def test_a_folder_that_belongs_to_no_app_stays_out_of_reach(town: Town) -> None:
    town.world.site.put("published/rev_0000000000000000000000000x/index.html", b"?", content_type="t", cache_control="")
    assert move_published(ports=town.ports) == 0
    assert not town.serves(twin("domain"), f"victim-shop--rev_0000000000000000000000000x.{DOMAIN}", "/")
