"""Each pack of an app as a person meets it: its pages, its list, and a browser that keeps nothing."""

import json
import re
import shutil
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from devkit.node.packs import run_script
from devkit.node.static_site import serve
from devkit.studio.browser import Browser, Visit
from tests.support.depth import deep
from tests.support.window import with_page

pytestmark = pytest.mark.e2e
TITLES = {"": "Overview", "projects": "Projects", "settings": "Settings", "no/such/page": "Page not found"}
ROWS = "tbody tr"


def show(page: Page, address: str) -> Visit:
    """Opens the page, waits until it is drawn, and gives its complaints."""
    visit = Visit()
    visit.listen(page)
    page.goto(address)
    page.wait_for_selector("h1")
    return visit


def add(page: Page, name: str, client: str = "Zoo") -> None:
    page.get_by_role("button", name="Add project").first.click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Name").fill(name)
    dialog.get_by_label("Client").fill(client)
    dialog.get_by_role("button", name="Add project").click()
    expect(dialog).to_have_count(0)


@deep
def test_its_own_checks_pass(app_project: Path) -> None:
    run_script(app_project, "typecheck")
    assert "Found 0 warnings and 0 errors" in run_script(app_project, "lint")
    result = re.sub(r"\x1b\[\d+m", "", run_script(app_project, "test"))
    assert re.search(r"Tests\s+(29|30|36|39) passed", result) and "stderr" not in result, result


def test_what_it_ships_is_light(app_project: Path) -> None:
    scripts = sum(path.stat().st_size for path in (app_project / "dist").rglob("*.js"))
    styles = sum(path.stat().st_size for path in (app_project / "dist").rglob("*.css"))
    assert (scripts < 300_000, styles < 40_000) == (True, True)


@with_page
def test_every_address_opens_its_page(page: Page, app: str) -> None:
    visit = show(page, app)
    found = {}
    for path, title in TITLES.items():
        page.goto(app + path)
        expect(page.get_by_role("heading", level=1)).to_have_text(title)
        found[path] = page.title()
    assert (found, visit.complaints) == ({path: f"{title} · Starter" for path, title in TITLES.items()}, [])


@with_page
def test_going_to_a_page_moves_the_focus_and_back_comes_back(page: Page, app: str) -> None:
    visit = show(page, app)
    found = []
    for name in ("Projects", "Settings"):
        page.get_by_role("navigation").get_by_role("link", name=name).click()
        expect(page.get_by_role("heading", level=1)).to_have_text(name)
        expect(page.get_by_role("navigation").get_by_role("link", name=name)).to_have_attribute("aria-current", "page")
        expect(page).to_have_title(f"{name} · Starter")
        expect(page.locator("main")).to_be_focused()
        found.append(page.url.removeprefix(app))
    page.go_back()
    expect(page.get_by_role("heading", level=1)).to_have_text("Projects")
    assert [*found, *visit.complaints] == ["projects", "settings"]


@with_page
def test_back_comes_back_to_where_one_stood(page: Page, app: str) -> None:
    page.set_viewport_size({"width": 390, "height": 240})
    show(page, app + "projects")
    page.evaluate("scrollTo(0, 150)")
    page.get_by_role("navigation").get_by_role("link", name="Settings").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Settings")
    page.wait_for_function("scrollY === 0")
    page.go_back()
    page.wait_for_function("scrollY === 150")


@with_page
def test_the_keyboard_skips_the_navigation(page: Page, app: str) -> None:
    show(page, app + "projects")
    page.keyboard.press("Tab")
    skip = page.locator(":focus")
    label, visible = skip.inner_text(), (skip.bounding_box() or {"y": -1})["y"] >= 0
    page.keyboard.press("Enter")
    landed = str(page.evaluate("document.activeElement.id"))
    page.keyboard.press("Tab")
    assert (label, visible, landed) == ("Skip to content", True, "main")
    assert page.locator(":focus").inner_text().strip() == "Add project"


@with_page
def test_a_project_is_added_edited_found_and_deleted_and_stays(page: Page, app: str) -> None:
    visit = show(page, app + "projects")
    add(page, "Night tours <b>")
    expect(page.get_by_role("status").filter(has_text="Added “Night tours <b>”.")).to_be_visible()
    page.reload()
    expect(page.locator(ROWS)).to_have_count(6)
    page.get_by_role("button", name="Edit Night tours").click()
    expect(page.get_by_role("dialog").get_by_label("Client")).to_have_value("Zoo")
    page.get_by_role("dialog").get_by_label("Status").select_option("done")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Edit Night tours").click()
    expect(page.get_by_role("dialog").get_by_label("Status")).to_have_value("planned")
    page.get_by_role("dialog").get_by_label("Name").fill("Day tours")
    page.keyboard.press("Enter")
    page.get_by_label("Find").fill("TOURS")
    expect(page.locator(ROWS)).to_have_count(1)
    page.get_by_label("Status", exact=True).select_option("active")
    expect(page.get_by_role("heading", name="Nothing found")).to_be_visible()
    address = page.url.removeprefix(app)
    page.reload()
    expect(page.get_by_label("Find")).to_have_value("TOURS")
    page.get_by_role("button", name="Show all").click()
    expect(page.locator(ROWS)).to_have_count(6)
    page.get_by_role("button", name="Delete Day tours").focus()
    page.keyboard.press("Enter")
    expect(page.locator(ROWS)).to_have_count(5)
    expect(page.locator("main")).to_be_focused()
    page.get_by_role("button", name="Undo").focus()
    page.keyboard.press("Enter")
    expect(page.locator(ROWS)).to_have_count(6)
    expect(page.locator(ROWS).first).to_contain_text("Day tours")
    expect(page.locator("main")).to_be_focused()
    expect(page.get_by_role("button", name="Undo")).to_have_count(0)
    page.get_by_role("button", name="Delete Day tours").click()
    page.reload()
    expect(page.locator(ROWS)).to_have_count(5)
    assert [address, *visit.complaints] == ["projects?find=TOURS&status=active"]


@with_page
def test_another_query_of_the_same_page_moves_neither_focus_nor_page(page: Page, app: str) -> None:
    show(page, app + "projects")
    page.set_viewport_size({"width": 390, "height": 500})
    page.get_by_label("Find").focus()
    page.evaluate("scrollTo(0, 120)")
    page.keyboard.type("a")
    expect(page.get_by_label("Find")).to_be_focused()
    assert (page.url.removeprefix(app), float(page.evaluate("scrollY"))) == ("projects?find=a", 120)


@with_page
def test_mistakes_are_said_at_their_fields(page: Page, app: str) -> None:
    show(page, app + "projects")
    page.get_by_role("button", name="Add project").click()
    dialog = page.get_by_role("dialog", name="Add a project")
    dialog.get_by_label("Name").fill("x" * 81)
    dialog.get_by_label("Due").fill("")
    dialog.get_by_role("button", name="Add project").click()
    expect(dialog.get_by_label("Name")).to_be_focused()
    expect(dialog.get_by_label("Name")).to_have_accessible_description("Keep the name below 80 letters.")
    expect(dialog.get_by_label("Due")).to_have_accessible_description("Choose a day.")
    dialog.get_by_label("Name").fill("Posters")
    dialog.get_by_role("button", name="Add project").click()
    expect(dialog.get_by_label("Client")).to_be_focused()
    expect(dialog.get_by_label("Name")).not_to_have_attribute("aria-invalid", "true")
    assert (dialog.get_by_label("Name").input_value(), dialog.get_by_label("Client").input_value()) == ("Posters", "")


@with_page
def test_a_dialog_keeps_the_focus_and_gives_it_back(page: Page, app: str) -> None:
    show(page, app + "projects")
    page.get_by_role("button", name="Add project").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog").get_by_label("Name")).to_be_focused()
    inside = True
    for key in ["Tab"] * 12 + ["Shift+Tab"] * 12:
        page.keyboard.press(key)
        inside &= bool(
            page.evaluate("document.activeElement === document.body || !!document.activeElement.closest('dialog')")
        )
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert (page.locator(":focus").inner_text().strip(), inside) == ("Add project", True)


@with_page
def test_the_table_sorts_by_the_keyboard(page: Page, app: str) -> None:
    show(page, app + "projects")
    page.get_by_role("button", name="Project", exact=True).focus()
    found = []
    for direction in ("ascending", "descending"):
        page.keyboard.press("Enter")
        expect(page.get_by_role("columnheader", name="Project")).to_have_attribute("aria-sort", direction)
        found.append(page.locator("tbody strong").all_inner_texts())
    up, down = found
    assert up == sorted(up) == down[::-1] and len(up) == 5


@with_page
def test_settings_reach_the_overview(page: Page, app: str) -> None:
    visit = show(page, app + "settings")
    page.get_by_label("Name").fill("Ada")
    page.get_by_label("Due soon means within").select_option("30")
    page.get_by_role("button", name="Save settings").click()
    page.get_by_role("button", name="Delete all projects").click()
    page.get_by_role("button", name="Delete all", exact=True).click()
    expect(page.get_by_role("status").filter(has_text="All projects are deleted.")).to_be_visible()
    page.goto(app)
    expect(page.get_by_role("heading", level=1)).to_have_text("Welcome, Ada")
    expect(page.get_by_text("Due in 30 days")).to_be_visible()
    expect(page.get_by_role("heading", name="Nothing is open")).to_be_visible()
    page.get_by_role("link", name="Go to projects").click()
    expect(page.get_by_role("heading", name="No projects yet")).to_be_visible()
    add(page, "The first")
    expect(page.locator(ROWS)).to_have_count(1)
    assert visit.complaints == []


FORBIDDEN = "Object.defineProperty(window, 'localStorage', {get() { throw new DOMException('', 'SecurityError'); }})"
FULL = "Storage.prototype.setItem = () => { throw new DOMException('', 'QuotaExceededError'); }"


@pytest.mark.parametrize("trouble", [FORBIDDEN, FULL], ids=["forbidden", "full"])
@with_page
def test_a_browser_that_keeps_nothing_is_said_and_changes_nothing_else(page: Page, trouble: str, app: str) -> None:
    page.add_init_script(trouble)
    visit = show(page, app + "projects")
    add(page, "Kept for now")
    expect(page.locator(ROWS)).to_have_count(6)
    expect(page.get_by_text("This browser does not keep data for this app")).to_be_visible()
    assert visit.complaints == []


@pytest.mark.parametrize("text", ["{", '{"version":1,"data":[{"id":1}]}'])
@with_page
def test_data_that_cannot_be_read_is_set_aside(page: Page, text: str, app: str) -> None:
    page.add_init_script(f"if (!localStorage.length) localStorage.setItem('starter.projects', {json.dumps(text)})")
    visit = show(page, app + "projects")
    expect(page.locator(ROWS)).to_have_count(5)
    assert (str(page.evaluate("localStorage.getItem('starter.projects.unreadable')")), visit.complaints) == (text, [])


@with_page
def test_one_bad_entry_takes_no_other_with_it(page: Page, app: str) -> None:
    """Trials of 24 November: the whole list was set aside for one entry, and the samples came back."""
    good = {"id": "a", "name": "Mine", "client": "Me", "status": "active", "due": "2030-01-31"}
    text = json.dumps({"version": 1, "data": [good, good | {"id": "b", "due": "2030-02-31"}, 7]})
    page.add_init_script(f"if (!localStorage.length) localStorage.setItem('starter.projects', {json.dumps(text)})")
    visit = show(page, app + "projects")
    expect(page.locator(ROWS)).to_have_count(1)
    expect(page.locator(ROWS)).to_contain_text("Mine")
    assert (str(page.evaluate("localStorage.getItem('starter.projects.unreadable')")), visit.complaints) == (text, [])


def test_it_works_in_a_folder_and_in_a_sandbox_without_storage(app_project: Path, browser: Browser) -> None:
    """As without a domain: see docs/deploy.md, path mode."""
    package = app_project / "package.json"
    kept = package.read_text("utf-8")
    package.write_text(kept.replace('"dev":', '"in-a-folder": "vite build --base=./ --outDir folder/apps/x", "dev":'))
    try:
        run_script(app_project, "in-a-folder")
    finally:
        package.write_text(kept, "utf-8")
    sandbox = {"Content-Security-Policy": "sandbox allow-scripts allow-forms", "Access-Control-Allow-Origin": "*"}

    def work(page: Page, address: str) -> list[str]:
        visit = show(page, address)
        page.get_by_role("navigation").get_by_role("link", name="Projects").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("Projects")
        add(page, "In a folder")
        page.get_by_label("Find").fill("folder")
        expect(page.locator(ROWS)).to_have_count(1)
        page.wait_for_load_state("networkidle")
        page.reload()
        expect(page.get_by_role("heading", level=1)).to_have_text("Projects")
        return [each for each in visit.complaints if not each.endswith("/favicon.svg net::ERR_ABORTED")]

    try:
        for headers in ({}, sandbox):
            with serve(app_project / "folder", headers=headers) as site:
                address = f"{site}apps/x/"
                assert browser.run(lambda page, at=address: work(page, at)) == []  # type: ignore[misc]  # at
    finally:
        shutil.rmtree(app_project / "folder")
