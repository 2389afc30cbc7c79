"""What is found of a draft before it is published, in a browser: what keeps it back, what is advice, and the way on."""

import re
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from devkit.stack.project import Make
from local.stack import LocalStack
from tests.e2e.test_studio_looks import AXE, LOOK
from tests.support.drawn import drawn_of
from tests.support.window import in_window, opened

CONTENT, HEAD = "src/content.ts", "export const site = {"
KEY = "AKIA" + "A1B2C3D4E5F6G7H8"
ADVICE, BLOCKS = "This does not keep you from publishing it", "This has to be mended before it can be published"
ASK = "Please mend what the security check finds."


def dialog_of(page: Page) -> Locator:
    page.get_by_role("button", name="Publish", exact=True).click()
    return page.get_by_role("dialog", name="Publish Rosa")


def faults_here(page: Page) -> list[str]:
    page.evaluate(Path(AXE).read_text())
    said: list[str] = page.evaluate(LOOK)
    return said


@in_window(drawn_of(__file__, [1440, 390]))
def test_what_is_found_has_one_thing_to_do_each(page: Page, stack: LocalStack, make: Make) -> None:
    project = make("vanilla", "Rosa")
    risky = 'export const two: unknown = eval("1 + 1");\nexport const map = import.meta.env.VITE_MAP;'
    project.built(project.save_text(CONTENT, HEAD, f"{risky}\n{HEAD}")["id"])
    opened(page, stack, f"apps/{project.id}")
    dialog = dialog_of(page)
    advice = dialog.get_by_role("list", name=ADVICE)
    expect(advice.get_by_text(re.compile(r"^src/content\.ts:\d+ Text is run as code\."))).to_be_visible()
    assert faults_here(page) == []
    expect(dialog.get_by_text(re.compile("^Still being looked at"))).to_have_count(0)
    expect(dialog.get_by_text(re.compile("^Not known:.*accessibility"))).to_have_count(0)
    advice.locator("[data-check=env]").get_by_role("button", name="Set the value").click()
    expect(dialog.get_by_label("Value of VITE_MAP")).to_be_focused()
    advice.locator("[data-check=security]").get_by_role("button", name="Ask the agent").click()
    expect(dialog).to_have_count(0)
    box = page.locator("textarea[data-home]")
    expect(box).to_be_focused()
    expect(box).to_have_value(ASK)
    expect(page.get_by_text("Before publishing: safety")).to_be_visible()


@in_window(drawn_of(__file__, [1440, 390]))
def test_a_secret_keeps_it_back_and_its_place_is_a_click_away(page: Page, stack: LocalStack, make: Make) -> None:
    project = make("vanilla", "Rosa")
    project.built(project.save_text(CONTENT, HEAD, f'export const key = "{KEY}";\n{HEAD}')["id"])
    opened(page, stack, f"apps/{project.id}")
    dialog = dialog_of(page)
    expect(dialog.get_by_role("list", name=BLOCKS)).to_be_visible()
    assert faults_here(page) == []
    publish = dialog.get_by_role("button", name="Publish", exact=True)
    expect(publish).to_have_attribute("aria-disabled", "true")
    assert KEY not in dialog.inner_text()
    dialog.get_by_role("button", name=re.compile(r"^Open src.content\.ts:\d+$")).click()
    expect(page).to_have_url(re.compile(r"tab=code&file=src%2Fcontent\.ts&line=\d+"))
    assert project.app_published() is None


@in_window(drawn_of(__file__, [1440, 390]))
def test_a_claim_is_advice_with_its_place_and_a_way_on(page: Page, stack: LocalStack, make: Make) -> None:
    project = make("vanilla", "Rosa")
    form, done = "<form><button>Pay now</button></form>", "Your order has been placed."
    claims = f'export const form = "{form}";\nexport const done = "{done}";'
    project.built(project.save_text(CONTENT, HEAD, f"{claims}\n{HEAD}")["id"])
    opened(page, stack, f"apps/{project.id}")
    dialog = dialog_of(page)
    row = dialog.get_by_role("list", name=ADVICE).locator("[data-check=claims]")
    expect(row).to_contain_text("no one is charged and no one receives the order")
    expect(row.get_by_text(re.compile(r"^src/content\.ts:\d+"))).not_to_have_count(0)
    assert faults_here(page) == []
    row.get_by_role("button", name="Ask the agent").click()
    expect(page.locator("textarea[data-home]")).to_have_value(re.compile("what is only imitated"))
