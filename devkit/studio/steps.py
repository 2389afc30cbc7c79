"""What one does on the way to a screen of the Studio, and what shows that it is there."""

import base64
import re
from collections.abc import Callable

from playwright.sync_api import FilePayload, Locator, Page, expect

from devkit.studio.world import LATER, WORKS

Step = Callable[[Page], None]
PICTURE = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)
ATTACHED = [
    FilePayload(name="colours.css", mimeType="text/css", buffer=b":root { --ink: #222 }\n"),
    FilePayload(name="the-front-of-the-salon-on-a-sunny-day-in-may.png", mimeType="image/png", buffer=PICTURE),
]
ZIP = FilePayload(name="corner-shop.zip", mimeType="application/zip", buffer=b"PK")
BUILT = "iframe[title^='Preview of']"


def seen(found: Locator) -> Locator:
    """The first of them that is shown: a phone keeps the conversation mounted behind a pane."""
    return found.locator("visible=true").first


def heading(name: str) -> Step:
    """Ready when a heading stands there."""
    return lambda page: expect(seen(page.get_by_role("heading", name=name))).to_be_visible()


def text(words: str) -> Step:
    """Ready when words stand there."""
    return lambda page: expect(seen(page.get_by_text(words))).to_be_visible()


def at_rest(words: str) -> Step:
    """Ready when words stand there and nothing is still on its way."""

    def step(page: Page) -> None:
        expect(seen(page.locator("main").get_by_text(words)) if words else page.locator("main")).to_be_visible()
        expect(page.locator("main p[role=status].p-8 >> visible=true")).to_have_count(0)

    return step


def pressed(button: str, then: Step) -> Step:
    """A button is pressed first."""

    def step(page: Page) -> None:
        seen(page.get_by_role("button", name=button)).click()
        then(page)

    return step


def imported(page: Page) -> None:
    """A zip is chosen, and what became of it stands there."""
    page.locator("input[type=file][accept*=zip]").set_input_files(ZIP)
    expect(page.get_by_role("dialog").get_by_text("vuex is not in the catalog")).to_be_visible()


def preview(page: Page) -> None:
    """The app's own page, in its frame."""
    if _phone(page):
        page.get_by_role("button", name="Preview").click()
    expect(page.frame_locator(BUILT).frame_locator("iframe").locator("h1").first).to_be_visible()


def conversation(page: Page) -> None:
    """What was said, with its receipt."""
    if _phone(page):
        page.get_by_role("button", name="Chat", exact=True).click()
    expect(page.get_by_text("Kept as a new revision").first).to_be_visible()


def steps_of_a_turn(page: Page) -> None:
    """A turn with its tool calls open."""
    conversation(page)
    page.get_by_role("article").last.locator("summary").filter(has_text="Edited").first.click()
    expect(page.get_by_role("article").last.locator("details[open] details").first).to_be_visible()


def editor(page: Page) -> None:
    """A file that is open."""
    expect(page.get_by_role("textbox", name="src/content.ts")).to_contain_text("export const site")


def dialog(name: str, words: str = "") -> Step:
    """Ready when the dialog is there, and these words stand in it."""

    def step(page: Page) -> None:
        found = page.get_by_role("dialog", name=name)
        expect(found).to_be_visible()
        if words:
            expect(found.get_by_text(words).first).to_be_visible()

    return step


def turn(asked: str, words: str, unfold: str = "") -> Step:
    """What came of a message. `unfold` names what is opened in it."""

    def step(page: Page) -> None:
        found = page.get_by_role("article", name=asked)
        expect(seen(found.get_by_text(words))).to_be_visible()
        if unfold:
            seen(found.get_by_text(unfold)).click()

    return step


def composer(page: Page) -> None:
    """The message box with all that it can hold, and its options."""
    page.get_by_label("Message", exact=True).fill("Use the colours of @src/con")
    expect(page.get_by_role("option").first).to_be_visible()
    page.keyboard.press("Enter")
    page.locator("form input[type=file]").set_input_files(ATTACHED)
    expect(page.get_by_role("list", name="Attachments").get_by_role("listitem")).to_have_count(2)
    expect(page.get_by_text("Uploading")).to_have_count(0)
    page.get_by_role("button", name="Model, autonomy and budget").click()
    expect(page.get_by_label("Budget of a message")).to_be_visible()


def console(page: Page) -> None:
    """What the page of the app says, at the width of a tablet."""
    preview(page)
    if not _phone(page):
        page.get_by_role("button", name=re.compile("^Tablet")).click()
    seen(page.get_by_role("button", name=re.compile("^Console"))).click()
    expect(page.get_by_role("region", name="Console")).to_be_visible()


def storage_note(page: Page) -> None:
    """The page of the app, with the notice that its data lasts as long as the tab."""
    preview(page)
    expect(page.get_by_text("blocks storage in embedded pages")).to_be_visible()


def blocked_hosts(page: Page) -> None:
    """The page of the app, with the hosts that it was kept from."""
    preview(page)
    expect(page.get_by_role("button", name="Allow api.example.com")).to_be_enabled()


def stopped(page: Page) -> None:
    """What takes the place of a page that fights for the keyboard while its user is in a field of the Studio."""
    page.frame_locator(BUILT).frame_locator("iframe").get_by_label("Name").click()
    page.get_by_label("Address in the app").click()
    expect(page.get_by_text("The page was stopped")).to_be_visible()


def brought(words: str) -> Step:
    """A project of which one thing was left out, and its build."""

    def step(page: Page) -> None:
        page.locator("input[type=file][accept*=zip]").set_input_files(ZIP)
        expect(page.get_by_role("heading", name=words)).to_be_visible()

    return step


def picked(page: Page) -> None:
    """An element of the page, on its way into the next message."""
    preview(page)
    page.get_by_role("button", name="Point at an element").click()
    page.frame_locator(BUILT).frame_locator("iframe").locator("h1").first.click()
    expect(page.get_by_text("goes with your next message").first).to_be_attached()


def recorded(page: Page) -> None:
    """What was done in the app, as the steps of a check."""
    preview(page)
    page.get_by_role("button", name="Record a check").click()
    expect(page.get_by_text("Recording: do in the app")).to_be_visible()
    page.frame_locator(BUILT).frame_locator("iframe").locator("main a").first.click()
    page.get_by_role("button", name="Done", exact=True).click()
    page.get_by_label("What must go on working").fill("One finds the contact")


def picture(page: Page) -> None:
    """The worker's picture of the page, with an arrow drawn on it by keys."""
    preview(page)
    page.get_by_role("button", name="Picture of the page").click()
    canvas = page.get_by_role("application", name="The picture, to draw on")
    expect(canvas).to_be_visible()
    canvas.focus()
    for key in ("Enter", "Shift+ArrowDown", "Shift+ArrowRight", "Shift+ArrowRight", "Enter"):
        page.keyboard.press(key)
    expect(page.get_by_text(re.compile("^1 mark"))).to_be_visible()


def troubled(button: str) -> Step:
    """A page that failed in somebody's browser, with what can be done about it."""

    def step(page: Page) -> None:
        preview(page)
        expect(seen(page.get_by_role("button", name=button, exact=True))).to_be_visible()

    return step


def taken_back(page: Page) -> None:
    """A turn whose change is not in the app any more."""
    if _phone(page):
        page.get_by_role("button", name="Chat", exact=True).click()
    note = page.get_by_text("Taken back since").first
    expect(note).to_be_visible()
    note.hover()
    page.mouse.wheel(0, -150)


def connection_tested(page: Page) -> None:
    """What a connection test found, with how requests are written open."""
    found = page.get_by_role("group", name="Connection")
    expect(found.get_by_text("This model can build apps, with limits.")).to_be_visible()
    found.get_by_text("How requests are written").click()
    expect(found.get_by_text("reasoning is sent back")).to_be_visible()
    found.evaluate("group => group.scrollIntoView({ block: 'center' })")


def clash(page: Page) -> None:
    """A file that is saved in one tab while it is changed in another."""
    _write(page, "// mine ")
    other = page.context.new_page()
    other.goto(page.url)
    _write(other, f"// theirs at {_width(page)} ")
    other.get_by_role("button", name="Save", exact=True).click()
    expect(other.get_by_text("Saved. The draft is being built.")).to_be_visible()
    other.close()
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("Place 1 of 1")).to_be_visible()


def _write(page: Page, words: str) -> None:
    box = page.get_by_role("textbox", name="src/old.ts")
    expect(box).to_contain_text("export const old")
    box.click()
    page.keyboard.press("Control+Home")
    page.keyboard.type(words)
    expect(page.get_by_text("Unsaved", exact=True)).to_be_visible()


def keys(press: str, name: str) -> Step:
    """Ready when the dialog that a key opens is there."""

    def step(page: Page) -> None:
        expect(seen(page.get_by_role("heading"))).to_be_visible()
        page.keyboard.press(press)
        expect(page.get_by_role("dialog", name=name)).to_be_visible()

    return step


def working(page: Page) -> None:
    """A run at work, as it speaks, and a message that waits. Its answer takes a while, and nobody waits for its end."""
    if _phone(page):
        page.get_by_role("button", name="Chat", exact=True).click()
    box = page.get_by_label("Message", exact=True)
    for message in (WORKS, LATER):
        box.fill(message)
        box.press("Enter")
        expect(box).to_have_value("")
    expect(page.get_by_role("region", name="Messages that wait")).to_be_visible()
    expect(seen(page.get_by_role("article", name=WORKS).last.get_by_text("I look at the page"))).to_be_visible()


def git(words: str) -> Step:
    """The dialog for git and downloads, with these words of its repository."""

    def step(page: Page) -> None:
        seen(page.get_by_role("button", name="Git and download")).click()
        expect(page.get_by_role("dialog").get_by_text(words).first).to_be_visible()

    return step


def git_app(page: Page) -> None:
    """The form of a GitHub App in the dialog for git and downloads."""
    git("Connect")(page)
    page.get_by_label("Kind of host").select_option("app")
    expect(page.get_by_label("Private key of the app")).to_be_visible()


def _phone(page: Page) -> bool:
    return _width(page) < 768


def _width(page: Page) -> int:
    return page.viewport_size["width"] if page.viewport_size else 0
