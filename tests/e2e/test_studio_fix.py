"""A draft that fails is fixed within a bound, or a person chooses; a picture of the page goes with the message."""

import re

from playwright.sync_api import Locator, Page, expect

from devkit.scripted_model.server import ScriptedModel
from devkit.stack.project import Make, Project
from local.openai_server.reply import Reply
from local.stack import LocalStack
from tests.e2e.test_studio import BUILT
from tests.support.drawn import drawn_of
from tests.support.window import in_window, opened

CONTENT, HEAD = "src/content.ts", "export const site = {"
TYPED_WRONG = 'export const answer: number = "forty-two";'
ASKED = "The draft does not build."
CLUELESS = Reply(text=("I do not see how to repair this.",))


def failing(make: Make) -> Project:
    """An app whose first revisions are built and whose draft is not: its build script checks types."""
    project = make("react", "Rosa")
    project.built(project.save_text("package.json", '"vite build"', '"tsc --noEmit && vite build"')["id"])
    project.save_text(CONTENT, HEAD, f"{TYPED_WRONG}\n{HEAD}")
    assert project.build_of(project.draft)["build_status"] == "failed"
    return project


def seen(found: Locator) -> Locator:
    """What is shown of what is mounted twice: beside the page, and over the message box where the page is not seen."""
    return found.locator("visible=true")


def button(page: Page, name: str) -> Locator:
    return seen(page.get_by_role("button", name=name, exact=True))


@in_window(drawn_of(__file__, [1440, 390]), height={1440: 900, 390: 844})
def test_a_build_is_fixed_within_a_bound_and_after_two_tries_a_person_chooses(
    page: Page, stack: LocalStack, make: Make, model: ScriptedModel
) -> None:
    project = failing(make)
    held = model.script.hold(CLUELESS)
    model.script.push(held, CLUELESS, match=ASKED)
    opened(page, stack, f"apps/{project.id}?tab=preview")
    expect(page.get_by_role("link", name="src/content.ts:").first).to_be_visible()
    expect(seen(page.get_by_text("Uses at most $0.50 and 15 steps."))).to_be_visible()
    button(page, "Fix").click()
    expect(seen(page.get_by_text("The repair is at work"))).to_be_visible()
    expect(seen(page.get_by_text("of at most 15, $0.00 of at most $0.50"))).to_be_visible()
    model.script.release()
    expect(seen(page.get_by_text(re.compile("One repair has not helped")))).to_be_visible()
    button(page, "Fix again").click()
    expect(seen(page.get_by_text(re.compile("Two repairs have not helped")))).to_be_visible()
    expect(button(page, "Fix")).to_have_count(0)
    button(page, "Stop asking").click()
    expect(seen(page.get_by_text("You are not asked about it."))).to_be_visible()
    button(page, "Show the choices").click()
    button(page, "Say what to do").click()
    expect(page.get_by_label("Message", exact=True)).to_be_focused()
    expect(page.get_by_text("Build error").first).to_be_visible()
    button(page, "Restore the last good version").click()
    button(page, "Restore the last good version").click()
    expect(seen(page.get_by_text(re.compile("Two repairs have not helped")))).to_have_count(0)
    assert TYPED_WRONG not in project.file(CONTENT)


@in_window(drawn_of(__file__, [1440, 390]), height={1440: 900, 390: 844})
def test_a_picture_of_the_page_is_drawn_on_and_goes_with_the_message(
    page: Page, stack: LocalStack, make: Make, width: int
) -> None:
    project = make("react", "Rosa").ready()
    opened(page, stack, f"apps/{project.id}?tab=preview")
    expect(page.frame_locator(BUILT).frame_locator("iframe").get_by_role("heading").first).to_be_visible()
    page.get_by_role("button", name="Picture of the page").click()
    dialog = page.get_by_role("dialog", name="Picture of /")
    canvas = dialog.get_by_role("application", name="The picture, to draw on")
    expect(canvas).to_be_visible()
    if width == 1440:
        box = canvas.bounding_box()
        assert box is not None
        page.mouse.move(box["x"] + 200, box["y"] + 60)
        page.mouse.down()
        page.mouse.move(box["x"] + 320, box["y"] + 160, steps=4)
        page.mouse.up()
    else:
        canvas.focus()
        for key in ("Enter", "ArrowRight", "Escape", "Enter", "Shift+ArrowDown", "Shift+ArrowRight", "Enter"):
            page.keyboard.press(key)
    expect(dialog.get_by_text(re.compile("^1 mark"))).to_be_visible()
    red = canvas.evaluate(
        """(canvas) => { const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
        let found = 0; for (let at = 0; at < data.length; at += 4)
          if (data[at] === 168 && data[at + 1] === 32 && data[at + 2] === 26) found += 1;
        return found; }"""
    )
    assert red > 100, "the arrow is in the picture, in the colour of the theme"
    dialog.get_by_role("button", name="Put into the message").click()
    expect(dialog).to_have_count(0)
    expect(page.get_by_text("The picture goes with your next message.")).to_be_visible()
    if width == 390:
        page.get_by_role("navigation").get_by_role("button", name="Chat", exact=True).click()
    expect(page.get_by_role("list", name="Attachments").get_by_text("page.png", exact=True)).to_be_visible()
    expect(page.get_by_text(re.compile("Uploading"))).to_have_count(0)
