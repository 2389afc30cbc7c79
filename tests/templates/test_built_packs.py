"""Each template pack as a person meets it: checked, built, and opened in a real browser."""

import re
from itertools import pairwise
from pathlib import Path

import pytest
from playwright.sync_api import Page

from devkit.node.packs import run_script
from devkit.studio.browser import Browser
from tests.support.depth import deep
from tests.support.window import in_window, with_page

pytestmark = pytest.mark.e2e
WIDTHS = [320, 390, 768, 1280, 1920]
LANDMARKS = {"banner": 1, "main": 1, "contentinfo": 1}


def show(page: Page, site: str) -> None:
    """Opens the page and waits until it is drawn."""
    page.goto(site)
    page.wait_for_selector("h1")


@deep
def test_its_own_checks_pass(project: Path) -> None:
    run_script(project, "typecheck")
    run_script(project, "lint")
    assert re.search(r"Tests\s+[23] passed", re.sub(r"\x1b\[\d+m", "", run_script(project, "test")))


@deep
def test_its_test_fails_when_the_page_loses_a_section(project: Path) -> None:
    steps = next((project / "src" / "sections").glob("[Ss]teps*"))
    kept = steps.read_text("utf-8")
    steps.write_text(kept.replace('id="steps"', 'id="elsewhere"'), "utf-8")
    try:
        with pytest.raises(AssertionError, match="nothing on the page has the id #steps"):
            run_script(project, "test")
    finally:
        steps.write_text(kept, "utf-8")


def test_what_it_ships_is_light(project: Path) -> None:
    scripts = sum(path.stat().st_size for path in (project / "dist").rglob("*.js"))
    styles = sum(path.stat().st_size for path in (project / "dist").rglob("*.css"))
    assert (scripts < 260_000, styles < 40_000) == (True, True)


def test_it_shows_without_a_complaint(site: str, browser: Browser) -> None:
    visit = browser.visit(site, wait_for="h1")
    assert (visit.status, visit.title, visit.complaints) == (200, "Starter", [])
    assert "A good place to start" in visit.text


@with_page
def test_it_never_scrolls_sideways(page: Page, site: str) -> None:
    show(page, site)
    found = {}
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 800})
        found[width] = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert found == dict.fromkeys(WIDTHS, 0)


@with_page
def test_a_menu_that_has_grown_stays_on_the_screen(page: Page, site: str) -> None:
    grow = """() => {
        const list = document.querySelector('header nav ul');
        for (const name of ['Pricing', 'Our customers', 'Blog', 'Questions', 'About us', 'Get in touch']) {
            const item = list.lastElementChild.cloneNode(true);
            item.querySelector('a').textContent = name;
            list.append(item);
        }
    }"""
    beyond = """() => [...document.querySelectorAll('header a')].filter(link => {
        const box = link.getBoundingClientRect();
        return box.left < 0 || box.right > document.documentElement.clientWidth;
    }).map(link => link.textContent)"""
    show(page, site)
    page.evaluate(grow)
    found = {}
    for width in (320, 360, 390, 768):
        page.set_viewport_size({"width": width, "height": 800})
        wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        found[width] = (page.evaluate(beyond), wide)
    assert found == dict.fromkeys((320, 360, 390, 768), ([], 0))


@in_window(width=390, complaints=None)
def test_everything_to_press_is_large_enough_for_a_thumb(page: Page, site: str) -> None:
    show(page, site)
    links = page.locator("nav a, main a").all()
    boxes = {link.inner_text(): link.bounding_box() for link in links}
    assert [name for name, box in boxes.items() if box is None or box["height"] < 44] == []


@with_page
def test_it_has_landmarks_one_headline_and_no_skipped_level(page: Page, site: str) -> None:
    show(page, site)
    levels = [int(str(tag)[1]) for tag in page.eval_on_selector_all("h1,h2,h3,h4", "all => all.map(h => h.tagName)")]
    assert {role: page.get_by_role(role).count() for role in LANDMARKS} == LANDMARKS  # type: ignore[arg-type]  # ARIA roles
    assert levels.count(1) == 1 and levels[0] == 1
    assert all(later - earlier <= 1 for earlier, later in pairwise(levels))


@with_page
def test_the_keyboard_reaches_the_content_at_once_and_shows_where_it_is(page: Page, site: str) -> None:
    show(page, site)
    page.keyboard.press("Tab")
    skip = page.locator(":focus")
    label, visible = skip.inner_text(), (skip.bounding_box() or {"y": -1})["y"] >= 0
    page.keyboard.press("Enter")
    landed = str(page.evaluate("document.activeElement.id"))
    page.keyboard.press("Tab")
    assert (label, visible, landed) == ("Skip to content", True, "main")
    assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") == "solid"


@with_page
def test_a_link_of_the_navigation_brings_its_section_into_view(page: Page, site: str) -> None:
    page.emulate_media(reduced_motion="reduce")
    show(page, site)
    page.get_by_role("navigation", name="Main").get_by_role("link", name="How it works").click()
    page.wait_for_url(f"{site}#steps")
    top = page.locator("#steps-title").bounding_box()
    assert (page.url.removeprefix(site), top is not None and 0 <= top["y"] < 800) == ("#steps", True)


@with_page
def test_it_follows_the_devices_colour_scheme(page: Page, site: str) -> None:
    show(page, site)
    found = []
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]  # its literals
        found.append(str(page.evaluate("getComputedStyle(document.body).backgroundColor")))
    assert found == ["rgb(250, 249, 246)", "rgb(18, 20, 26)"]
