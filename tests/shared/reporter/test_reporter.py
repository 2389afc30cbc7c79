"""The reporter in a real browser: what it tells, how little, and that the page never notices it."""

import json
import time
from dataclasses import dataclass, field
from typing import Any

import pytest
from playwright.sync_api import Page, Route

from devkit.studio.browser import Browser, Visit
from shared.domain.feedback.build_result import RESULT_BYTES
from shared.services.publishing.previews.inject_reporter import ReporterConfig, inject_reporter
from shared.services.publishing.previews.read_preview_asset import PreviewAsset
from tests.support.depth import deep

ORIGIN = "http://rev-1.preview.localhost:1"
API = f"{ORIGIN}/build-result"
FAR = 99_999_999_999


@dataclass
class Opened:
    """A page with the reporter and a script of its own; `posts` is what arrived at the API.

    It is looked at `wait_ms` after the latest post says `awaits` ("": after the load) and `ready` holds in the page."""

    script: str
    head: str = ""
    status: int = 204
    busy: int = 0
    until: int = FAR
    wait_ms: int = 600
    awaits: str = "failed"
    ready: str = "true"
    read: str = "null"
    acts: list[str] = field(default_factory=list)
    posts: list[dict[str, Any]] = field(default_factory=list)
    sizes: list[int] = field(default_factory=list)
    methods: list[str] = field(default_factory=list)
    seen: Visit = field(default_factory=Visit)

    def run(self, browser: Browser) -> Any:
        return browser.run(self._visit)

    def _visit(self, page: Page) -> Any:
        self.seen.listen(page)
        page.route("**/*", self._answer)
        page.goto(f"{ORIGIN}/", wait_until="load")
        for selector in self.acts:
            page.click(selector)
            page.keyboard.type("hunter2" if "secret" in selector else "")
        until = time.monotonic() + 60
        while self.awaits not in ("", self.latest) and time.monotonic() < until:
            page.wait_for_timeout(50)
        page.wait_for_function(self.ready)
        page.wait_for_timeout(self.wait_ms)
        return page.evaluate(self.read)

    def _answer(self, route: Route) -> None:
        asked = route.request
        if asked.url == API:
            self.methods.append(asked.method)
            self.posts.append(json.loads(asked.post_data or "null"))
            self.sizes.append(len(asked.post_data_buffer or b""))
            headers = {"Access-Control-Allow-Origin": "*"}
            busy = len(self.posts) <= self.busy
            if busy:
                headers |= {"Retry-After": "1", "Access-Control-Expose-Headers": "Retry-After"}
            status = 429 if busy else self.status
            route.fulfill(status=status, headers=headers) if status else route.abort()
        elif asked.url == f"{ORIGIN}/":
            route.fulfill(body=self._page(), content_type="text/html; charset=utf-8")
        elif asked.url.endswith("/gone"):
            route.abort()
        else:
            route.fulfill(status=404 if "missing" in asked.url else 200, body="{}")

    def _page(self) -> bytes:
        body = f"<!doctype html><head>{self.head}<title>T</title></head><body><script>{self.script}</script>".encode()
        asset = PreviewAsset(body, "text/html", "e", is_page=True)
        return inject_reporter(asset, ReporterConfig(API, "nonce-1", self.until)).body

    @property
    def latest(self) -> str:
        return str(self.posts[-1]["status"]) if self.posts else "silent"

    @property
    def errors(self) -> list[dict[str, Any]]:
        return list(self.posts[-1]["errors"])

    @property
    def kinds(self) -> list[tuple[str, str]]:
        return [(error["kind"], error["message"]) for error in self.errors]


@pytest.mark.parametrize(
    ("script", "kind", "message"),
    [
        ("throw new TypeError('boom')", "error", "Uncaught TypeError: boom"),
        ("setTimeout(() => missing.name)", "error", "Uncaught ReferenceError: missing is not defined"),
        ("Promise.reject(new Error('late'))", "rejection", "Error: late"),
        ("Promise.reject('text')", "rejection", "text"),
        ("Promise.reject()", "rejection", "undefined"),
        ("console.error('said', {a: 1}, new Error('e'))", "console", 'said {"a":1} Error: e'),
        ("const a = {}; a.a = a; console.error(a)", "console", "[object Object]"),
        ("console.error({toJSON() { throw 1 }})", "console", "[object Object]"),
        ("console.error(Symbol('s'), null, undefined, 1n)", "console", "Symbol(s) null undefined 1"),
        ("fetch('/missing?token=1')", "request", "fetch answered 404"),
        ("fetch('/gone').catch(() => {})", "request", "fetch failed: TypeError: Failed to fetch"),
        ("document.write('<img src=/missing.png>')", "resource", "<img> did not load"),
        ("document.write('<script src=//b.localhost:9/missing.js><\\/script>')", "request", "<script> did not load"),
    ],
)
def test_each_kind_of_failure_is_told(browser: Browser, script: str, kind: str, message: str) -> None:
    opened = Opened(script)
    opened.run(browser)
    *early, post = opened.posts
    # a busy machine may answer the page's own request long after its load, when all seems well
    assert [one["status"] for one in early] in ([], ["success"] if script.startswith("fetch(") else [])
    assert (post["status"], post["stage"], post["nonce"]) == ("failed", "runtime", "nonce-1")
    assert opened.kinds == [(kind, message)] and set(opened.methods) == {"POST"}, "no request is made only to ask"
    assert "token=1" not in json.dumps(post)


def test_a_place_and_a_stack_come_along(browser: Browser) -> None:
    opened = Opened("function inner() { throw new Error('deep') }\ninner()")
    opened.run(browser)
    (error,) = opened.errors
    assert error["source"] == f"{ORIGIN}/" and error["line"] > 0 and error["column"] > 0 and "inner" in error["stack"]


def test_a_page_that_works_says_so_once(browser: Browser) -> None:
    opened = Opened(
        "fetch('/data').then(r => r.json()).then(() => console.log('fine'))", awaits="success", wait_ms=1_000
    )
    opened.run(browser)
    assert [(post["status"], post["errors"]) for post in opened.posts] == [("success", [])]
    assert opened.seen.complaints == []


def test_what_fails_later_is_told_after_the_success(browser: Browser) -> None:
    script = "addEventListener('load', () => setTimeout(() => { throw new Error('later') }, 1900))"
    opened = Opened(script)
    opened.run(browser)
    assert [post["status"] for post in opened.posts] == ["success", "failed"]


def test_a_flood_is_told_by_little(browser: Browser) -> None:
    same = "for (let n = 0; n < 2000; n++) console.error('same', n);"
    other = "for (let n = 0; n < 300; n++) console.error(String.fromCharCode(0x4e00 + n).repeat(5000));"
    lasting = "let n = 0; setInterval(() => { n++; console.error('\\u0000'.repeat(900) + 'x'.repeat(n)) }, 30)"
    opened = Opened(f"{same}{other}{lasting}", wait_ms=3_000)
    opened.run(browser)
    assert 1 <= len(opened.posts) <= 8 and max(opened.sizes) < RESULT_BYTES
    assert all(len(post["errors"]) <= 20 and post["status"] == "failed" for post in opened.posts)
    assert opened.posts[0]["errors"][0]["count"] == 2_000


@pytest.mark.parametrize("status", [0, 401, *(pytest.param(status, marks=deep) for status in (413, 500))])
def test_when_reports_are_refused_it_falls_silent_and_the_page_goes_on(browser: Browser, status: int) -> None:
    """The page goes on to fail once it has the answer to the first report: until then a second one would be right."""
    script = """
      let n = 0;
      const fail = () => { n++; setTimeout(() => { throw new Error('e' + 'x'.repeat(n)) }) };
      const watch = told => { if (told.getEntriesByName('API').length) setInterval(fail, 100) };
      new PerformanceObserver(watch).observe({type: 'resource'});
      fail();
    """.replace("API", API)
    opened = Opened(script, status=status, ready="n > 5", wait_ms=1_800, read="n")
    assert opened.run(browser) > 5
    assert len(opened.posts) == 1
    assert all(error.startswith("ex") for error in opened.seen.page_errors)


def test_told_to_come_back_later_it_does_and_tells_all_it_knows_then(browser: Browser) -> None:
    opened = Opened("throw new Error('boom')", busy=2, wait_ms=4_500)
    opened.run(browser)
    assert [post["status"] for post in opened.posts] == ["failed"] * 3
    assert all(post["errors"] == opened.posts[0]["errors"] for post in opened.posts)


def test_how_a_visitor_came_to_the_failure_is_told_and_never_what_was_typed(browser: Browser) -> None:
    body = "<main><p>a</p><p><button id=go>Go</button><input id=secret><button>Break</button></p></main>"
    script = f"""
      document.body.innerHTML = {json.dumps(body)};
      document.querySelectorAll('button')[1].onclick = () => {{ throw new Error('boom') }};
      document.getElementById('go').onclick = () => history.pushState(null, '', '/next?x=1#y');
    """
    opened = Opened(script, acts=["#secret", "#go", "button >> nth=1"])
    opened.run(browser)
    clicked = ["body:nth-of-type(1)>main:nth-of-type(1)>p:nth-of-type(2)>button:nth-of-type(2)"]
    assert opened.posts[-1]["page"] == {"path": "/next?x=1#y", "clicks": clicked}
    assert "hunter2" not in json.dumps(opened.posts)


def test_after_its_time_it_says_nothing(browser: Browser) -> None:
    opened = Opened("throw new Error('boom')", until=1, awaits="")
    opened.run(browser)
    assert opened.posts == [] and opened.seen.page_errors == ["boom"]


def test_the_page_keeps_its_own_view_of_itself(browser: Browser) -> None:
    script = """
      window.heard = [];
      console.error('to the console');
      addEventListener('unhandledrejection', event => heard.push('unhandled ' + event.reason));
      fetch('/missing').then(r => heard.push('answer ' + r.status));
      fetch('/gone');
      const stop = new AbortController();
      fetch('/data', {signal: stop.signal}).catch(error => heard.push(error.name));
      stop.abort();
    """
    read = """[heard.sort(), document.scripts.length, document.head.firstElementChild.tagName,
      Object.keys(window).filter(name => /chatbuilder/i.test(name))]"""
    opened = Opened(script, ready="heard.length === 3", read=read)
    events, scripts, first, names = opened.run(browser)
    assert events == ["AbortError", "answer 404", "unhandled TypeError: Failed to fetch"]
    assert (scripts, first, names) == (1, "TITLE", [])
    assert "to the console" in opened.seen.console_errors
    assert not [message for _, message in opened.kinds if "Abort" in message]


def test_a_page_that_replaces_what_it_uses_does_not_stop_it(browser: Browser) -> None:
    script = """
      window.fetch = () => { throw new Error('no fetch here') };
      console.error = () => {};
      Object.defineProperty(Error.prototype, 'stack', {get() { throw new Error('no stack') }});
      JSON.stringify = () => { throw new Error('no json') };
      setTimeout(() => { throw new Error('boom') });
    """
    opened = Opened(script, awaits="", read="document.title")
    assert opened.run(browser) == "T"
    assert len(opened.posts) <= 1


def test_harmless_noise_of_browsers_is_no_failure(browser: Browser) -> None:
    message = "ResizeObserver loop completed with undelivered notifications."
    script = f"dispatchEvent(new ErrorEvent('error', {{message: '{message}'}}))"
    opened = Opened(script, awaits="success", wait_ms=1_000)
    opened.run(browser)
    assert [post["status"] for post in opened.posts] == ["success"]
