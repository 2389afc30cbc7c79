"""Every scaffold in every framework, built, opened under the headers of published apps, with a fake of its service."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import pytest
from playwright.sync_api import Page, Request, Route, expect

from devkit.node.packs import lay_out_files, run_script
from devkit.node.static_site import serve
from shared.domain.frameworks import Framework
from shared.domain.scaffolds.add_scaffold import add_scaffold
from shared.services.assets.load_catalog import load_catalog
from shared.services.assets.load_scaffolds import load_scaffolds
from shared.services.assets.load_templates import load_templates
from shared.services.site.site_headers import published_headers
from tests.support.depth import deep
from tests.support.drawn import drawn_of
from tests.support.window import with_page
from tests.templates.test_built_apps import show

ABOUT = ("shared/scaffolds/", "shared/domain/scaffolds/", "shared/templates/")
pytestmark = pytest.mark.e2e
FRAMEWORKS = drawn_of(__file__, get_args(Framework), lambda _: ("shared/scaffolds/",))
PACKS = load_scaffolds()
CASES = [(key, framework) for key in PACKS for framework in PACKS[key].scaffold.frameworks]
VALUES = {
    "VITE_CONTACT_FORM_URL": "https://formspree.io/f/abc",
    "VITE_EMAILJS_SERVICE": "service_1",
    "VITE_EMAILJS_TEMPLATE": "template_1",
    "VITE_EMAILJS_PUBLIC_KEY": "key_1",
    "VITE_SUPABASE_URL": "https://abc.supabase.co/",
    "VITE_SUPABASE_ANON_KEY": "sb_publishable_1",
    "VITE_PAYMENT_LINK": "https://buy.stripe.com/test_1",
    "VITE_PAYMENT_TITLE": "A year of tea",
    "VITE_MAP_LATITUDE": "52.52",
    "VITE_MAP_LONGITUDE": "13.405",
    "VITE_MAP_LABEL": "The shop",
    "VITE_PLAUSIBLE_DOMAIN": "tea.example.com",
    "VITE_SENTRY_DSN": "https://public1@o1.ingest.sentry.io/42",
}
CORS = {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Allow-Headers": "content-type,accept,apikey,authorization,prefer",
    "Access-Control-Allow-Methods": "GET,POST,OPTIONS",
}
TILE = (
    b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x01\x00\x00\x00\x01\x08\x06\x00\x00\x00\x1f\x15\xc4\x89"
    b"\x00\x00\x00\rIDATx\x9cc\xf8\xcf\xc0\xf0\x1f\x00\x05\x00\x01\xff\x89\x99=\x1d\x00\x00\x00\x00IEND\xaeB`\x82"
)


class Services:
    """What the services are asked, and what they answer: the shapes of their public APIs."""

    def __init__(self, page: Page, status: int = 200) -> None:
        self.asked: list[tuple[str, str, str]] = []
        self.rows: list[dict[str, Any]] = [{"name": "Ann", "message": "<b>Hello</b>"}]
        self.status = status
        page.route(lambda url: url.startswith("https://"), self._answer)

    def _answer(self, route: Route, request: Request) -> None:
        if request.method == "OPTIONS":
            return route.fulfill(status=204, headers=CORS)
        if "tile.openstreetmap.org" in request.url:
            return route.fulfill(status=200, body=TILE, content_type="image/png")
        self.asked.append((request.method, request.url, request.post_data or ""))
        body = json.dumps(self._body(request) if self.status < 400 else {"error": "refused"})
        return route.fulfill(status=self.status, headers=CORS, body=body, content_type="application/json")

    def _body(self, request: Request) -> Any:
        if "/rest/v1/notes" not in request.url:
            return {"ok": True, "access_token": "token-1"} if "/auth/v1/" in request.url else {"ok": True}
        if request.method == "POST":
            self.rows.insert(0, json.loads(request.post_data or "{}"))
        return self.rows

    def sent(self, url: str) -> list[Any]:
        """The JSON bodies that were posted there."""
        return [json.loads(body) for method, asked, body in self.asked if method == "POST" and asked.startswith(url)]


def laid_out(framework: Framework, keys: list[str], folder: Path, values: dict[str, str]) -> Path:
    files = load_templates()[framework].files
    for key in keys:
        files = add_scaffold(PACKS[key], files, framework, load_catalog()).files
    project = lay_out_files(files, folder)
    (project / ".env").write_text("".join(f"{name}={value}\n" for name, value in values.items()), "utf-8")
    run_script(project, "build")
    return project


@pytest.fixture(scope="module", params=FRAMEWORKS)
def complete(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A site with all of them, and all values; without a service worker, which would hide what is asked."""
    keys = [key for key in PACKS if key != "install"]
    return laid_out(request.param, keys, tmp_path_factory.mktemp(request.param), VALUES)


@pytest.fixture(scope="module", params=FRAMEWORKS)
def bare(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The same without a value, and installable."""
    project = laid_out(request.param, list(PACKS), tmp_path_factory.mktemp(f"bare-{request.param}"), {})
    with serve(project / "dist", headers=published_headers()) as address:
        yield address


@pytest.fixture(scope="module")
def full(complete: Path) -> Iterator[str]:
    with serve(complete / "dist", headers=published_headers()) as address:
        yield address


@with_page
def test_forms_reach_their_services(page: Page, full: str) -> None:
    services, visit = Services(page), show(page, full)
    contact = page.locator("#contact-form")
    contact.get_by_label("Your name").fill("Ann")
    contact.get_by_label("Your e-mail address").fill("ann@example.com")
    contact.get_by_label("Your message").fill("Hello")
    contact.get_by_role("button").click()
    expect(contact.get_by_role("status")).to_have_text("Thank you. Your message is on its way.")
    expect(contact.get_by_label("Your name")).to_have_value("")
    mail = page.locator("#mail-form")
    mail.get_by_label("Your name").fill("Ann")
    mail.get_by_label("Where we may answer").fill("ann@example.com")
    mail.get_by_label("Your words").fill("Good tea")
    mail.get_by_role("button").click()
    expect(mail.get_by_role("status")).to_have_text("Thank you. It is sent.")
    assert services.sent("https://formspree.io/") == [
        {"name": "Ann", "email": "ann@example.com", "message": "Hello", "_gotcha": ""}
    ]
    words = {"from_name": "Ann", "reply_to": "ann@example.com", "message": "Good tea"}
    ids = {"service_id": "service_1", "template_id": "template_1", "user_id": "key_1"}
    assert services.sent("https://api.emailjs.com/") == [{**ids, "template_params": words}]
    assert visit.complaints == []


@with_page
def test_one_signs_in_and_out_and_writes_into_the_database(page: Page, full: str) -> None:
    services, visit = Services(page), show(page, full)
    door = page.locator("#sign-in")
    door.get_by_label("E-mail address").first.fill("ann@example.com")
    door.get_by_label("Password").first.fill("a long password")
    door.get_by_role("button", name="Sign in").click()
    expect(door.get_by_role("status")).to_have_text("You are signed in as ann@example.com.")
    page.reload()
    expect(door.get_by_role("status")).to_have_text("You are signed in as ann@example.com.")
    door.get_by_role("button", name="Sign out").click()
    expect(door.get_by_role("button", name="Sign in")).to_be_visible()
    book = page.locator("#guestbook")
    expect(book.get_by_role("listitem")).to_have_text("Ann <b>Hello</b>")
    book.get_by_label("Your name").fill("Ben")
    book.get_by_label("Your words").fill("Hi")
    book.get_by_role("button").click()
    expect(book.get_by_role("listitem").first).to_have_text("Ben Hi")
    asked = services.sent("https://abc.supabase.co/auth/")
    assert asked == [{"email": "ann@example.com", "password": "a long password"}]
    assert services.sent("https://abc.supabase.co/rest/") == [{"name": "Ben", "message": "Hi"}]
    assert visit.complaints == []


@with_page
def test_what_a_service_refuses_is_said_kindly(page: Page, full: str) -> None:
    Services(page, status=429)
    visit = show(page, full)
    door, book = page.locator("#sign-in"), page.locator("#guestbook")
    door.get_by_label("E-mail address").first.fill("ann@example.com")
    door.get_by_label("Password").first.fill("a long password")
    door.get_by_role("button", name="Sign in").click()
    said = door.locator("form").first.get_by_role("status")
    expect(said).to_have_text("That was too often. Please try again in a minute.")
    expect(door.get_by_label("E-mail address").first).to_have_value("ann@example.com")
    assert said.inner_text() == book.get_by_role("status").last.inner_text() and visit.page_errors == []


@with_page
def test_pages_are_counted_and_errors_are_told(page: Page, full: str) -> None:
    services = Services(page)
    show(page, full)
    with page.expect_request("https://o1.ingest.sentry.io/**") as reported:
        page.evaluate("setTimeout(() => { throw new TypeError('It broke'); })")
    counted = services.sent("https://plausible.io/api/event")
    assert [(event["name"], event["domain"]) for event in counted] == [("pageview", "tea.example.com")]
    assert reported.value.url.endswith("/api/42/envelope/?sentry_version=7&sentry_key=public1")
    lines = (reported.value.post_data or "").split("\n")
    assert json.loads(lines[2])["exception"]["values"] == [{"type": "TypeError", "value": "It broke"}]


@with_page
def test_what_needs_no_service_works(page: Page, full: str) -> None:
    Services(page)
    visit = show(page, full)
    expect(page.locator("#map .leaflet-tile-loaded").first).to_be_visible()
    expect(page.locator("#map")).to_contain_text("The shop (52.52, 13.405)")
    languages = page.locator("#languages")
    languages.get_by_role("combobox").select_option("de")
    expect(languages.get_by_role("heading")).to_have_text("Willkommen")
    expect(languages.get_by_role("combobox")).to_be_focused()
    page.locator("#blog").get_by_role("link", name="First words").click()
    expect(page.locator("#blog strong")).to_have_text("Markdown")
    page.locator("#blog").get_by_role("link", name="All articles").click()
    expect(page.locator("#blog").get_by_role("heading")).to_have_text("Blog")
    expect(page.locator("#charts canvas")).to_be_visible()
    page.locator("#charts summary").click()
    expect(page.locator("#charts tbody tr")).to_have_count(4)
    assert page.locator("#payments a").get_attribute("href") == "https://buy.stripe.com/test_1"
    assert visit.complaints == []


@with_page
def test_without_values_it_says_that_it_is_not_ready(page: Page, bare: str) -> None:
    services, visit = Services(page), show(page, bare)
    expect(page.locator("#charts canvas")).to_be_visible()
    page.evaluate("navigator.serviceWorker.ready")
    expect(page.locator('link[rel="manifest"]')).to_have_attribute("href", "/manifest.webmanifest")
    assert (page.get_by_text("is not set up yet").count(), services.asked, visit.complaints) == (6, [], [])


@deep
@pytest.mark.parametrize(("key", "framework"), CASES)
def test_each_alone_passes_the_projects_own_checks(key: str, framework: Framework, tmp_path: Path) -> None:
    project = laid_out(framework, [key], tmp_path, {})
    run_script(project, "typecheck")
    assert "Found 0 warnings and 0 errors" in run_script(project, "lint")
    assert "passed" in run_script(project, "test")
