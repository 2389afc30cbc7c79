"""The Studio as a person meets it: what it weighs, how soon it can be used, how soon a change is seen, a long chat.

Two ways are measured to the eye: from a run's new tree to the first paint of its page, and from any event of a run
to its paint in the conversation.

The whole way as it is: the run's stream, the Studio in Chromium, the fast gate that draws, the preview's origin.
"""

import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx
from playwright.sync_api import Page

from benchmarks.report import report
from benchmarks.save_growth import real_ports
from benchmarks.stage import Stage, stage
from benchmarks.studio_page import loads, long_chats, sizes
from devkit.studio.browser import Browser, launch
from devkit.studio.pages import FRAME, address, wait_for_packages
from local.openai_server.reply import Call, Reply, calls
from shared.domain.agent.model_messages import ModelRequest
from shared.domain.runs.chunks import TextDelta
from shared.domain.runs.data_chunks import DataDraftPage

TEMPLATES = ("react-app", "vue-app", "svelte-app", "vanilla-app")
STEPS, WARM = 14, 4
_MAIN = {"react-app": "src/main.tsx"}
_PAINTED = """() => new Promise((done) => new PerformanceObserver((list) => {
  for (const entry of list.getEntriesByName("first-contentful-paint")) done(performance.timeOrigin + entry.startTime);
}).observe({ type: "paint", buffered: true }))"""

_MARK = re.compile(r"mark-\d+")
_WATCH = """() => { window.painted = {};
  new MutationObserver(() => {
    const fresh = (document.querySelector('[role=feed]').textContent.match(/mark-\\d+/g) ?? [])
      .filter((mark) => !(mark in window.painted));
    if (fresh.length) requestAnimationFrame(() => setTimeout(() => {
      for (const mark of fresh) window.painted[mark] ??= performance.timeOrigin + performance.now(); }));
  }).observe(document.body, { subtree: true, childList: true, characterData: true }); }"""


class Steps:
    """A model that changes one line each time it is let."""

    def __init__(self) -> None:
        self.allowed = threading.Semaphore(0)
        self.number = 0
        self.main = ""
        self.painted: dict[str, float] = {}
        self.seen_after: list[float] = []

    def begin(self, main: str) -> None:
        """Another run: what the one before was let and did not use counts no more."""
        self.allowed, self.number, self.main = threading.Semaphore(0), 0, main

    def respond(self, request: ModelRequest) -> Reply:
        self.allowed.acquire()
        self.number += 1
        if self.number > STEPS:
            self.number = 0
            return calls(Call(name="finish", arguments={"summary": "Done.", "rationale": None, "assumptions": None}))
        files = [_step(self.number)] if self.number > 1 else [_step(1), self._import()]
        return calls(*files, text=(f"mark-{self.number} ",))

    def _import(self) -> Call:
        line = 'import "./styles/index.css";'
        edit = {"old": line, "new": f'{line}\nimport "./step";'}
        return Call(name="edit_file", arguments={"path": self.main, "edits": [edit]})


def _step(number: int) -> Call:
    made = f'Object.assign(document.createElement("b"), {{ id: "step", textContent: "{number}" }})'
    text = f"document.body.append({made});\n"
    return Call(name="write_file", arguments={"path": "src/step.ts", "content": text})


def main() -> None:
    """One line for each template's framework; the first steps warm the functions up and are left out."""
    steps = Steps()
    sizes()
    with stage(respond=steps.respond) as here, launch() as browser:
        wait_for_packages(here.stack)
        for template in TEMPLATES:
            took = measure(here, browser, steps, template)
            report(f"studio.compile_to_pixels.{template}", took, "ms", detail={"each": [round(one) for one in took]})
        report("studio.event_to_paint", steps.seen_after, "ms")
        with person(here) as mine:
            loads(mine, browser, mine.make_app("vanilla-app")["id"])
            long_chats(mine, browser)


@contextmanager
def person(here: Stage) -> Iterator[Stage]:
    """The stage of whom the Studio signs in."""
    headers = {"Authorization": f"Bearer {here.stack.token()}"}
    with httpx.Client(base_url=here.stack.api_url, headers=headers, timeout=120) as client:
        yield Stage(here.stack, here.model, client)


def measure(here: Stage, browser: Browser, steps: Steps, template: str) -> list[float]:
    """Milliseconds of each step of one run."""
    with person(here) as mine:
        client, app = mine.client, mine.make_app(template)
        steps.begin(_MAIN.get(template, "src/main.ts"))
        run = client.post(f"/projects/{app['id']}/runs", json={"message": "Change the page step by step"}).json()
        painted = browser.run(lambda page: watched(page, here, app["id"], steps), width=1440)
        steps.allowed.release(2)
        events = _events(here, app, str(run["run_id"] if "run_id" in run else run["id"]))
    told = [event.at.timestamp() * 1000 for event in events if isinstance(event.chunk, DataDraftPage)]
    said = {_MARK.findall(event.chunk.delta)[0]: event.at.timestamp() * 1000 for event in events if _marks(event)}
    steps.seen_after += [steps.painted[mark] - at for mark, at in said.items() if mark in steps.painted]
    return [(there - at) for at, there in zip(told, painted, strict=True)][WARM:]


def watched(page: Page, here: Stage, app_id: str, steps: Steps) -> list[float]:
    """When each step was painted, in milliseconds since 1970."""
    page.goto(address(here.stack))
    page.get_by_label("Describe your app").wait_for()
    page.goto(f"{here.stack.api_url}/studio/apps/{app_id}")
    page.wait_for_timeout(1500)
    page.evaluate(_WATCH)
    found = []
    for number in range(1, STEPS + 1):
        steps.allowed.release()
        mark = page.frame_locator(FRAME).frame_locator("iframe").locator("#step", has_text=str(number))
        mark.wait_for(state="attached")
        found.append(float(mark.evaluate(_PAINTED)))
    steps.painted = page.evaluate("window.painted")
    return found


def _events(here: Stage, app: dict[str, Any], run_id: str) -> list[Any]:
    """What the run told, with when."""
    return list(real_ports(here).events.read(app.get("tenant_id", "local"), run_id, after=0, limit=2_000))


def _marks(event: Any) -> bool:
    return isinstance(event.chunk, TextDelta) and _MARK.search(event.chunk.delta) is not None


if __name__ == "__main__":
    main()
