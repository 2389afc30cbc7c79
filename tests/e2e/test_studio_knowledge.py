"""Notes and memory in a real browser: written by keyboard, changed, deleted, and there again after a reload."""

import pytest
from playwright.sync_api import Page, expect

from devkit.scripted_model.server import ScriptedModel
from devkit.stack.client import Client
from devkit.stack.project import Project
from devkit.studio.browser import Browser, Visit
from local.stack import LocalStack
from tests.e2e.test_studio import faults
from tests.e2e.test_studio_readiness import faults_here
from tests.e2e.test_studio_review import opened

pytestmark = pytest.mark.e2e


@pytest.mark.parametrize("width", [1440, 390])
def test_what_is_kept_is_written_changed_and_deleted(
    stack: LocalStack, client: Client, model: ScriptedModel, browser: Browser, width: int
) -> None:
    project = Project.create(client, model.script, "vanilla", "Rosa")
    place = f"/projects/{project.id}"

    def script(page: Page) -> Visit:
        visit = opened(page, stack, f"apps/{project.id}?tab=knowledge")
        expect(page.get_by_text("No notes yet")).to_be_visible()
        assert faults_here(page) == []
        page.get_by_role("button", name="Write a note").focus()
        page.keyboard.press("Enter")
        expect(page.get_by_label("Title (optional)")).to_be_focused()
        page.keyboard.type("Talk")
        page.keyboard.press("Tab")
        page.keyboard.type("They like **green**. <img src=x onerror=alert(1)>")
        page.reload()
        page.get_by_role("button", name="Write a note").click()
        expect(page.get_by_label("Note", exact=True)).to_have_value("They like **green**. <img src=x onerror=alert(1)>")
        page.get_by_role("button", name="Save").click()
        notes = page.get_by_role("list", name="Notes")
        expect(notes.get_by_text("They like green.")).to_be_visible()
        assert notes.locator("img").count() == 0
        assert faults_here(page) == []
        page.get_by_role("tab", name="Memory", exact=True).click()
        page.get_by_role("button", name="Remember something").click()
        page.get_by_label("What to remember").fill("Say du")
        page.get_by_label("Always tell the agent").check()
        page.get_by_role("button", name="Save").click()
        memory = page.get_by_role("list", name="Memory")
        expect(memory.get_by_text("Always told")).to_be_visible()
        page.wait_for_url("**part=memory*")
        memory.get_by_role("button", name="Change").click()
        page.get_by_label("What to remember").fill("Say du, never Sie")
        page.get_by_role("button", name="Save").click()
        expect(memory.get_by_text("Say du, never Sie")).to_be_visible()
        assert faults_here(page) == []
        page.get_by_role("tab", name="Notes", exact=True).click()
        notes.get_by_role("button", name="Delete").click()
        assert page.evaluate("document.activeElement.textContent") == "Cancel"
        notes.get_by_role("button", name="Delete").click()
        expect(page.get_by_text("No notes yet")).to_be_visible()
        return visit

    assert faults(browser.run(script, width=width, height=844)) == []
    assert client.call("GET", f"{place}/notes")["items"] == []
    (item,) = client.call("GET", f"{place}/memory")["items"]
    assert (item["text"], item["pinned"]) == ("Say du, never Sie", True)
