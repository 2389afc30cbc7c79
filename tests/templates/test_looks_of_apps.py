"""How the packs of apps look: nothing cut off, nothing too small or too faint, everything named."""

from collections.abc import Callable
from itertools import pairwise

import pytest
from playwright.sync_api import Page

from devkit.studio.browser import Browser
from tests.support.window import in_window, with_page

pytestmark = pytest.mark.e2e
WIDTHS = [320, 390, 768, 1024, 1440, 1920]
OVERFLOW = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


def projects(page: Page, app: str) -> None:
    page.goto(f"{app}projects")
    page.wait_for_selector("h1")


def overview(page: Page, app: str) -> None:
    page.goto(app)
    page.wait_for_selector("h1")


def settings(page: Page, app: str) -> None:
    page.goto(f"{app}settings")
    page.wait_for_selector("h1")


def lost(page: Page, app: str) -> None:
    page.goto(f"{app}nowhere")
    page.wait_for_selector("h1")


def form(page: Page, app: str) -> None:
    projects(page, app)
    page.get_by_role("button", name="Add project").click()
    page.get_by_role("dialog").get_by_role("button", name="Add project").click()
    page.wait_for_selector("[aria-invalid]")


def question(page: Page, app: str) -> None:
    settings(page, app)
    page.get_by_role("button", name="Delete all projects").click()
    page.wait_for_selector("dialog")


def nothing(page: Page, app: str) -> None:
    projects(page, app)
    page.get_by_label("Find").fill("zzz")
    page.wait_for_selector("h2")


def deleted(page: Page, app: str) -> None:
    projects(page, app)
    page.get_by_role("button", name="Delete Annual report").click()
    page.wait_for_selector(".toast-action")


STATES = [overview, projects, settings, lost, form, question, nothing, deleted]
NAMES = [state.__name__ for state in STATES]
State = Callable[[Page, str], None]

SMALL = """() => [...document.querySelectorAll('a, button, input, select')]
    .filter(each => each.checkVisibility() && !each.matches('.skip-link'))
    .filter(each => { const {width, height} = each.getBoundingClientRect(); return width < 44 || height < 44; })
    .map(each => each.outerHTML)"""
CLIPPED = """() => [...document.querySelectorAll('main *, nav *, dialog *')]
    .filter(each => each.checkVisibility() && !each.matches('.sr-only, svg *') && each.clientWidth)
    .filter(each => each.scrollWidth > each.clientWidth + 1 && !each.matches('nav ul'))
    .map(each => each.outerHTML)"""
UNNAMED = """() => {
    const problems = [];
    const ids = [...document.querySelectorAll('[id]')].map(each => each.id);
    if (new Set(ids).size !== ids.length) problems.push('ids are not unique: ' + ids);
    for (const each of document.querySelectorAll('a, button'))
        if (!(each.ariaLabel || each.textContent).trim()) problems.push('no name: ' + each.outerHTML);
    for (const each of document.querySelectorAll('input, select'))
        if (!each.labels.length) problems.push('no label: ' + each.outerHTML);
    for (const name of ['aria-describedby', 'aria-labelledby', 'for'])
        for (const each of document.querySelectorAll(`[${name}]`))
            for (const id of each.getAttribute(name).split(' '))
                if (!ids.includes(id)) problems.push(`${name} leads nowhere: ` + each.outerHTML);
    for (const each of document.querySelectorAll('svg:not([aria-hidden="true"])')) problems.push(each.outerHTML);
    return problems;
}"""
FAINT = """() => {
    const pen = Object.assign(document.createElement('canvas'), {width: 1, height: 1})
        .getContext('2d', {willReadFrequently: true});
    const mixed = colours => {
        pen.clearRect(0, 0, 1, 1);
        for (const colour of colours) { pen.fillStyle = colour; pen.fillRect(0, 0, 1, 1); }
        return [...pen.getImageData(0, 0, 1, 1).data].slice(0, 3);
    };
    const light = colours => {
        const linear = c => c <= .04045 ? c / 12.92 : ((c + .055) / 1.055) ** 2.4;
        const [r, g, b] = mixed(colours).map(c => linear(c / 255));
        return .2126 * r + .7152 * g + .0722 * b;
    };
    const modal = document.querySelector('dialog');
    const found = [];
    for (const each of (modal ?? document.body).querySelectorAll('*')) {
        const words = [...each.childNodes].filter(node => node.nodeType === 3).map(node => node.data).join('').trim();
        if (!words || !each.checkVisibility() || each.matches('.sr-only, option')) continue;
        const under = [];
        for (let up = each; up; up = up.parentElement) under.unshift(getComputedStyle(up).backgroundColor);
        const [low, high] = [light(under), light([...under, getComputedStyle(each).color])].sort((a, b) => a - b);
        const ratio = (high + .05) / (low + .05);
        if (ratio < 4.5) found.push(`${words} ${ratio.toFixed(2)}`);
    }
    return found;
}"""


def in_every_state(app: str, browser: Browser, look: Callable[[Page], object], **over: int) -> dict[str, object]:
    """What `look` finds in each state."""

    def work(page: Page) -> dict[str, object]:
        page.emulate_media(reduced_motion="reduce")
        found: dict[str, object] = {}
        for state in STATES:
            page.goto(f"{app}favicon.svg")
            page.evaluate("localStorage.clear()")
            state(page, app)
            found[state.__name__] = look(page)
        return found

    return browser.run(work, **over)


def test_it_fits_every_screen(app: str, browser: Browser) -> None:
    def measure(page: Page) -> dict[int, tuple[int, list[str]]]:
        found = {}
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 800})
            found[width] = (page.evaluate(OVERFLOW), page.evaluate(CLIPPED))
        return found

    fits = dict.fromkeys(WIDTHS, (0, []))
    assert in_every_state(app, browser, measure) == dict.fromkeys(NAMES, fits)


@pytest.mark.parametrize("width", [390, 1440])
def test_everything_is_large_enough_and_has_a_name(width: int, app: str, browser: Browser) -> None:
    def look(page: Page) -> tuple[list[str], list[str]]:
        return page.evaluate(SMALL), page.evaluate(UNNAMED)

    assert in_every_state(app, browser, look, width=width, height=844) == dict.fromkeys(NAMES, ([], []))


def test_every_word_can_be_read(app: str, browser: Browser) -> None:
    def look(page: Page) -> tuple[list[str], list[str]]:
        page.emulate_media(color_scheme="light")
        light = page.evaluate(FAINT)
        page.emulate_media(color_scheme="dark")
        return light, page.evaluate(FAINT)

    assert in_every_state(app, browser, look) == dict.fromkeys(NAMES, ([], []))


@pytest.mark.parametrize("state", [overview, projects, settings, lost])
@with_page
def test_it_has_landmarks_one_headline_and_no_skipped_level(page: Page, state: State, app: str) -> None:
    state(page, app)
    levels = [int(str(tag)[1]) for tag in page.eval_on_selector_all("h1,h2,h3", "all => all.map(h => h.tagName)")]
    assert [page.get_by_role(role).count() for role in ("banner", "main", "navigation")] == [1, 1, 1]  # type: ignore[arg-type]  # ARIA roles
    assert levels.count(1) == 1 and levels[0] == 1
    assert all(later - earlier <= 1 for earlier, later in pairwise(levels))


@with_page
def test_a_menu_that_has_grown_stays_on_the_screen(page: Page, app: str) -> None:
    grow = """() => {
        const list = document.querySelector('nav ul');
        for (const name of ['Customers', 'Invoices', 'Calendar', 'Questions', 'About us', 'Get in touch'])
            list.append(Object.assign(list.lastElementChild.cloneNode(true), {title: name}));
    }"""
    overview(page, app)
    page.evaluate(grow)
    found = {}
    for width in (320, 390, 768):
        page.set_viewport_size({"width": width, "height": 800})
        last = page.locator("nav a").last
        last.focus()
        box = last.bounding_box()
        within = box is not None and box["x"] >= 0 and box["x"] + box["width"] <= width
        found[width] = (page.evaluate(OVERFLOW), within)
    assert found == dict.fromkeys((320, 390, 768), (0, True))


COVERED = """() => {
    scrollTo(0, document.documentElement.scrollHeight);
    const toast = document.querySelector('.toast').getBoundingClientRect();
    const lies = ({top, bottom}) => bottom > toast.top && top < toast.bottom;
    return [...document.querySelectorAll('main a, main button, main input, main select')]
        .filter(each => lies(each.getBoundingClientRect())).map(each => each.outerHTML);
}"""
CELLS = """() => [...document.querySelector('tbody tr').children]
    .map(cell => [getComputedStyle(cell, '::before').content, cell.dataset.label ?? ''])"""


@in_window([320, 390, 1280], height=700, complaints=None)
def test_a_message_covers_no_control_at_the_end_of_a_page(page: Page, app: str) -> None:
    deleted(page, app)
    assert list(page.evaluate(COVERED)) == []


@pytest.mark.parametrize(("width", "shown"), [(390, ["Status", "Due"]), (1280, [])])
@in_window(complaints=None)
def test_a_row_on_a_phone_says_what_its_values_are(page: Page, shown: list[str], app: str) -> None:
    projects(page, app)
    assert [label for content, label in page.evaluate(CELLS) if label and content != "none"] == shown


@with_page
def test_it_follows_the_devices_colour_scheme(page: Page, app: str) -> None:
    overview(page, app)
    found = []
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]  # its literals
        found.append(str(page.evaluate("getComputedStyle(document.body).backgroundColor")))
    assert found == ["rgb(245, 245, 241)", "rgb(15, 21, 19)"]
