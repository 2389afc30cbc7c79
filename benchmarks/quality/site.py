"""What a check looks at: a page of the published site in a browser whose clock, chance and network are fixed."""

import datetime
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, BrowserContext, Page, Route

CLOCK = datetime.datetime(2026, 3, 2, 9, 30, tzinfo=datetime.UTC)
TIMEOUT_MS = 6_000
MOST_DIALOGS = 20
MOST_NOTES = 50
_CHANCE = """
(() => { const loads = 1 + (Number(window.name) || 0); if (window === top) window.name = loads;
let seed = 42 * loads; Math.random = () => {
  seed = (seed + 0x6D2B79F5) | 0;
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
}; })();
"""


class Site:
    """The result of a task; pages are opened as they are asked for."""

    def __init__(self, browser: Browser | None, address: str, files: dict[str, str], state: Any, answer: str) -> None:
        self.files, self.state, self.answer = files, state, answer
        self.outside: list[str] = []
        self.errors: list[str] = []
        self.dialogs: list[str] = []
        self._browser, self._address = browser, address.rstrip("/")
        self._context: BrowserContext | None = None
        self._page: Page | None = None

    @property
    def page(self) -> Page:
        """The page that was opened last."""
        return self._page or self.open()

    def open(self, path: str = "/", width: int = 1280) -> Page:
        """A page of a fresh context; `path` begins with a slash."""
        self.close()
        assert self._browser is not None, "nothing was published, so there is no page"
        self._context = self._browser.new_context(
            viewport={"width": width, "height": 900}, reduced_motion="reduce", locale="en-US", timezone_id="UTC",
            accept_downloads=False, service_workers="block",
        )  # fmt: skip
        self._context.set_default_timeout(TIMEOUT_MS)
        self._context.add_init_script(_CHANCE)
        self._context.route("**/*", self._answer)
        self._context.route_web_socket(lambda _: True, lambda socket: self._refuse_socket(socket.url))
        self._page = self._context.new_page()
        self._listen(self._page)
        self._page.clock.install(time=CLOCK)
        self._page.goto(f"{self._address}{path}", wait_until="load")
        return self._page

    @property
    def has_browser(self) -> bool:
        """Whether there is still one that could open a page; true where none was needed."""
        return self._browser is None or self._browser.is_connected()

    def close(self) -> None:
        """Close the open page."""
        if self._context is not None:
            self._context.close()
        self._context = self._page = None

    def _listen(self, page: Page) -> None:
        page.on("dialog", lambda dialog: self._dismiss(dialog))
        page.on("console", lambda said: self._note(said.text) if said.type == "error" else None)
        page.on("pageerror", lambda error: self._note(str(error)))

    def _note(self, text: str) -> None:
        if len(self.errors) < MOST_NOTES:
            self.errors.append(text[:500])

    def _dismiss(self, dialog: Any) -> None:
        """Let a page that will not stop find nobody: its context is closed, and the check fails for it."""
        self.dialogs.append(dialog.message[:200])
        dialog.dismiss()
        if len(self.dialogs) == MOST_DIALOGS and self._context is not None:
            self._context.close()

    def _answer(self, route: Route) -> None:
        asked = urlsplit(route.request.url)
        if asked.netloc == urlsplit(self._address).netloc or asked.scheme in ("data", "blob"):
            route.continue_()
        else:
            self._keep_out(route.request.url)
            route.abort()

    def _refuse_socket(self, url: str) -> None:
        self._keep_out(url)

    def _keep_out(self, url: str) -> None:
        if len(self.outside) < MOST_NOTES:
            self.outside.append(url[:500])
