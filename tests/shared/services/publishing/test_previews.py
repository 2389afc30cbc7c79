"""Preview tokens, preview files, and what the public may ask."""

from collections.abc import Callable
from typing import Any

import pytest

from devkit.fakes.samples import SAMPLE_FILES
from devkit.fakes.world import World
from shared.domain.apps.app import App
from shared.domain.errors import AppError, Conflict, Invalid, NotFound, Unauthenticated
from shared.domain.identity import Principal
from shared.domain.revisions.revision import BuildError, Revision
from shared.ports.requests import PreviewClaims
from shared.services.apps.delete_app import delete_app
from shared.services.ports_bundle import Ports
from shared.services.publishing.previews.preview_token import (
    PreviewRequest,
    PreviewToken,
    check_preview,
    issue_preview_token,
    revoke_previews,
)
from shared.services.publishing.previews.read_preview_asset import PreviewAsset, read_preview_asset
from shared.services.publishing.publish_app import publish_app, unpublish_app
from shared.services.publishing.read_runtime import find_published, read_preview_runtime, read_public_runtime
from shared.services.site.addresses import SiteAddresses, preview_label

Made = tuple[App, Revision]


@pytest.fixture
def made(world: World) -> Made:
    return world.make_app(slug="my-shop")


@pytest.fixture
def issue(ports: Ports, me: Principal, made: Made) -> Callable[..., PreviewToken]:
    app, revision = made
    asked = {"revision_id": revision.id}

    def issued(principal: Principal = me, app_id: str = app.id, **over: Any) -> PreviewToken:
        request = PreviewRequest(**(asked | over))
        given = issue_preview_token(principal=principal, app_id=app_id, request=request, ports=ports)
        assert isinstance(given, PreviewToken)
        return given

    return issued


Issue = Callable[..., PreviewToken]


def check(token: str | None, revision_id: str, world: World) -> PreviewClaims:
    return check_preview(token=token, revision_id=revision_id, previews=world.previews, apps=world.apps)


class TestToken:
    def test_a_token_opens_its_revision_for_its_time(self, world: World, made: Made, issue: Issue) -> None:
        app, revision = made
        given = issue()
        assert given.preview_url == f"https://{preview_label(revision.id)}.preview.example.com/"
        assert check(given.token, revision.id, world) == PreviewClaims(app.tenant_id, app.id, revision.id, 0)
        world.clock.advance(1799)
        check(given.token, revision.id, world)
        world.clock.advance(2)
        with pytest.raises(Unauthenticated) as caught:
            check(given.token, revision.id, world)
        assert caught.value.code == "PREVIEW_TOKEN_EXPIRED"

    @pytest.mark.parametrize("ttl", [-1, 0, 9, 1801, 10**9])
    def test_its_time_has_bounds(self, ttl: int, issue: Issue) -> None:
        with pytest.raises(Invalid):
            issue(ttl=ttl)

    def test_revoking_closes_all_that_were_given_and_none_that_will_be(
        self, world: World, ports: Ports, me: Principal, made: Made, issue: Issue
    ) -> None:
        app, revision = made
        before = issue().token
        revoke_previews(principal=me, app_id=app.id, ports=ports)
        with pytest.raises(Unauthenticated) as caught:
            check(before, revision.id, world)
        assert caught.value.code == "PREVIEW_TOKEN_INVALID"
        check(issue().token, revision.id, world)

    def test_a_deleted_app_s_token_opens_nothing(
        self, world: World, ports: Ports, me: Principal, made: Made, issue: Issue
    ) -> None:
        token = issue().token
        delete_app(principal=me, app_id=made[0].id, ports=ports)
        with pytest.raises(Unauthenticated):
            check(token, made[1].id, world)


class TestAsset:
    def read(self, world: World, made: Made, path: str) -> PreviewAsset:
        claims = PreviewClaims(made[0].tenant_id, made[0].id, made[1].id, 0)
        return read_preview_asset(claims=claims, path=path, site=world.site, revisions=world.revisions)

    @pytest.mark.parametrize("path", ["", "/", "index.html", "about", "shop/items/7", "shop/"])
    def test_pages_and_deep_links_get_the_page(self, path: str, world: World, made: Made) -> None:
        asset = self.read(world, made, path)
        assert asset.body.startswith(b"<!doctype html>")
        assert (asset.content_type, asset.is_page) == ("text/html; charset=utf-8", True)
        assert asset.headers["X-Content-Type-Options"] == "nosniff"
        assert asset.headers["Cache-Control"] == "private, no-cache"

    def test_files_are_served_with_the_table_s_type_not_the_stored_one(self, world: World, made: Made) -> None:
        world.site.put(
            made[1].dist_storage_prefix + "data.bin", b"<html>", content_type="text/html", cache_control="no-cache"
        )
        asset = self.read(world, made, "data.bin")
        assert (asset.content_type, asset.is_page) == ("application/octet-stream", False)

    def test_what_is_named_by_content_may_be_kept_by_this_browser_only(self, world: World, made: Made) -> None:
        immutable = "public, max-age=31536000, immutable"
        key = made[1].dist_storage_prefix + "assets/a-B4kz91Xa.js"
        world.site.put(key, b"1", content_type="text/javascript", cache_control=immutable)
        kept = self.read(world, made, "assets/a-B4kz91Xa.js").headers["Cache-Control"]
        assert kept == "private, max-age=1800, immutable"

    @pytest.mark.parametrize(
        "path", ["none.js", "a/b.png", "../manifest.json", "a/../../index.html", "a\\b.js", "a\0.js"]
    )
    def test_a_missing_file_is_not_the_page(self, path: str, world: World, made: Made) -> None:
        with pytest.raises(NotFound):
            self.read(world, made, path)

    @pytest.mark.parametrize(
        ("status", "kind", "code"),
        [
            ("queued", Conflict, "BUILD_PENDING"),
            ("running", Conflict, "BUILD_PENDING"),
            ("failed", Invalid, "BUILD_FAILED"),
        ],
    )
    def test_what_is_not_built_says_so(
        self, status: str, kind: type[AppError], code: str, world: World, made: Made
    ) -> None:
        error = BuildError(code="BUILD_FAILED", message="no") if status == "failed" else None
        revision = world.add_revision(made[0], SAMPLE_FILES | {"a": b""}, status=status, build_error=error)
        with pytest.raises(kind) as caught:
            self.read(world, (made[0], revision), "")
        assert caught.value.code == code

    def test_built_files_that_are_gone_are_not_found(self, world: World, made: Made) -> None:
        world.site.delete(world.site.list("apps/"))
        with pytest.raises(NotFound):
            self.read(world, made, "")


class TestRuntime:
    def publish(self, ports: Ports, me: Principal, app: App) -> None:
        publish_app(principal=me, app_id=app.id, ports=ports)

    def test_the_public_learns_where_a_published_app_is(
        self, world: World, ports: Ports, me: Principal, made: Made
    ) -> None:
        app, revision = made
        with pytest.raises(NotFound):
            read_public_runtime(slug="my-shop", apps=world.apps)
        self.publish(ports, me, app)
        assert read_public_runtime(slug="my-shop", apps=world.apps).model_dump() == {
            "app_id": app.id,
            "slug": "my-shop",
            "revision_id": revision.id,
            "runtime_mode": "vite_static",
            "published_url": f"https://cdn.example.com/apps/my-shop/{revision.id}/",
            "live_url": "https://my-shop.apps.example.com/",
            "api_base_path": "/api/py",
        }

    def test_a_preview_s_runtime_names_its_own_address(self, world: World, ports: Ports, made: Made) -> None:
        claims = PreviewClaims(made[0].tenant_id, made[0].id, made[1].id, 0)
        runtime = read_preview_runtime(claims=claims, apps=world.apps, addresses=ports.addresses)
        assert runtime.preview_url == f"https://{preview_label(made[1].id)}.preview.example.com/"
        assert (runtime.published_url, runtime.live_url) == (None, None)

    def test_the_path_address_leads_to_the_revision_s_own(
        self, world: World, ports: Ports, me: Principal, made: Made
    ) -> None:
        app, revision = made

        def find(slug: str = "my-shop", revision_id: str = revision.id) -> str:
            return find_published(slug=slug, revision_id=revision_id, ports=ports)

        with pytest.raises(NotFound):
            find()
        self.publish(ports, me, app)
        assert find() == find(revision_id=revision.id.upper()) == f"https://my-shop--{revision.id}.apps.example.com/"
        never = world.add_revision(app, SAMPLE_FILES | {"a": b""})
        for wrong in ({"slug": "other"}, {"revision_id": never.id}, {"revision_id": "../x"}):
            with pytest.raises(NotFound):
                find(**wrong)
        unpublish_app(principal=me, app_id=app.id, ports=ports)
        with pytest.raises(NotFound):
            find()


REVISION = "rev_01j9zzzzzzzzzzzzzzzzzzzzzz"


class TestAddresses:
    domain: dict[str, Any] = {
        "apps_domain": "apps.localhost", "preview_domain": "preview.localhost", "scheme": "http",
        "port_suffix": ":8601", "cdn_base_url": "http://localhost:8601",
    }  # fmt: skip

    def test_every_app_and_revision_has_its_own_origin(self) -> None:
        addresses = SiteAddresses(**self.domain)
        assert addresses.live("shop") == "http://shop.apps.localhost:8601/"
        assert addresses.revision("shop", REVISION) == f"http://shop--{REVISION}.apps.localhost:8601/"
        assert addresses.published("shop", REVISION) == f"http://localhost:8601/apps/shop/{REVISION}/"
        assert addresses.preview(REVISION) == f"http://{REVISION.replace('_', '-')}.preview.localhost:8601/"
        assert addresses.build_args() == []

    def test_no_label_is_longer_than_dns_allows(self) -> None:
        for length in range(3, 51):
            slug = ("a-" * 25)[:length].rstrip("-")
            label = SiteAddresses(**self.domain).revision(slug, REVISION).removeprefix("http://").split(".")[0]
            assert len(label) <= 63
            assert "---" not in label

    def test_in_path_mode_all_share_one_address_and_builds_are_relative(self) -> None:
        addresses = SiteAddresses(mode="path", cdn_base_url="https://d1.cloudfront.net", api_base_url="https://api")
        assert addresses.live("shop") == "https://d1.cloudfront.net/apps/shop/"
        assert addresses.revision("shop", REVISION) == addresses.published("shop", REVISION)
        assert addresses.preview(REVISION) == f"https://api/public/apps/preview/revisions/{REVISION}/assets/"
        assert addresses.build_args() == ["--base=./"]
