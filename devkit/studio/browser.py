"""A real browser for tests. It lives in a thread of its own, so that its event loop is never in another test's way.

with launch() as browser:
    visit = browser.visit("http://slug.apps.localhost:8601/")
    assert visit.complaints == []
    text = browser.run(lambda page: page.goto(url) and page.inner_text("h1"))
"""

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar
from urllib.parse import urlsplit

import playwright.sync_api as pw

from devkit.node.chromium import Chromium, find_chromium

T = TypeVar("T")
_FLAGS = (
    "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage",
    # a page that a test makes up has no place in a network: else the browser keeps it from this machine, and not we
    "--disable-features=LocalNetworkAccessChecks",
)  # fmt: skip
_TIMEOUT_MS = 240_000
"""The first build on a fresh machine of two cores, with a second stack beside it, took more than a minute."""
_QUEUE_SECONDS = 600
"""Several threads may wait for the one browser thread."""
CUT_OFF = "/build-result net::ERR_ABORTED"
"""How a complaint ends when a preview's report was under way while its page was left; no fault of the page."""


@dataclass
class Visit:
    """What a person would see on a page, and what the browser had to complain about."""

    url: str = ""
    status: int = 0
    title: str = ""
    text: str = ""
    console_errors: list[str] = field(default_factory=list)
    page_errors: list[str] = field(default_factory=list)
    failed_requests: list[str] = field(default_factory=list)

    @property
    def complaints(self) -> list[str]:
        """Everything that went wrong, in one list: console errors, uncaught exceptions, requests that failed."""
        return self.console_errors + self.page_errors + self.failed_requests

    def forget(self) -> None:
        """Begins anew."""
        for said in (self.console_errors, self.page_errors, self.failed_requests):
            said.clear()

    def listen(self, page: pw.Page) -> None:
        """Collects the page's complaints from now on."""
        page.on("console", lambda said: self.console_errors.append(_error_text(said)) if said.type == "error" else None)
        page.on("pageerror", lambda error: self.page_errors.append(str(error)))
        page.on("requestfailed", self._failed)
        page.on("response", self._answered)

    def _failed(self, request: pw.Request) -> None:
        """A page that changes quickly makes the browser drop the icon it was asking for itself; no page can see that.

        An icon that is missing is still told: it is answered, with 404.
        """
        if request.failure == "net::ERR_ABORTED" and urlsplit(request.url).path.startswith("/favicon."):
            return
        self.failed_requests.append(f"{request.url} {request.failure}")

    def _answered(self, response: pw.Response) -> None:
        if response.status >= 400:
            self.failed_requests.append(f"{response.url} {response.status}")


def _error_text(said: pw.ConsoleMessage) -> str:
    """Chromium's sentence about a request that failed does not name its address."""
    return f"{said.text} {said.location['url']}" if said.text.startswith("Failed to load resource") else said.text


class Browser:
    """Drives one Chromium. Every page gets a fresh context: no cookies and no storage are shared."""

    def __init__(self, chromium: Chromium, flags: Sequence[str] = ()) -> None:
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="browser")
        self._call(lambda: self._start(chromium, flags))

    def _start(self, chromium: Chromium, flags: Sequence[str]) -> None:
        pw.expect.set_options(timeout=_TIMEOUT_MS)
        self._playwright = pw.sync_playwright().start()
        self._browser = self._playwright.chromium.launch(
            executable_path=chromium.program, args=[*_FLAGS, *flags], env={**os.environ, **chromium.environment}
        )

    def _call(self, work: Callable[[], T]) -> T:
        return self._thread.submit(work).result(timeout=_QUEUE_SECONDS)

    def run(
        self,
        script: Callable[[pw.Page], T],
        *,
        width: int = 1280,
        height: int = 800,
        dark: bool = False,
        cookies: list[dict[str, str]] | None = None,
        proxy: str | None = None,
    ) -> T:
        """Calls `script` with a new page, in the browser's thread, and gives back what it returns.

        All that the page asks for goes by `proxy`, this machine's own servers included.
        """

        def work() -> T:
            context = self._browser.new_context(
                viewport={"width": width, "height": height},
                color_scheme="dark" if dark else "light",
                proxy={"server": proxy, "bypass": "<-loopback>"} if proxy else None,
            )
            context.set_default_timeout(_TIMEOUT_MS)
            if cookies:
                context.add_cookies(cookies)  # type: ignore[arg-type]  # plain dicts, as the API documents
            try:
                return script(context.new_page())
            finally:
                context.close()

        return self._call(work)

    def visit(
        self,
        url: str,
        *,
        wait_for: str | None = None,
        screenshot: Path | None = None,
        width: int = 1280,
        height: int = 800,
        dark: bool = False,
    ) -> Visit:
        """Opens `url`, waits until the network is quiet (and for selector `wait_for`), and says what was seen."""

        def script(page: pw.Page) -> Visit:
            visit = Visit()
            visit.listen(page)
            response = page.goto(url, wait_until="networkidle")
            if wait_for:
                page.wait_for_selector(wait_for)
            if screenshot:
                page.screenshot(path=screenshot, full_page=True)
            visit.url, visit.title, visit.text = page.url, page.title(), page.inner_text("body")
            visit.status = response.status if response else 0
            return visit

        return self.run(script, width=width, height=height, dark=dark)

    def close(self) -> None:
        """Ends the browser and its thread."""

        def stop() -> None:
            self._browser.close()
            self._playwright.stop()

        self._call(stop)
        self._thread.shutdown()


@contextmanager
def launch(chromium: Chromium | None = None, flags: Sequence[str] = ()) -> Iterator[Browser]:
    """A browser for the length of a `with` block."""
    browser = Browser(chromium or find_chromium(), flags)
    try:
        yield browser
    finally:
        browser.close()
