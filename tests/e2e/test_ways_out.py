"""In a real browser: an app that tries every way out reaches nobody, before a person has confirmed its page."""

import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from devkit.scripted_model.replies import finish
from devkit.scripted_model.server import ScriptedModel
from devkit.stack.client import Client
from devkit.stack.project import Make, Project
from devkit.studio.browser import Browser, launch
from devkit.studio.pages import FRAME, wait_for_packages
from local.openai_server.reply import Call, Reply, calls
from local.stack import LocalStack
from tests.support.drawn import drawn_of
from tests.support.far_server import FarServer, far_server
from tests.support.window import opened

BUILT = "iframe[title^='Preview of']"
SCRIPT = (Path(__file__).resolve().parents[1] / "support" / "ways_out.js").read_text(encoding="utf-8")
SERVICE_WORKER = """self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(clients.claim()));
const page = '<script>fetch("https://workerpage.evil.example/")</script>';
const answer = () => new Response(page, { headers: { 'content-type': 'text/html' } });
const isOurs = (event) => event.request.url.endsWith('/of-the-worker');
self.addEventListener('fetch', (event) => { if (isOurs(event)) event.respondWith(answer()); });
fetch('https://serviceworker.evil.example/').catch(() => {});"""
TRIED = "Everything was tried"
ENDED = re.compile(f"{TRIED}|is blocked")
"""The page, or what the browser shows in its place as soon as it has led itself away."""
WAYS = ("", "nav", "meta", "form", "download", "sibling", "worker")
ABOUT = ("functions/api/publishing/", "shared/services/site/", "shared/services/publishing/previews/", "tests/support/")
SETTLED = 4.0
"""Seconds in which what can arrive does: the control arrives in less."""
QUOTES = "api.quotes.example"


@pytest.fixture(scope="module")
def far() -> Iterator[FarServer]:
    with far_server() as server:
        yield server


@pytest.fixture(scope="module")
def browser(far: FarServer) -> Iterator[Browser]:
    with launch(flags=far.flags) as running:
        yield running


def hostile(far: FarServer, project: Project, stack: LocalStack) -> Reply:
    """The agent writes what a stranger's text told it to."""
    own = f"http://{project.slug}.apps.localhost:{stack.site_port}/"
    page = "<!doctype html><html><head><title>App</title></head><body><h1>Loading</h1>"
    page += '<script type="module" src="/src/main.ts"></script></body></html>'
    code = SCRIPT.replace("UDP_PORT", str(far.udp_port)).replace("SIBLING", repr(own))
    loader = (
        'const script = document.createElement("script");\nscript.src = "/ways.js";\ndocument.body.append(script);\n'
    )
    return calls(
        write("index.html", page),
        write("src/main.ts", loader),
        write("public/ways.js", code),
        write("public/worker.js", SERVICE_WORKER),
    )


def write(path: str, content: str) -> Call:
    return Call(name="write_file", arguments={"path": path, "content": content})


class Trap:
    """An app whose draft an agent has made hostile."""

    def __init__(self, make: Make, stack: LocalStack, client: Client, far: FarServer) -> None:
        self.project = make("vanilla", "Trap").ready()
        self.client = client
        for gate in ("tests", "page", "types"):
            settings = client.call("GET", self.project.path)["settings"]
            settings["gates"][gate] = "off"
            client.call("PATCH", self.project.path, {"settings": settings})
        talk = self.project.chat("Make it nice", hostile(far, self.project, stack), finish())
        assert talk.done["status"] == "completed", talk.done
        self.revision = self.project.built()

    def address(self, mode: str = "") -> str:
        """Of the preview, as somebody opens it in a tab."""
        given = self.client.call("POST", f"{self.project.builder}/preview-token", {"revision_id": self.revision})
        assert given["confined"] is True
        return f"{given['preview_url']}?mode={mode}&t={given['token']}"


@pytest.fixture(scope="module")
def trap(make: Make, stack: LocalStack, client: Client, far: FarServer) -> Trap:
    return Trap(make, stack, client, far)


def nothing(far: FarServer) -> None:
    time.sleep(SETTLED)
    assert (far.reached, far.datagrams) == (set(), 0)


@pytest.mark.parametrize("mode", drawn_of(__file__, WAYS, about=lambda _: ABOUT, one_in=3))
def test_nothing_leaves_a_preview_in_the_studio(
    mode: str, browser: Browser, stack: LocalStack, trap: Trap, far: FarServer
) -> None:
    far.forget()

    def script(page: Page) -> None:
        opened(page, stack, f"apps/{trap.project.id}")
        heading = page.frame_locator(BUILT).frame_locator("iframe").locator("h1")
        expect(heading).to_have_text(TRIED)
        if mode:
            page.get_by_label("Address in the app").fill(f"/?mode={mode}")
            page.get_by_label("Address in the app").press("Enter")
        nothing(far)
        assert page.url.startswith(stack.api_url), "the Studio itself stays"
        assert not [frame.url for frame in page.frames if "apps.localhost" in frame.url]

    browser.run(script)


@pytest.mark.parametrize("mode", drawn_of(__file__, WAYS[::-1], about=lambda _: ABOUT, one_in=3))
def test_nothing_leaves_a_preview_in_a_tab(mode: str, browser: Browser, trap: Trap, far: FarServer) -> None:
    far.forget()

    def script(page: Page) -> None:
        page.goto(trap.address(mode))
        if mode in ("", "meta"):
            expect(page.frame_locator("iframe").locator("h1")).to_have_text(ENDED)
        nothing(far)
        assert page.url.startswith("http://tab-rev-") and len(page.context.pages) == 1

    browser.run(script)


def test_nothing_leaves_the_draft_of_a_run_that_a_person_reviews(
    browser: Browser, stack: LocalStack, make: Make, model: ScriptedModel, far: FarServer
) -> None:
    wait_for_packages(stack)
    project = make("vanilla", "Draft").ready()
    project.client.call("PATCH", project.path, {"review": "before"})
    asked = "Make the draft nice"
    model.script.push(hostile(far, project, stack), model.script.hold(finish()), match=asked)
    far.forget()

    def script(page: Page) -> None:
        opened(page, stack, f"apps/{project.id}")
        page.get_by_role("textbox", name="Message", exact=True).fill(asked)
        page.keyboard.press("Enter")
        expect(page.frame_locator(FRAME).frame_locator("iframe").locator("h1")).to_have_text(TRIED)
        nothing(far)

    browser.run(script)
    model.script.release()


def test_a_host_is_reached_after_one_click(browser: Browser, stack: LocalStack, make: Make, far: FarServer) -> None:
    project = make("vanilla", "Quotes").ready()
    code = f"""const heading = document.createElement("h1");
document.body.append(heading);
const show = (text: string): void => {{ heading.textContent = text; }};
fetch("https://{QUOTES}/today").then((answer) => answer.text()).then(show, () => show("No quote"));
"""
    project.chat("Show a quote", calls(write("src/main.ts", code)), finish())
    project.built()
    asked: list[str] = []

    def answer(route: Route) -> None:
        asked.append(route.request.url)
        route.fulfill(body="Carpe diem", headers={"Access-Control-Allow-Origin": "*"})

    def script(page: Page) -> None:
        page.route(f"https://{QUOTES}/**", answer)
        opened(page, stack, f"apps/{project.id}")
        heading = page.frame_locator(BUILT).frame_locator("iframe").locator("h1").last
        expect(heading).to_have_text("No quote")
        assert asked == []
        expect(page.get_by_text(f"This page wants to reach {QUOTES}.")).to_be_visible()
        page.get_by_role("button", name=f"Allow {QUOTES}").click()
        expect(heading).to_have_text("Carpe diem")
        expect(page.get_by_text("This page wants to reach")).to_have_count(0)

    browser.run(script)
    assert len(asked) == 1
    assert project.client.call("GET", project.path)["settings"]["api_hosts"] == [QUOTES]


def test_once_a_person_has_published_it_the_same_page_reaches_whom_it_likes(
    browser: Browser, trap: Trap, far: FarServer
) -> None:
    """The control: every way that is tried above is one, and the far server hears of it."""
    live = trap.project.publish()["live_url"]
    far.forget()

    def script(page: Page) -> None:
        page.goto(f"{live}?mode=stay")
        time.sleep(SETTLED)

    browser.run(script)
    ways = {
        "fetch",
        "img",
        "script",
        "stylesheet",
        "font",
        "video",
        "beacon",
        "socket",
        "events",
        "import",
        "popup",
    }
    assert ways <= far.reached and far.datagrams > 0
