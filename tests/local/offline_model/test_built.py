"""Everything the offline model can add, in every template: built for real, then used in a real browser."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from devkit.node.packs import lay_out_files, run_script
from devkit.node.static_site import serve
from devkit.studio.browser import Browser, Visit, launch
from shared.domain.base import Files
from shared.services.assets.load_catalog import load_catalog
from shared.services.assets.load_templates import load_templates
from tests.support.author.author_site import build, talk
from tests.support.create_vite import TEMPLATES, template_folder
from tests.support.depth import deep
from tests.support.window import in_window, with_page

pytestmark = pytest.mark.e2e
PACKS = ["react", "vue", "svelte", "vanilla"]
SOME_PACKS = [PACKS[0], *(pytest.param(pack, marks=deep) for pack in PACKS[1:])]
NAME = "Crumb & Co <b>{x}</b> ${y} 'z'"
EVERYTHING = [
    f'Make a landing page for my shop called "{NAME}" with about, features, pricing, FAQ, testimonials, a gallery '
    "and a contact form",
    'add a to-do list called "Shopping <i>{list}</i>" and a counter',
    "add a stopwatch, a 3 minute timer and a calculator",
    "add a table:\nName,Age,City\nAnn,30,Rome\nBob,4,<b>Oslo</b>\nCid,101,{Wien}",
    "add a line chart of Jan 10, Feb -5, Mar 15.5",
    "add a page called Our Team, and a section about opening hours",
    "make it dark green, use a serif font and square corners",
]


@pytest.fixture(scope="module", params=SOME_PACKS)
def everything(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    files = talk(load_templates()[request.param].files, EVERYTHING)
    return build(files, tmp_path_factory.mktemp(f"everything-{request.param}"))


@pytest.fixture(scope="module")
def site(everything: Path) -> Iterator[str]:
    with serve(everything / "dist") as address:
        yield address


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """What is expected of a page has as long as everything else: a slow machine draws later than in five seconds."""
    expect.set_options(timeout=240_000)
    with launch() as running:
        yield running
    expect.set_options(timeout=5_000)


@deep
def test_the_projects_own_checks_pass(everything: Path) -> None:
    run_script(everything, "typecheck")
    run_script(everything, "lint")
    run_script(everything, "test")


def test_everything_is_there_and_nobody_complains(site: str, browser: Browser) -> None:
    visit = browser.visit(site, wait_for="h1")
    assert visit.complaints == []
    assert visit.title == NAME
    for words in (NAME, "Shopping <i>{list}</i>", "Plans and prices", "Opening hours", "<b>Oslo</b>", "{Wien}"):
        assert words in visit.text
    assert "Questions and answers" in visit.text


@in_window([320, 1280], height=800, complaints=None)
def test_it_never_scrolls_sideways(page: Page, site: str) -> None:
    page.goto(site, wait_until="networkidle")
    assert int(page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")) == 0


@with_page
def test_the_widgets_work_and_remember(page: Page, site: str) -> None:
    visit = Visit()
    visit.listen(page)
    page.goto(site, wait_until="networkidle")
    _use_todo(page)
    _use_counter(page)
    _use_contact(page)
    _use_calculator(page)
    _use_table(page)
    _use_clocks(page)
    page.reload(wait_until="networkidle")
    expect(page.locator("#to-do li label")).to_contain_text(["Milk <b>{1}</b>"])
    expect(page.locator("#counter output")).to_have_text("1")
    assert visit.complaints == []


def _use_todo(page: Page) -> None:
    todo = page.locator("#to-do")
    for title in ("Milk <b>{1}</b>", "Bread", "   "):
        todo.get_by_label("New task").fill(title)
        todo.get_by_role("button", name="Add", exact=True).click()
    expect(todo.locator("li")).to_have_count(2)
    expect(todo.get_by_role("status")).to_have_text("2 of 2 left.")
    todo.get_by_role("checkbox").nth(1).click()
    expect(todo.locator("s")).to_have_text(["Bread"])
    todo.get_by_role("button", name="Done", exact=True).click()
    expect(todo.locator("li")).to_have_count(1)
    todo.get_by_role("button", name="Clear done").click()
    expect(todo.locator("li")).to_have_count(0)
    todo.get_by_role("button", name="All", exact=True).click()
    expect(todo.locator("li")).to_have_count(1)


def _use_counter(page: Page) -> None:
    counter = page.locator("#counter")
    for _ in range(2):
        counter.get_by_role("button", name="Plus one").click()
    counter.get_by_role("button", name="Minus one").click()
    expect(counter.locator("output")).to_have_text("1")


def _use_contact(page: Page) -> None:
    contact = page.locator("#contact")
    contact.get_by_label("Email").fill("not an address")
    contact.get_by_role("button", name="Send message").click()
    expect(contact.get_by_text("Please enter your name.")).to_be_visible()
    expect(contact.get_by_text("name@example.com")).to_be_visible()
    expect(contact.get_by_label("Email")).to_have_value("not an address")
    contact.get_by_label("Name").fill("Ada")
    contact.get_by_label("Email").fill("ada@example.com")
    contact.get_by_label("Message").fill("Hello from a test")
    contact.get_by_role("button", name="Send message").click()
    expect(contact.get_by_role("status")).to_contain_text("Thank you, Ada. This page has no server yet")


def _use_calculator(page: Page) -> None:
    calculator = page.locator("#calculator")
    for key in ("1", "2", "Times", "3", "Point", "5", "Equals"):
        calculator.get_by_role("button", name=key, exact=True).click()
    expect(calculator.locator("output")).to_have_text("42")
    for key in ("Divided by", "0", "Equals"):
        calculator.get_by_role("button", name=key, exact=True).click()
    expect(calculator.locator("output")).to_have_text("Error")


def _use_table(page: Page) -> None:
    table = page.locator("#table")
    table.get_by_role("button", name="Age").click()
    expect(table.locator("tbody td:nth-child(1)")).to_have_text(["Bob", "Ann", "Cid"])
    expect(table.get_by_role("columnheader", name="Age")).to_have_attribute("aria-sort", "ascending")
    table.get_by_role("button", name="Age").click()
    expect(table.locator("tbody td:nth-child(1)")).to_have_text(["Cid", "Ann", "Bob"])


def _use_clocks(page: Page) -> None:
    stopwatch, timer = page.locator("#stopwatch"), page.locator("#timer")
    stopwatch.get_by_role("button", name="Start").click()
    expect(stopwatch.get_by_role("timer")).not_to_have_text("00:00.0")
    stopwatch.get_by_role("button", name="Lap").click()
    stopwatch.get_by_role("button", name="Stop").click()
    expect(stopwatch.locator("li")).to_have_count(1)
    expect(timer.get_by_role("timer")).to_have_text("03:00")
    timer.get_by_role("button", name="1 min", exact=True).click()
    timer.get_by_role("button", name="Start").click()
    expect(timer.get_by_role("timer")).to_have_text(re.compile(r"00:[0-5]\d"))
    timer.get_by_role("button", name="Pause").click()


@with_page
def test_a_page_has_its_own_address(page: Page, site: str) -> None:
    page.goto(f"{site}#our-team", wait_until="networkidle")
    expect(page.locator("#our-team")).to_be_visible()
    expect(page.locator("#pricing")).to_be_hidden()
    page.get_by_role("link", name="Back to the start").click()
    expect(page.locator("#our-team")).to_be_hidden()
    expect(page.locator("h1")).to_be_visible()
    page.get_by_role("navigation", name="Main").get_by_role("link", name="Our Team").click()
    expect(page.locator("#our-team")).to_be_visible()
    page.get_by_role("navigation", name="Main").get_by_role("link", name="FAQ").click()
    expect(page.locator("#faq")).to_be_in_viewport()


@pytest.mark.parametrize("pack", SOME_PACKS)
def test_an_app_that_is_one_widget_keeps_the_packs_test_true(pack: str, tmp_path: Path) -> None:
    files = talk(load_templates()[pack].files, ["a to-do list with a dark theme called Groceries"])
    run_script(lay_out_files(files, tmp_path), "test")


@pytest.mark.parametrize("template", [TEMPLATES[0], *(pytest.param(each, marks=deep) for each in TEMPLATES[1:])])
def test_projects_that_nobody_here_wrote(template: str, browser: Browser, tmp_path: Path) -> None:
    messages = ["change the title to Hello there", "make it purple", "add a to-do list", "add a page called Team"]
    folder = build(talk(_imported(template), messages), tmp_path)
    with serve(folder / "dist") as address:
        visit = browser.visit(address, wait_for="#to-do")
        page = browser.visit(f"{address}#team", wait_for="#team")
    assert (visit.complaints, visit.title) == ([], "Hello there")
    assert "Hello there" in visit.text
    assert "New task" in visit.text
    assert "This is the page" in page.text
    assert "New task" not in page.text


def _imported(template: str) -> Files:
    """The template as an import leaves it: without editor files, with the catalog's versions and a plain build."""
    root, catalog = template_folder(template), load_catalog()
    kept = (
        path
        for path in root.rglob("*")
        if path.is_file() and not path.relative_to(root).as_posix().startswith((".", "_"))
    )
    files = {path.relative_to(root).as_posix(): path.read_bytes() for path in kept}
    package = json.loads(files["package.json"])
    for section in ("dependencies", "devDependencies"):
        packages = package.get(section, {})
        package[section] = {name: catalog.version(name) or version for name, version in packages.items()}
    package["scripts"] = {"build": "vite build"}
    return {**files, "package.json": json.dumps(package).encode()}
