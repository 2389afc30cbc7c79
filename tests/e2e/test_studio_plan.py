"""A text that is brought becomes a plan, and a task is written and called done, in a real browser."""

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
TEXT = """# Opening

## Calendar

Visitors see the free hours of a week.

## Mail

A visitor gets a mail with the date.
"""


@pytest.mark.parametrize("width", [1440, 390])
def test_a_text_becomes_a_plan_with_tasks(
    stack: LocalStack, client: Client, model: ScriptedModel, browser: Browser, width: int
) -> None:
    project = Project.create(client, model.script, "vanilla", "Rosa")

    def script(page: Page) -> Visit:
        visit = opened(page, stack, f"apps/{project.id}?tab=plan")
        expect(page.get_by_text("No plan yet")).to_be_visible()
        assert faults_here(page) == []
        page.get_by_role("button", name="Bring a text").click()
        page.get_by_label("Name", exact=True).fill("Opening")
        page.get_by_label("The text", exact=True).fill(TEXT)
        page.get_by_role("button", name="Read it", exact=True).click()
        tree = page.get_by_role("tree", name="The plan")
        part = tree.get_by_role("treeitem", name="Calendar")
        expect(part.or_(tree.get_by_role("treeitem").first).first).to_be_visible()
        if not part.count():
            tree.get_by_role("treeitem").first.focus()
            page.keyboard.press("ArrowRight")
        assert faults_here(page) == []
        part.click()
        expect(page.get_by_role("heading", name="Calendar")).to_be_visible()
        assert faults_here(page) == []
        page.goto(f"{stack.api_url}/studio/apps/{project.id}?tab=tasks")
        page.get_by_role("button", name="Write a task").click()
        page.get_by_label("What is to be done").fill("Show the hours")
        page.get_by_label("Done when").fill("They are of this week")
        page.get_by_role("button", name="Save").click()
        page.get_by_role("button", name="Show the hours").click()
        expect(page.get_by_text("They are of this week")).to_be_visible()
        assert faults_here(page) == []
        page.get_by_role("button", name="It is done").click()
        page.get_by_role("button", name="It is done").click()
        expect(page.get_by_text("without evidence")).to_be_visible()
        return visit

    assert faults(browser.run(script, width=width, height=844)) == []
    (task,) = client.call("GET", f"/projects/{project.id}/tasks")["items"]
    assert (task["status"], task["unproven"]) == ("done", True)
