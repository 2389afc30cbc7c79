"""`/docs` in Chromium: it draws the document, calls the API with a pasted token, and asks no other host."""

import os
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route

from devkit.api.api import Api
from devkit.studio.browser import Browser, Visit
from tests.support.drawn import drawn_of

pytestmark = pytest.mark.e2e
ORIGIN = "http://127.0.0.1:8600"
SHOTS = os.environ.get("SCREENSHOTS", "")


@pytest.mark.parametrize("width", drawn_of(__file__, [1440, 390], lambda _: ("functions/api/reference",)))
def test_the_page_works_with_a_pasted_token_and_without_a_network(browser: Browser, width: int) -> None:
    api, foreign, seen = Api(), [], Visit()
    api.world.make_app(slug="from-the-page")
    token = api.world.sign_in("acme")

    def answer(route: Route) -> None:
        asked = route.request
        if not asked.url.startswith(f"{ORIGIN}/"):
            foreign.append(asked.url)
            route.abort()
            return
        got = api.anonymous.request(asked.method, asked.url.removeprefix(ORIGIN), headers=asked.headers)
        route.fulfill(status=got.status_code, headers=dict(got.headers), body=got.content)

    def script(page: Page) -> str:
        seen.listen(page)
        page.route("**/*", answer)
        page.goto(f"{ORIGIN}/docs", wait_until="networkidle")
        shoot(page, f"docs-{width}")
        page.get_by_role("button", name="Authorize").first.click()
        page.locator(".auth-container input").first.fill(token)
        page.locator(".auth-btn-wrapper button", has_text="Authorize").first.click()
        page.locator(".auth-btn-wrapper button", has_text="Close").first.click()
        row = page.locator("#operations-apps-listApps")
        row.locator(".opblock-summary-control").click() if row.is_visible() else open_tag(page)
        row.get_by_role("button", name="Try it out").click()
        row.get_by_role("button", name="Execute").click()
        shown = row.locator(".live-responses-table .highlight-code").first
        shown.wait_for()
        shoot(page, f"docs-used-{width}")
        return shown.inner_text()

    def open_tag(page: Page) -> None:
        page.locator("#operations-tag-apps").click()
        page.locator("#operations-apps-listApps .opblock-summary-control").click()

    assert "from-the-page" in browser.run(script, width=width)
    assert foreign == [] and seen.failed_requests == [] and seen.page_errors == []
    assert not [line for line in seen.console_errors if "Content Security Policy" in line]


def shoot(page: Page, name: str) -> None:
    """A picture, where somebody wants to look."""
    if SHOTS:
        page.screenshot(path=Path(SHOTS) / f"{name}.png")
