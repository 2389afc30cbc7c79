"""It grows before your eyes: while a run works, its tree is seen before anything has built it."""

import pytest
from playwright.sync_api import Page, expect

from devkit.scripted_model.replies import finish
from devkit.scripted_model.server import ScriptedModel
from devkit.stack.project import Make
from devkit.studio.pages import FRAME, address, wait_for_packages
from local.openai_server.reply import Call, Reply, calls
from local.stack import LocalStack
from tests.support.window import in_window, opened

WISH = "A page for the florist Lila, which closes at six"
BUILT = "iframe[title^='Preview of']"


def page_of(words: str) -> Call:
    """A module that uses a package, Tailwind and a style sheet of its own."""
    text = (
        'import { createElement } from "react";\nimport { createRoot } from "react-dom/client";\n'
        'import "./styles/index.css";\n'
        f'const heading = createElement("h1", {{ className: "p-[7px]" }}, "{words}");\n'
        'createRoot(document.getElementById("root")!).render(heading);\n'
    )
    return Call(name="write_file", arguments={"path": "src/main.tsx", "content": text})


@pytest.fixture
def packages(stack: LocalStack) -> None:
    wait_for_packages(stack)


@pytest.mark.usefixtures("packages")
@in_window(width=1440, height=800)
def test_each_step_is_seen_before_its_build(page: Page, stack: LocalStack, model: ScriptedModel) -> None:
    script = model.script
    second = script.hold(calls(page_of("Lila closes at six")))
    script.push(calls(page_of("Lila")), second, finish(), match=WISH)
    page.goto(address(stack))
    page.get_by_label("Describe your app").fill(WISH)
    page.get_by_label("Start from").select_option("react")
    page.get_by_label("Describe your app").press("Enter")
    page.wait_for_url("**/studio/apps/*")
    heading = page.frame_locator(FRAME).frame_locator("iframe").locator("h1")
    expect(heading).to_have_text("Lila")
    assert heading.evaluate("(node) => getComputedStyle(node).padding") == "7px"
    expect(page.get_by_role("status").filter(has_text="Draft")).to_be_visible()
    script.release()
    expect(page.locator(FRAME)).to_have_count(0)
    expect(page.frame_locator(BUILT).frame_locator("iframe").locator("h1")).to_have_text("Lila closes at six")


@pytest.mark.usefixtures("packages")
@in_window(width=1440, height=800)
def test_a_page_in_use_is_told_of_what_was_not_seen_and_of_nothing_else(
    page: Page, stack: LocalStack, make: Make, model: ScriptedModel
) -> None:
    project, asked = make("react", "Lila"), "Say when Lila closes"
    project.built()
    words = ("I look ", "at the ", "page, ", "and I ", "look ", "at its ", "words, ", "before ", "I change ", "it.")
    last = model.script.hold(finish())
    model.script.push(Reply(text=words, calls=(page_of("Lila closes at six"),), delay=0.4), last, match=asked)
    opened(page, stack, f"apps/{project.id}")
    newer = page.get_by_role("button", name="Show new version")
    before = page.frame_locator(BUILT).frame_locator("iframe").locator("body")
    before.wait_for()
    page.get_by_role("textbox", name="Message", exact=True).fill(asked)
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Stop", exact=True)).to_be_visible()
    expect(page.get_by_text("I look at the page")).to_be_visible()
    before.click()
    expect(newer).to_have_count(0)  # nothing was made yet
    expect(newer).to_be_visible()
    newer.click()
    drawn = page.frame_locator(FRAME).frame_locator("iframe").locator("h1")
    expect(drawn).to_have_text("Lila closes at six")
    drawn.click()
    model.script.release()
    expect(page.get_by_role("link", name="Publish")).to_be_visible()
    expect(newer).to_have_count(0)  # it was seen growing
    page.get_by_role("textbox", name="Message", exact=True).focus()
    expect(page.locator(FRAME)).to_have_count(0)
    expect(page.frame_locator(BUILT).frame_locator("iframe").locator("h1")).to_have_text("Lila closes at six")
