"""Pages of a run's tree before its build: who may look, what is served, and what a page can never cause."""

from typing import Any

import pytest

from devkit.api.api import Api
from devkit.fakes.samples import a_conversation, a_run, a_turn
from shared.domain.apps.app import App
from shared.domain.base import Files
from shared.domain.ids import derived_id
from shared.ports.engine import DrawnPage
from shared.ports.requests import PreviewClaims
from shared.services.publishing.previews.draw_draft import draw_draft
from shared.services.site.addresses import SiteAddresses, previewed_revision

PNG = b"\x89PNG\r\n\x1a\n"
TREE: Files = {
    "index.html": b"<!doctype html>",
    "src/App.tsx": b"export const secret = 1;",
    "src/logo.png": PNG,
    "public/robots.txt": b"User-agent: *",
    "package.json": b"{}",
}
COOKIE = "chatbuilder_preview"


class Scene:
    """An app whose run has changed its tree."""

    def __init__(self) -> None:
        self.api = Api()
        self.world = self.api.world
        self.app, self.draft = self.world.make_app()
        self.tree = self.world.snapshots.put(self.app.tenant_id, self.app.id, TREE)
        self.run_id = self.begin(self.app)

    def begin(self, app: App) -> str:
        run = a_run(app)
        self.world.runs.start(run, a_turn(run), a_conversation(run))
        return run.id

    def ask(self, tenant_id: str = "acme", app_id: str = "", **body: Any) -> Any:
        asked = {"run_id": self.run_id, "tree": self.tree} | body
        asked = {name: value for name, value in asked.items() if value is not None}
        path = f"/admin/apps/{app_id or self.app.id}/builder/preview-token"
        return self.api.as_tenant(tenant_id).post(path, json=asked)

    def opened(self) -> tuple[str, str]:
        """The name of its origin and the token."""
        given = self.ask().json()
        return previewed_revision(given["preview_url"].split("//")[1].split(".")[0]), given["token"]

    def get(self, origin: str, token: str, path: str = "") -> Any:
        headers = {"Cookie": f"{COOKIE}={token}", "X-Preview-Origin": "1"}
        return self.api.anonymous.get(f"/public/apps/preview/revisions/{origin}/assets/{path}", headers=headers)


@pytest.fixture
def scene() -> Scene:
    return Scene()


class TestWhoMayLook:
    def test_another_tenant_finds_neither_run_nor_tree(self, scene: Scene) -> None:
        theirs, _ = scene.world.make_app(tenant_id="rival")
        assert scene.ask("rival").status_code == 404
        assert scene.ask("rival", theirs.id).status_code == 404
        assert scene.ask("rival", theirs.id, run_id=scene.begin(theirs)).status_code == 404
        assert scene.world.compiler.drawn == []

    def test_a_run_of_another_app_of_the_same_tenant(self, scene: Scene) -> None:
        other, _ = scene.world.make_app(slug="another")
        run_id = scene.begin(other)
        assert scene.ask(run_id=run_id).status_code == 404
        assert scene.ask(app_id=other.id, run_id=run_id).status_code == 404

    @pytest.mark.parametrize("tree", ["", "../../x", "a" * 40, "A" * 40, "x" * 5000, "\u0000"])
    def test_a_tree_that_is_not_there(self, tree: str, scene: Scene) -> None:
        assert scene.ask(tree=tree).status_code in (404, 422)

    @pytest.mark.parametrize(
        "body", [{"run_id": None}, {"tree": None}, {"revision_id": "rev_1"}, {"diff_id": "dif_1"}, {"tree": 7}]
    )
    def test_one_thing_is_asked_for_and_wholly(self, body: dict[str, Any], scene: Scene) -> None:
        assert scene.ask(**body).status_code == 422

    def test_a_token_opens_its_own_page_only(self, scene: Scene) -> None:
        origin, token = scene.opened()
        assert scene.get(scene.draft.id, token).status_code == 401
        revision = scene.ask(run_id=None, tree=None, revision_id=scene.draft.id).json()["token"]
        assert scene.get(origin, revision).status_code == 401

    def test_taking_tokens_back_closes_it(self, scene: Scene) -> None:
        origin, token = scene.opened()
        scene.api.client.delete(f"/admin/apps/{scene.app.id}/builder/preview-token")
        assert scene.get(origin, token).status_code == 401


class TestWhatIsServed:
    def test_the_page_and_every_route_of_it(self, scene: Scene) -> None:
        origin, token = scene.opened()
        for path in ("", "index.html", "settings/profile"):
            answer = scene.get(origin, token, path)
            assert (answer.status_code, answer.text) == (200, "<!doctype html><p>A draft</p>"), path
            assert answer.headers["cache-control"] == "private, no-store"

    def test_pictures_and_public_files_but_no_source(self, scene: Scene) -> None:
        origin, token = scene.opened()
        assert scene.get(origin, token, "src/logo.png").content == PNG
        assert scene.get(origin, token, "robots.txt").status_code == 200
        for path in ("src/App.tsx", "package.json", "public/robots.txt", "src/../package.json", "x.png"):
            assert scene.get(origin, token, path).status_code == 404, path

    def test_packages_are_kept_by_browsers_and_no_other_digest_is_served(self, scene: Scene) -> None:
        origin, token = scene.opened()
        answer = scene.get(origin, token, "@packages/f00d/modules/react.js")
        assert (answer.status_code, answer.text) == (200, "export default 1;")
        assert answer.headers["content-type"].startswith("text/javascript")
        assert "immutable" in answer.headers["cache-control"]
        for path in ("@packages/beef/modules/react.js", "@packages/f00d/../x.js", "@packages/f00d/", "@packages/x"):
            assert scene.get(origin, token, path).status_code in (200, 404)
            assert b"export" not in scene.get(origin, token, path).content, path

    def test_all_pages_of_a_run_have_one_origin_and_each_its_own_tree(self, scene: Scene) -> None:
        first, one = scene.opened()
        scene.world.compiler.page = DrawnPage("<p>Later</p>")
        scene.tree = scene.world.snapshots.put(scene.app.tenant_id, scene.app.id, TREE | {"src/b.ts": b""})
        second, two = scene.opened()
        assert first == second
        assert scene.get(first, one).text == "<!doctype html><p>A draft</p>"
        assert scene.get(first, two).text == "<p>Later</p>"
        assert derived_id("rev", scene.run_id, "draft") == first != derived_id("rev", "another run", "draft")

    def test_the_apps_own_values_go_along(self, scene: Scene) -> None:
        scene.opened()
        (request,) = scene.world.compiler.drawn
        assert dict(request.env) == scene.app.settings.env
        assert request.packages_base == "/@packages/f00d/"


class TestWaiting:
    def test_what_only_a_build_shows_says_so(self, scene: Scene) -> None:
        scene.world.compiler.page = DrawnPage(waits="vite.config sets define")
        answer = scene.ask()
        assert (answer.status_code, answer.json()) == (202, {"waits": "vite.config sets define"})

    def test_the_same_tree_is_not_drawn_again_at_once(self, scene: Scene) -> None:
        scene.world.compiler.page = DrawnPage(waits="a class name is too deep")
        assert [scene.ask().json() for _ in range(3)] == [{"waits": "a class name is too deep"}] * 3
        assert len(scene.world.compiler.drawn) == 1
        scene.world.clock.advance(180)
        scene.world.compiler.page = DrawnPage("<!doctype html>")
        assert scene.ask().status_code == 200

    def test_while_packages_are_made(self, scene: Scene) -> None:
        scene.world.packages.ready = False
        assert scene.ask().status_code == 202
        assert scene.world.compiler.drawn == []

    def test_without_an_origin_of_its_own(self, scene: Scene) -> None:
        addresses = SiteAddresses(mode="path", cdn_base_url="https://cdn.example.com", api_base_url="https://api")
        ports = scene.world.ports(addresses=addresses)
        drawn = draw_draft(app=scene.app, run_id=scene.run_id, tree=scene.tree, ports=ports)
        assert isinstance(drawn, str)
        assert scene.world.compiler.drawn == []

    def test_a_compiler_that_is_down_is_told(self, scene: Scene) -> None:
        scene.world.compiler.down = True
        assert scene.ask().status_code == 503


class TestWhatItCannotCause:
    def test_nothing_is_put_into_the_page_that_could_report(self, scene: Scene) -> None:
        scene.world.compiler.page = DrawnPage("<!doctype html><html><head></head></html>")
        origin, token = scene.opened()
        assert scene.get(origin, token).text == "<!doctype html><html><head></head></html>"

    def test_its_errors_start_no_repair(self, scene: Scene) -> None:
        """Even with a nonce, which no draft page is given."""
        origin, token = scene.opened()
        claims = PreviewClaims(scene.app.tenant_id, scene.app.id, origin, 0, "", "load-1", scene.tree)
        nonce = scene.world.reports.issue(claims, 600)
        before = len(scene.world.workflows.runs)
        report = {"nonce": nonce, "number": 1, "status": "failed", "errors": [{"message": "boom"}]}
        scene.api.anonymous.post(
            f"/public/apps/preview/revisions/{origin}/assets/build-result",
            json=report,
            headers={"Cookie": f"{COOKIE}={token}", "X-Preview-Origin": "1"},
        )
        assert len(scene.world.workflows.runs) == before
        assert scene.world.apps.get(scene.app.tenant_id, scene.app.id).page_failure is None

    def test_nothing_of_it_lies_among_what_is_kept_or_published(self, scene: Scene) -> None:
        site, kept = dict(scene.world.site.objects), set(scene.world.blobs.objects)
        scene.opened()
        assert scene.world.site.objects == site
        assert all(key.startswith("drafts/") for key in set(scene.world.blobs.objects) - kept)
