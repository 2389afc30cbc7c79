"""An app's settings in a real browser: changed by hand, kept over a reload, refused at the field, and then saved."""

from playwright.sync_api import Page, expect

from devkit.stack.project import Project
from local.stack import LocalStack
from tests.support.drawn import drawn_of
from tests.support.window import in_window, opened

REFUSED = "422"


@in_window(drawn_of(__file__, [1440, 390]), allowed=(REFUSED,))
def test_a_setting_is_changed_refused_mended_and_saved(page: Page, stack: LocalStack, project: Project) -> None:
    opened(page, stack, f"apps/{project.id}")
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Instructions").fill("Use two spaces.")
    page.get_by_label("Allowed hosts").fill("localhost")
    page.get_by_role("combobox", name="Autonomy").select_option("suggest")
    page.reload()
    expect(page.get_by_text("3 changes are not saved yet.")).to_be_visible()
    assert project.client.call("GET", project.path)["instructions"] == ""
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("The address names no public host.")).to_be_visible()
    page.get_by_role("button", name="Show me").click()
    expect(page.locator(":focus")).to_have_value("localhost")
    page.get_by_label("Allowed hosts").fill("api.example.com")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("Saved.", exact=True)).to_be_visible()
    app = project.client.call("GET", project.path)
    assert (app["instructions"], app["autonomy_mode"]) == ("Use two spaces.", "suggest")
    assert app["settings"]["api_hosts"] == ["api.example.com"]


@in_window(width=1440, height=900)
def test_by_keyboard_alone_a_cap_is_set(page: Page, stack: LocalStack, project: Project) -> None:
    opened(page, stack, f"apps/{project.id}")
    page.get_by_role("button", name="More").focus()
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Settings").focus()
    page.keyboard.press("Enter")
    page.get_by_role("tab", name="Settings", selected=True).wait_for()
    page.get_by_label("Dollars").focus()
    page.keyboard.type("0.5")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Saved.", exact=True)).to_be_visible()
    assert project.client.call("GET", project.path)["settings"]["limits"]["run_dollars"] == 0.5
