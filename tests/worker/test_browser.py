"""Pages opened for real: a Chromium inside the sandbox, over pages that work, fail, and mean harm."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from devkit.node.chromium import find_chromium
from devkit.stack.worker_jobs import HttpStore, Uploaded, pack, project
from shared.domain.builds.worker_contract import PAIR_MEMBERS, parse_job
from shared.domain.builds.worker_page import PageReport
from shared.domain.runs.image_head import image_head
from tests.support.depth import deep
from worker.build import run_job
from worker.page.browser import Browser, browser_at, find_browser
from worker.sandbox.bubblewrap import Bubblewrap
from worker.sandbox.process import Process
from worker.toolchain import InstalledToolchain

WRITE = "import fs from 'node:fs'; fs.mkdirSync('dist/assets', { recursive: true });"
SCREENSHOT = "page/screenshot.png"
BLOCKED = "blocked: only the app itself can be reached, there is no network here"

Open = Callable[..., Uploaded]


@pytest.fixture(scope="session")
def chromium() -> Browser:
    """The browser of the tests: the machine's, or the packaged one with the libraries it brings."""
    found = find_chromium()
    return browser_at(found.program, found.fonts)


@pytest.fixture
def open_page(
    bubblewrap: Bubblewrap, toolchain: InstalledToolchain, work_dir: Path, store: HttpStore, chromium: Browser
) -> Open:
    """Build a project whose page is this HTML, and open it in the real sandbox."""

    def once(body: str, *, sandbox: Any = bubblewrap, files: str = "", **browser: Any) -> Uploaded:
        page = f"<!doctype html><title>Page</title><body>{body}"
        script = f"{WRITE} fs.writeFileSync('dist/index.html', {json.dumps(page)}); {files}"
        job = parse_job(store.job("bld_1", pack(project(script)), task="browser", browser=browser, limits={}))
        run_job(job, toolchain=toolchain, sandbox=sandbox, work_dir=work_dir, browser=lambda _: chromium)
        assert list(work_dir.iterdir()) == [], "the job's directory must be gone"
        return store.uploaded("bld_1")

    return once


def seen(uploaded: Uploaded) -> PageReport:
    assert uploaded.result["status"] == "succeeded", (uploaded.result.get("reason"), uploaded.result.get("message"))
    return PageReport.model_validate(uploaded.result["page"])


def test_a_page_is_seen_with_its_tree_its_console_and_its_picture(open_page: Open) -> None:
    uploaded = open_page(
        "<h1>Shop</h1><nav><a href='/about'>About</a></nav><label>Mail <input value=a@b></label>"
        "<input type=checkbox aria-label=Agree checked><script>console.warn('old', {a: 'b'}, [1])</script>",
        path="/start?x=1",
        width=600,
    )
    assert uploaded.names == ["result.json", "logs/build.log", SCREENSHOT]
    assert uploaded.content[SCREENSHOT].startswith(b"\x89PNG")
    report = seen(uploaded)
    assert (report.url, report.title, report.screenshot) == ("/start?x=1", "Page", True)
    assert [(line.level, line.text) for line in report.console] == [("warning", 'old {a: "b"} [1]')]
    assert (report.errors, report.failed_requests, report.notes) == ([], [], [])
    lines = [line.strip() for line in report.tree.split("\n")]
    assert 'heading "Shop"' in lines and 'link "About" -> /about' in lines and 'checkbox "Agree" [checked]' in lines


def test_a_pair_is_uploaded_where_it_is_asked_for_and_on_paper_there_is_none(open_page: Open) -> None:
    uploaded = open_page("<h1>Shop</h1>", pair=True)
    assert uploaded.names == ["result.json", "logs/build.log", SCREENSHOT, *PAIR_MEMBERS]
    heads = [image_head(uploaded.content[name]) for name in PAIR_MEMBERS]
    assert heads == [("image/jpeg", 768, 480), ("image/jpeg", 234, 506)]
    assert open_page("<h1>Shop</h1>", pair=True, paper=True).names == ["result.json", "logs/build.log", SCREENSHOT]


def test_a_page_is_seen_as_it_is_printed_after_what_was_done_on_it(open_page: Open) -> None:
    uploaded = open_page(
        "<style>@media print { nav { display: none } }</style><nav>Menu</nav><p id=p>Unpaid</p>"
        "<button onclick='p.textContent = `Paid`'>Pay</button>",
        paper=True,
        actions=[{"do": "click", "name": "Pay"}],
    )
    report = seen(uploaded)
    assert "Paid" in report.tree and "Menu" not in report.tree and report.actions[0].ok and report.screenshot


def test_what_a_page_throws_and_cannot_load_is_told(open_page: Open) -> None:
    report = seen(
        open_page(
            "<script src=/assets/app.js></script><script>fetch('/data.json'); Promise.reject(new Error('later'));"
            "fetch('https://api.example.com/x').catch(() => {})</script>",
            files="fs.writeFileSync('dist/assets/app.js', 'null.f()')",
        )
    )
    assert any("Cannot read properties of null" in error and "/assets/app.js:1:6" in error for error in report.errors)
    assert any("later" in error for error in report.errors)
    failed = {request.url: request.reason for request in report.failed_requests}
    assert failed == {"/data.json": "HTTP 404", "https://api.example.com/x": BLOCKED}


def test_clicks_and_typing_change_the_page(open_page: Open) -> None:
    report = seen(
        open_page(
            "<form onsubmit='event.preventDefault(); document.querySelector(`h1`).textContent = `Hi ` + n.value'>"
            "<input id=n aria-label=Name><button>Go</button></form><h1></h1>"
            "<div role=button id=d style='margin-top: 3000px' onclick='this.textContent = `clicked`'>Deep</div>",
            actions=[
                {"do": "type", "name": "Name", "text": "Zoe"},
                {"do": "click", "name": "Go"},
                {"do": "click", "selector": "#d"},
                {"do": "click", "name": "Nowhere"},
                {"do": "click", "selector": "<<"},
            ],
        )
    )
    assert [(done.ok, done.message) for done in report.actions] == [
        (True, ""), (True, ""), (True, ""), (False, "There is no such element on the page."),
        (False, "That is no valid CSS selector."),
    ]  # fmt: skip
    assert 'heading "Hi Zoe"' in report.tree and "clicked" in report.tree


def test_a_project_that_does_not_build_has_no_page(open_page: Open) -> None:
    uploaded = open_page("", files="console.error('src/a.ts:1:2: no'); process.exit(2)")
    result = uploaded.result
    assert (result["status"], result["reason"], result["exit_code"], result["page"]) == ("failed", "exit", 2, None)
    assert uploaded.log == "src/a.ts:1:2: no\n"


def test_a_worker_without_a_browser_says_so(
    bubblewrap: Bubblewrap, toolchain: InstalledToolchain, work_dir: Path, store: HttpStore
) -> None:
    for browser, said in (
        (None, "There is no browser in this worker."),
        (Browser(Path("/bin/false")), "does not start"),
    ):
        files = pack(project(WRITE + "fs.writeFileSync('dist/index.html', '')"))
        job = parse_job(store.job("bld_1", files, task="browser"))
        run_job(job, toolchain=toolchain, sandbox=bubblewrap, work_dir=work_dir, browser=lambda _, found=browser: found)
        result = store.uploaded("bld_1").result
        assert (result["status"], result["reason"]) == ("failed", "no_browser")
        assert said in result["message"]


def test_a_named_browser_is_the_only_candidate(
    toolchain: InstalledToolchain, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CHROMIUM", str(tmp_path / "missing"))
    assert find_browser(toolchain) is None
    program = tmp_path / "browser"
    program.write_bytes(b"\x7fELF")
    program.chmod(0o755)
    monkeypatch.setenv("CHROMIUM", str(program))
    found = find_browser(toolchain)
    assert found is not None and (found.program, found.reads[0]) == (program, tmp_path)


def test_what_another_tool_keeps_is_found_last(
    toolchain: InstalledToolchain, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("CHROMIUM", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path / "nothing"))
    monkeypatch.setenv("HOME", str(tmp_path))
    assert find_browser(toolchain) is None
    for version in ("1100", "1200"):
        program = tmp_path / ".cache" / "ms-playwright" / f"chromium-{version}" / "chrome-linux" / "chrome"
        program.parent.mkdir(parents=True)
        program.write_bytes(b"\x7fELF")
        program.chmod(0o755)
    found = find_browser(toolchain)
    assert found is not None and found.program.parts[-3] == "chromium-1200"


def gone(open_page: Open, body: str) -> Uploaded:
    """A page that leaves, seen after it left: a slow machine may look before, so the next try has more to do first."""
    for waits in range(0, 11, 2):
        uploaded = open_page(body, actions=[{"do": "click", "selector": "#nothing"}] * waits)
        if any("left the app" in note for note in seen(uploaded).notes):
            break
    return uploaded


@pytest.mark.parametrize(
    "target",
    [
        "http://169.254.169.254/latest/meta-data/",
        pytest.param("http://127.0.0.1:22/", marks=deep),
        "file:///etc/passwd",
        pytest.param("chrome://version", marks=deep),
    ],
)
def test_a_page_that_leaves_arrives_nowhere(open_page: Open, target: str) -> None:
    body = f"<h1>stays</h1><script>onload = () => location = {json.dumps(target)}</script>"
    uploaded = gone(open_page, body) if target.startswith("http:") else open_page(body)
    report = seen(uploaded)
    if target.startswith("http:"):
        assert [(request.url, request.reason) for request in report.failed_requests] == [(target, BLOCKED)]
        assert report.tree == "" and any("left the app" in note for note in report.notes)
    else:
        assert any("Not allowed to load local resource" in line.text for line in report.console)
        assert 'heading "stays"' in report.tree
    assert "root:" not in json.dumps(uploaded.result)


def test_frames_and_sockets_reach_nothing_either(open_page: Open) -> None:
    report = seen(
        open_page(
            "<iframe src=file:///etc/passwd></iframe><iframe src=http://169.254.169.254/></iframe><img src=http://10.0.0.1/x>"
            "<script>new WebSocket('ws://169.254.169.254/').onopen = () => document.title = 'REACHED';"
            "new RTCPeerConnection({iceServers: [{urls: 'stun:1.1.1.1'}]}).createDataChannel('x');"
            "navigator.sendBeacon('http://10.0.0.1/beacon', 'x')</script>"
        )
    )
    assert report.title == "Page" and "root:" not in report.model_dump_json()
    assert {"http://169.254.169.254/", "http://10.0.0.1/x"} <= {request.url for request in report.failed_requests}


def test_what_a_page_hands_over_is_told_from_within_the_sandbox(open_page: Open) -> None:
    report = seen(
        open_page(
            "<script>const give = () => Object.assign(document.createElement('a'), { download: 'a.csv', href: "
            "URL.createObjectURL(new Blob(['name,due'])) }).click()</script><button onclick='give()'>Export</button>"
            "<button onclick='navigator.clipboard.writeText(`x7`)'>Copy</button>",
            actions=[{"do": "click", "name": "Export"}, {"do": "click", "name": "Copy"}],
        )
    )
    assert [done.message for done in report.actions] == [
        'It downloaded "a.csv" (8 bytes), which begins "name,due".',
        'It copied "x7".',
    ]


def test_windows_and_dialogs_are_closed(open_page: Open) -> None:
    report = seen(
        open_page(
            "<button onclick='for (let i = 0; i < 9; i++) window.open(`/w` + i); alert(`hi`);"
            " document.title = `after`'>Go</button>",
            actions=[{"do": "click", "name": "Go"}],
        )
    )
    assert report.title == "after"
    assert any("opened a window, which was closed" in note for note in report.notes)
    assert any("dialog (alert)" in note and "hi" in note for note in report.notes)


@pytest.mark.parametrize(
    "when", [pytest.param("while (true) {}", marks=deep), "onload = () => setTimeout(() => { while (true) {} })"]
)
def test_a_script_without_end_is_stopped_and_told(open_page: Open, when: str) -> None:
    """The second begins right after the load event, before anybody can have looked."""
    report = seen(open_page(f"<h1>before</h1><script>{when}</script>"))
    assert any("ran without end" in note for note in report.notes)
    assert 'heading "before"' in report.tree and report.screenshot


def test_a_page_of_too_many_elements_is_bounded(open_page: Open) -> None:
    many = "const many = '<p>x</p>'.repeat(1000);"
    script = f"{many} for (let i = 0; i < 40; i++) document.body.insertAdjacentHTML('beforeend', many)"
    uploaded = open_page(f"<script>{script}</script>")
    report = seen(uploaded)
    assert any("too many for an accessibility tree" in note for note in report.notes)
    assert len(json.dumps(uploaded.result)) < 256 * 1024


@deep
def test_megabytes_on_the_console_are_cut(open_page: Open) -> None:
    script = (
        "const x = 'x'.repeat(1e6); for (let i = 0; i < 40; i++) console.log(x);"
        "for (let i = 0; i < 9000; i++) console.error(i); setInterval(() => console.log('more'), 0)"
    )
    uploaded = open_page(f"<h1>loud</h1><script>{script}</script>")
    report = seen(uploaded)
    assert len(report.console) == 60 and max(len(line.text) for line in report.console) == 500
    assert any("left out" in note for note in report.notes) and 'heading "loud"' in report.tree


def test_a_page_that_eats_all_memory_ends_the_browser(open_page: Open) -> None:
    """It eats until it is stopped, so nobody sees it before; on a slow machine time may stop it before memory does."""
    result = open_page("<script>const a = []; while (true) a.push(new Uint8Array(1e7).fill(1))</script>").result
    if result["status"] == "failed":
        assert (result["reason"], result["message"]) in (
            ("memory", "The browser used more than 2048 MiB of memory."),
            ("timeout", "The browser took longer than 100 seconds."),
        )
    else:
        ends = ("crashed", "did not go on", "ran without end", "never answered", "kept the browser busy")
        shown = [*result["page"]["notes"], *result["page"]["errors"]]
        assert any(end in line for end in (*ends, "allocation failed") for line in shown), shown


def test_without_a_real_sandbox_pages_are_opened_too(open_page: Open) -> None:
    report = seen(
        open_page("<h1>plain</h1><script>fetch('http://169.254.169.254/').catch(() => {})</script>", sandbox=Process())
    )
    assert 'heading "plain"' in report.tree
    assert [request.reason for request in report.failed_requests] == [BLOCKED]
