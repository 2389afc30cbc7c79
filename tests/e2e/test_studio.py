"""The first minute in a real browser: in by the printed code, from a sentence to a page, whole after a reload."""

from playwright.sync_api import Page, expect

from devkit.scripted_model.server import ScriptedModel
from devkit.studio.browser import Browser
from devkit.studio.pages import address
from local.openai_server.reply import Call, calls
from local.stack import LocalStack
from tests.support.window import in_window

BUILT = "iframe[title^='Preview of']"
WISH = "A page for the salon Rosa, which opens at nine"
PAGE = 'document.body.innerHTML = "<h1>Salon Rosa</h1><p>We open at nine.</p>";\n'
FILES = {
    "src/main.ts": PAGE,
    "index.html": '<!doctype html><title>Salon Rosa</title><script type="module" src="/src/main.ts"></script>\n',
}
SUMMARY = "The page of the salon stands."


def shows_the_app(page: Page) -> None:
    """The turn with its outcome, and the page that it made."""
    entry = page.get_by_role("article", name=WISH)
    expect(entry.get_by_text("Kept as a new revision")).to_be_visible()
    expect(entry.locator("p").filter(has_text=SUMMARY)).to_be_visible()
    expect(page.frame_locator(BUILT).frame_locator("iframe").get_by_role("heading", name="Salon Rosa")).to_be_visible()


@in_window([1440, 390])
def test_from_a_sentence_to_a_page(page: Page, stack: LocalStack, model: ScriptedModel, width: int) -> None:
    model.script.push(
        calls(*(Call(name="write_file", arguments={"path": path, "content": text}) for path, text in FILES.items())),
        calls(Call(name="finish", arguments={"summary": SUMMARY, "rationale": None, "assumptions": None})),
        match=WISH,
    )
    page.goto(address(stack))
    box = page.get_by_label("Describe your app")
    box.fill(WISH)
    page.get_by_label("Start from").select_option("vanilla")
    box.press("Enter")
    page.wait_for_url("**/studio/apps/*")
    expect(page.get_by_role("article", name=WISH).get_by_text("Kept as a new revision")).to_be_visible()
    expect(page.get_by_role("banner").get_by_role("heading", name="Salon Rosa", exact=True)).to_be_visible()
    if width < 768:
        page.get_by_role("button", name="Preview").click()
        expect(
            page.frame_locator(BUILT).frame_locator("iframe").get_by_role("heading", name="Salon Rosa")
        ).to_be_visible()
        page.get_by_role("navigation").get_by_role("button", name="Chat", exact=True).click()
    else:
        shows_the_app(page)
        page.reload()
        shows_the_app(page)


def test_the_printed_address_signs_in_once(stack: LocalStack, browser: Browser) -> None:
    used = address(stack)
    assert browser.run(lambda page: heading(page, used)) == "What do you want to build?"
    assert browser.run(lambda page: heading(page, used)) == "You are not signed in"
    printed = str(stack.info["studio_url"])
    assert browser.run(lambda page: heading(page, printed)) == "What do you want to build?"
    assert browser.run(lambda page: way_back(page, address(stack))) == "about:blank"


def heading(page: Page, url: str) -> str:
    """The first heading that a visitor meets; no address keeps the code."""
    page.goto(url)
    found = page.locator("h1, h2").first
    found.wait_for()
    assert "code=" not in page.url
    return found.inner_text()


def way_back(page: Page, url: str) -> str:
    """Where Back leads after signing in: no page of the way there, whose code is used up."""
    heading(page, url)
    page.go_back()
    return page.url


@in_window(width=1280, height=800, complaints=None)
def test_by_keyboard_alone(page: Page, stack: LocalStack) -> None:
    """Past the header, into the preferences and out again with the focus where it was, and to the first app."""
    page.goto(address(stack))
    page.get_by_label("Describe your app").wait_for()
    met = []
    for _ in range(5):
        page.keyboard.press("Tab")
        met.append(page.evaluate("document.activeElement.ariaLabel ?? document.activeElement.textContent"))
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Enter")
    expect(page.get_by_label("Language", exact=True)).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_label("Language", exact=True)).to_be_hidden()
    met.append(page.evaluate("document.activeElement.textContent"))
    assert met == ["Skip to the content", "ChatBuilder", "Commands", "Menu", "Describe your app", "Menu"]
