"""An app goes online from the Studio, with a public value, and offline again."""

from playwright.sync_api import Page, expect

from devkit.stack.client import visit_site
from devkit.stack.project import Make
from local.stack import LocalStack
from tests.support.drawn import drawn_of
from tests.support.window import in_window, opened


@in_window(drawn_of(__file__, [1440, 390]))
def test_an_app_goes_online_and_offline(page: Page, stack: LocalStack, make: Make) -> None:
    project = make("vanilla", "Rosa")
    project.save_text("src/content.ts", 'name: "Starter"', 'name: import.meta.env["VITE_NAME"] ?? "Starter"')
    project.built()
    opened(page, stack, f"apps/{project.id}")
    page.get_by_role("button", name="Publish").click()
    dialog = page.get_by_role("dialog", name="Publish Rosa")
    dialog.get_by_text("Public values of the app").click()
    dialog.get_by_role("button", name="Add a value").click()
    dialog.get_by_label("Name", exact=True).fill("VITE_NAME")
    dialog.get_by_label("Value of VITE_NAME").fill("Rosa in bloom")
    dialog.get_by_role("button", name="Save and build").click()
    expect(dialog.get_by_text("1 public value of the app")).to_be_visible()
    project.built()  # the dialog may show the draft of before for a moment, which nothing stands against
    expect(dialog.get_by_role("list", name="Before you publish")).to_have_count(0)
    expect(dialog.get_by_text("Check that names, prices and contact data are yours")).to_be_visible()
    dialog.get_by_role("button", name="Publish", exact=True).click()
    expect(dialog.get_by_text("Everything is published, on this computer.")).to_be_visible()
    expect(dialog.get_by_text("This address opens on this computer only.")).to_be_visible()
    expect(dialog.get_by_role("img")).to_have_count(0)  # no code for a phone, which would find nothing
    live = dialog.get_by_role("link", name="Open the live app")
    expect(live).to_be_focused()
    expect(dialog.get_by_role("button", name="Publish")).to_have_count(0)
    address = live.get_attribute("href") or ""
    assert "Rosa in bloom" in browser_text(page, address)
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Menu").click()
    expect(page.get_by_role("navigation", name="Pages").get_by_role("link").first).to_have_attribute("href", address)
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Publish: Up to date").click()
    dialog.get_by_role("button", name="Take offline").click()
    expect(page.locator(":focus")).to_have_text("Cancel")
    dialog.get_by_role("button", name="Take offline").click()
    expect(dialog.get_by_text("Not online yet")).to_be_visible()
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    expect(page.locator(":focus")).to_have_text("Publish")
    gone = visit_site(address)
    assert gone.status_code == 404 and "This app is not online" in gone.text


def browser_text(page: Page, address: str) -> str:
    """What a visitor reads there."""
    other = page.context.new_page()
    other.goto(address)
    other.locator("h1").wait_for()
    text = other.inner_text("body")
    other.close()
    return text
