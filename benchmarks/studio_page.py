"""What a browser has to carry: files by their packed size, the way to a usable page, and a long conversation."""

import gzip
import re
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import Page

from benchmarks.report import report
from benchmarks.save_growth import real_ports
from benchmarks.stage import Stage
from devkit.fakes.samples import a_conversation, a_run, a_turn
from devkit.stack.long_chat import lengthen
from devkit.studio.browser import Browser
from devkit.studio.pages import address, to_the_beginning
from shared.domain.runs.run_status import RunStatus
from toolchain.node import find_node
from toolchain.studio_build import ensure_studio

LOADS = 9
CHATS = {500: (1440,), 2_000: (1440, 390)}
"""Turns of a chat, and how wide the windows are that show it."""
_WATCH_TASKS = """() => { globalThis.longTasks = [];
  new PerformanceObserver((list) => longTasks.push(...list.getEntries().map((task) => task.duration)))
    .observe({ type: "longtask" }); }"""
TENANT = "local"


def sizes() -> None:
    """Kilobytes (gzip) that a first visit of home and of a workspace loads, styles apart."""
    built = ensure_studio(find_node(), print)
    page = (built / "index.html").read_text()
    home = _with_imports(re.findall(r'(?:src|href)="/studio/(assets/[^"]+\.js)"', page), built)
    workspace = home | _with_imports(
        [f"assets/{path.name}" for path in built.glob("assets/WorkspaceRoute-*.js")], built
    )
    styles = {f"assets/{path.name}" for path in built.glob("assets/*.css")}
    for name, files in {"home": home, "workspace": workspace, "styles": styles}.items():
        packed = sum(len(gzip.compress((built / file).read_bytes(), 9)) for file in files) / 1000
        report(f"studio.size.{name}", [packed], "kB gzip", detail={"files": len(files)})


def _with_imports(files: list[str], built: Path) -> set[str]:
    found, todo = set[str](), list(files)
    while todo:
        file = todo.pop()
        if file not in found:
            found.add(file)
            text = (built / file).read_text()
            todo += [f"assets/{name}" for name in re.findall(r'(?:from|import)"\./([^"]+\.js)"', text)]
    return found


def loads(here: Stage, browser: Browser, app_id: str) -> None:
    """From the address to a page that takes input, signed in before and with a warm cache, as at each later visit."""
    for name, place, label in (("home", "", "Describe your app"), ("workspace", f"apps/{app_id}", "Message")):
        report(
            f"studio.load_to_interactive.{name}", browser.run(lambda p, a=place, b=label: _opened(p, here, a, b)), "ms"
        )


def _opened(page: Page, here: Stage, place: str, label: str) -> list[float]:
    page.goto(address(here.stack))
    page.get_by_label("Describe your app").wait_for()
    took = []
    for _ in range(LOADS):
        page.goto("about:blank")
        began = time.monotonic()
        page.goto(f"{here.stack.api_url}/studio/{place}", wait_until="commit")
        box = page.get_by_label(label, exact=True)
        box.wait_for()
        box.fill("x")
        took.append((time.monotonic() - began) * 1000)
    return took[2:]


def long_chats(here: Stage, browser: Browser) -> None:
    """Chats of 500 and 2,000 turns, scrolled to their beginning and back: the page's longest task (0 where none took
    50 ms), its megabytes after a collection of garbage, and its nodes.
    """
    for turns, widths in CHATS.items():
        app = here.make_app("vanilla-app")
        _fill(here, app, turns)
        _carry(here, browser, app, turns, widths)


def _carry(here: Stage, browser: Browser, app: dict[str, Any], turns: int, widths: tuple[int, ...]) -> None:
    for width in widths:
        found = browser.run(lambda page: _carried(page, here, str(app["id"])), width=width, height=900)
        detail = {"tasks": found.tasks, "most_turns_drawn": found.drawn, "nodes": found.nodes, "stops": found.stops}
        report(f"studio.longest_task_of_{turns}_turns.{width}", [max(found.tasks, default=0)], "ms", detail=detail)
        report(f"studio.memory_of_{turns}_turns.{width}", [found.megabytes], "MB")


def _fill(here: Stage, app: dict[str, Any], turns: int) -> None:
    ports = real_ports(here)
    run = a_run(ports.apps.get(TENANT, app["id"]), created_at=datetime.now(UTC))
    ports.runs.start(run, a_turn(run), a_conversation(run, title="A long chat", counted=True))
    ended = ports.runs.get(TENANT, run.id).change(status=RunStatus.COMPLETED, finished_at=run.created_at)
    ports.runs.finish(ended, a_turn(ended, summary="The newest answer."), None)
    lengthen(here.stack, TENANT, app["id"], run.conversation_id, turns)


class _Carried(NamedTuple):
    tasks: list[float]
    drawn: int
    stops: int
    nodes: int
    megabytes: float


def _carried(page: Page, here: Stage, app_id: str) -> _Carried:
    page.goto(address(here.stack))
    page.get_by_label("Describe your app").wait_for()
    page.goto(f"{here.stack.api_url}/studio/apps/{app_id}")
    page.get_by_role("feed").get_by_role("article").last.wait_for()
    page.wait_for_timeout(3000)  # the preview and its page are there
    page.evaluate(_WATCH_TASKS)
    drawn = to_the_beginning(page)
    nodes = int(page.evaluate("document.querySelectorAll('*').length"))
    page.get_by_role("button", name="Jump to the newest").click()
    page.wait_for_timeout(500)
    session = page.context.new_cdp_session(page)
    session.send("HeapProfiler.collectGarbage")
    used = float(session.send("Runtime.getHeapUsage")["usedSize"])
    return _Carried(page.evaluate("longTasks"), max(drawn), len(drawn), nodes, used / 1e6)
