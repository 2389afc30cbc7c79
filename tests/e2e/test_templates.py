"""The main job, for two templates, and deep for all: create, build, preview, chat, publish, restore, take down."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page

from devkit.stack.client import visit_site
from devkit.stack.project import Make, Project
from devkit.studio.browser import CUT_OFF, Browser, Visit
from local.openai_server.reply import Reply, call
from local.stack import LocalStack
from tests.support.depth import depth, sampled
from tests.support.together import together

FRAMEWORKS = ("react", "svelte", "vue", "vanilla")[: depth(2, 4)]
OLD, NEW = "A good place to start", "Written by a sentence"
MAIN = {"react": "src/main.tsx", "vue": "src/main.ts", "svelte": "src/main.ts", "vanilla": "src/main.ts"}
REPORT_BASE = 'import "./styles/index.css";\ndocument.documentElement.dataset.base = import.meta.env.BASE_URL;'

Journey = Callable[[str], None]


@pytest.fixture(scope="module")
def journeys(
    stack: LocalStack, make: Make, browser: Browser, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Journey]:
    shots = tmp_path_factory.mktemp("shots")

    def travel(framework: str) -> None:
        Traveller(make(framework), stack, browser, shots).travel()

    with together(travel, FRAMEWORKS) as result:
        yield result


@sampled
@pytest.mark.parametrize("framework", FRAMEWORKS)
def test_a_sentence_becomes_a_published_page(journeys: Journey, framework: str) -> None:
    journeys(framework)


def edit(path: str, old: str, new: str) -> Reply:
    return call("edit_file", path=path, edits=[{"old": old, "new": new, "replace_all": None}])


class Traveller:
    """One template's way through the product; every step asserts what it promises."""

    def __init__(self, project: Project, stack: LocalStack, browser: Browser, shots: Path) -> None:
        self.project, self.stack, self.browser, self.shots = project, stack, browser, shots
        self.client = project.client
        self.framework = project.app["framework"]
        self.live = f"http://{project.slug}.apps.localhost:{stack.site_port}/"

    def travel(self) -> None:
        first = self.project.built()
        assert self.project.app["published_revision_id"] is None
        assert visit_site(self.live).status_code == 404
        self.preview_is_for_holders_of_a_token(first)
        changed = self.chat_changes_the_page(first)
        self.publish_shows(changed, NEW)
        self.the_page_lives_at_the_root_of_its_origin()
        restored = self.restore(first)
        self.publish_shows(restored, OLD)
        self.roll_back_to(changed)
        self.revisions_keep_their_own_addresses({changed: NEW, restored: OLD})
        self.unpublish({changed, restored})

    def preview_is_for_holders_of_a_token(self, revision: str) -> None:
        given = self.client.call("POST", f"{self.project.builder}/preview-token", {"revision_id": revision})
        address, token = given["preview_url"], given["token"]
        assert address == f"http://{revision.replace('_', '-')}.preview.localhost:{self.stack.site_port}/"
        refused = visit_site(address)
        assert (refused.status_code, refused.json()["code"]) == (401, "PREVIEW_TOKEN_REQUIRED")
        self.browser.run(lambda page: self.look_at_preview(page, address, token))
        self.client.call("DELETE", f"{self.project.builder}/preview-token", status=204)
        revoked = visit_site(f"{address}?t={token}")
        assert (revoked.status_code, revoked.json()["code"]) == (401, "PREVIEW_TOKEN_INVALID")

    def look_at_preview(self, page: Page, address: str, token: str) -> None:
        studio = page.context.new_page()
        studio.goto(f"{self.stack.api_url}/health")
        studio.evaluate("localStorage.setItem('studio', 'secret'); document.cookie = 'studio=secret'")
        seen = Visit()
        seen.listen(page)
        page.goto(f"{address}?t={token}", wait_until="networkidle")
        assert (page.url, page.inner_text("h1"), seen.complaints) == (address, OLD, [])
        assert page.evaluate("[document.cookie, localStorage.length]") == ["", 0]
        kept = [one for one in page.context.cookies(address) if one.get("value") == token]
        assert [(one["httpOnly"], one["secure"], one["domain"]) for one in kept] == [
            (True, True, address.split("/")[2].split(":")[0])
        ]
        page.reload(wait_until="networkidle")
        assert page.inner_text("h1") == OLD
        assert [said for said in seen.complaints if not said.endswith(CUT_OFF)] == []
        kinds = page.evaluate("performance.getEntriesByType('resource').map(one => one.initiatorType)")
        assert {"script", "link"} <= set(kinds)
        self.a_preview_on_the_apis_origin_reads_nothing(page, address, token)

    def a_preview_on_the_apis_origin_reads_nothing(self, page: Page, address: str, token: str) -> None:
        revision = address.removeprefix("http://").split(".")[0].replace("-", "_", 1)
        page.goto(f"{self.stack.api_url}/public/apps/preview/revisions/{revision}/assets/?t={token}")
        read = "(() => { try { return [document.cookie, localStorage.studio] } catch (error) { return error.name } })()"
        assert page.frames[-1].evaluate(read) == "SecurityError"

    def chat_changes_the_page(self, first: str) -> str:
        main = MAIN[self.framework]
        talk = self.project.chat(
            f"Let the headline say {NEW}.",
            edit("src/content.ts", OLD, NEW),
            edit(main, 'import "./styles/index.css";', REPORT_BASE),
            call("compile_project"),
            call("finish", summary="The headline is new.", rationale=None, assumptions=["Only the headline."]),
        )
        assert (talk.done["status"], talk.done["summary"]) == ("completed", "The headline is new."), talk.done
        assert [found["ok"] for found in talk.data("data-diagnostics")] == [True, True]
        assert [build["status"] for build in talk.data("data-build")] == ["queued", "succeeded"]
        (said,) = talk.data("data-revision")
        assert (said["revision_id"], said["parent_revision_id"]) == (talk.done["revision_id"], first)
        revision = self.project.revision(said["revision_id"])
        assert (revision["origin"], revision["build_status"]) == ("chat", "succeeded")
        assert "index.html" in {file["path"] for file in revision["dist_manifest"]["files"]}
        assert self.project.draft == revision["id"]
        return str(revision["id"])

    def publish_shows(self, revision: str, headline: str) -> None:
        published = self.project.publish()
        assert (published["revision_id"], published["live_url"]) == (revision, self.live)
        shot = self.shots / f"{self.framework}-{'new' if headline == NEW else 'old'}.png"
        visit = self.browser.visit(self.live, wait_for="h1", screenshot=shot)
        assert (visit.status, visit.title, visit.complaints) == (200, "Starter", [])
        assert headline in visit.text

    def the_page_lives_at_the_root_of_its_origin(self) -> None:
        self.browser.run(self.look_around)
        icon = visit_site(f"{self.live}favicon.svg")
        assert (icon.status_code, icon.headers["content-type"]) == (200, "image/svg+xml")
        assert visit_site(f"{self.live}missing.svg").status_code == 404
        page, asset = visit_site(self.live), self.an_asset()
        assert "no-cache" in page.headers["cache-control"] and "immutable" in asset

    def an_asset(self) -> str:
        """How a file that is named by its content may be kept."""
        files = [file["path"] for file in self.project.revision(self.project.draft)["dist_manifest"]["files"]]
        script = next(path for path in files if path.startswith("assets/") and path.endswith(".js"))
        return visit_site(self.live + script).headers["cache-control"]

    def look_around(self, page: Page) -> None:
        seen = Visit()
        seen.listen(page)
        answer = page.goto(f"{self.live}some/route?with=query", wait_until="networkidle")
        assert answer is not None and answer.status == 200
        assert page.inner_text("h1") == NEW
        assert page.evaluate("document.documentElement.dataset.base") == "/"
        page.evaluate("window.stayed = true")
        page.get_by_role("navigation", name="Main").get_by_role("link", name="How it works").click()
        page.wait_for_url(f"{self.live}some/route?with=query#steps")
        page.evaluate("history.pushState({}, '', '/another/place')")
        assert page.evaluate("window.stayed") is True
        page.reload(wait_until="networkidle")
        assert (page.url, page.inner_text("h1")) == (f"{self.live}another/place", NEW)
        assert page.evaluate("fetch('/favicon.svg').then((answer) => answer.text())").startswith("<svg")
        assert seen.complaints == []

    def restore(self, first: str) -> str:
        restored = self.client.call("POST", f"{self.project.builder}/revisions/{first}/restore", status=201)
        assert (restored["origin"], restored["parent_revision_id"]) == ("restore", self.project.app_published())
        assert restored["tree"] == self.project.revision(first)["tree"]
        return self.project.built(restored["id"])

    def roll_back_to(self, revision: str) -> None:
        draft = self.project.draft
        body = {"revision_id": revision}
        answer = self.client.call("POST", f"{self.project.path}/rollback", body, status=200)
        assert (answer["revision_id"], self.project.draft) == (revision, draft)
        visit = self.browser.visit(self.live, wait_for="h1")
        assert NEW in visit.text and visit.complaints == []
        runtime = self.client.call("GET", f"/public/apps/{self.project.slug}/runtime")
        assert (runtime["revision_id"], runtime["runtime_mode"]) == (revision, "vite_static")

    def revisions_keep_their_own_addresses(self, headlines: dict[str, str]) -> None:
        for revision, headline in headlines.items():
            own = self.own_address(revision)
            path = f"{self.stack.api_url}/apps/{self.project.slug}/{revision}/"
            assert (visit_site(path).status_code, visit_site(path).headers["location"]) == (302, own)
            visit = self.browser.visit(f"{own}deep/link", wait_for="h1")
            assert headline in visit.text and visit.complaints == []

    def own_address(self, revision: str) -> str:
        return f"http://{self.project.slug}--{revision}.apps.localhost:{self.stack.site_port}/"

    def unpublish(self, revisions: set[str]) -> None:
        answer = self.client.call("POST", f"{self.project.path}/unpublish", status=200)
        assert answer == {"published_url": None, "live_url": None, "revision_id": None}
        for address in (self.live, f"{self.live}some/route", *map(self.own_address, revisions)):
            assert visit_site(address).status_code == 404, address
        status, code, _ = self.client.problem("GET", f"/public/apps/{self.project.slug}/runtime")
        assert (status, code) == (404, "NOT_FOUND")
