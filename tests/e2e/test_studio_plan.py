"""A text that is brought becomes a plan, and a task is written and called done, in a real browser."""

import re

from playwright.sync_api import Page, expect

from devkit.scripted_model.server import ScriptedModel
from devkit.stack.client import Client
from devkit.stack.project import Make
from devkit.studio.plan_world import make_plan
from local.stack import LocalStack
from tests.e2e.test_studio_readiness import faults_here
from tests.support.drawn import drawn_of
from tests.support.window import in_window, opened

TEXT = """# Opening

## Calendar

Visitors see the free hours of a week.

## Mail

A visitor gets a mail with the date.
"""


@in_window([1440, 390])
def test_a_text_becomes_a_plan_with_tasks(page: Page, stack: LocalStack, make: Make, client: Client) -> None:
    project = make("vanilla", "Rosa")
    opened(page, stack, f"apps/{project.id}?tab=plan")
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
    (task,) = client.call("GET", f"/projects/{project.id}/tasks")["items"]
    assert (task["status"], task["unproven"]) == ("done", True)


@in_window(drawn_of(__file__, [1440, 390]))
def test_a_plan_is_looked_at_moved_commented_and_reviewed_by_keyboard(
    page: Page, stack: LocalStack, make: Make, client: Client, model: ScriptedModel, width: int
) -> None:
    project = make("vanilla", "Clara")
    made = make_plan(client, model.script, project.id)
    part = made.part
    client.call("PATCH", f"/plan_nodes/{made.mail}", {"status": "planned"})
    opened(page, stack, f"apps/{project.id}?tab=plan&view=board")
    card = page.get_by_role("button", name="Mail to Clara", exact=True)
    card.focus()
    page.keyboard.press("Shift+ArrowRight")
    moved = page.get_by_role("region", name="In work").get_by_role("button", name="Mail to Clara", exact=True)
    expect(moved).to_be_focused()
    assert faults_here(page) == []
    page.get_by_label("Status of Mail to Clara").select_option("done")
    expect(page.get_by_role("region", name="Done").get_by_role("button", name="Mail to Clara")).to_be_focused()
    _graph(page, width)
    page.get_by_role("tab", name="What changed").click()
    expect(page.get_by_text("0 of 5 looked at")).to_be_visible()
    page.get_by_role("heading", name="Free hours").click()
    page.get_by_label("Looked at: Calendar").focus()
    page.keyboard.press("]")
    expect(page.get_by_label("Looked at: Free hours")).to_be_focused()
    page.keyboard.press("a")
    expect(page.get_by_text("1 of 5 looked at")).to_be_visible()
    assert faults_here(page) == []
    page.get_by_role("button", name="It still holds").click()
    expect(page.get_by_role("button", name="It still holds")).to_have_count(0)
    page.get_by_role("button", name="Open this part: Free hours").click()
    page.get_by_role("button", name="Change it").click()
    page.get_by_label("What the planner should know").fill("Phones first. No Mondays.")
    assert faults_here(page) == []
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("button", name="Change it")).to_be_visible()
    _contradiction(page)
    _whole(page)
    page.get_by_role("button", name="Have all tasks written").click()
    expect(page.get_by_text("What it costs is not known")).to_be_visible()
    assert faults_here(page) == []
    page.get_by_role("button", name="Write them").click()
    expect(page.get_by_text("1 part has no tasks yet.")).to_have_count(0)
    expect(page.get_by_role("meter", name="Tasks are being written")).to_have_count(0)
    node = client.call("GET", f"/plan_nodes/{part}")
    assert (node["comment"], node["extra_metadata"]["stale"]) == ("Phones first. No Mondays.", None)
    tasks = {one["description"]: one for one in client.call("GET", f"/projects/{project.id}/tasks")["items"]}
    assert "Write the imprint" in tasks
    assert {name for name, one in tasks.items() if one["stale"]} == {"A page for gift cards"}, "its part is gone"


def _contradiction(page: Page) -> None:
    """From the line above the plan to what is asked, answered by keyboard, to a part of it, whose words are changed."""
    page.get_by_role("tab", name="Tree").click()
    _whole(page)
    page.get_by_text("The text contradicts itself in 1 place.").first.click()
    page.get_by_role("button", name="Is the reminder sent two days").click()
    expect(page.get_by_role("listitem").filter(has_text="is reminded two days before.").first).to_be_visible()
    assert faults_here(page) == []
    page.get_by_role("textbox", name="Your answer").fill("One day before.")
    page.get_by_role("button", name="Answer it").press("Enter")
    expect(page.get_by_role("heading", name="Answered")).to_be_visible()
    expect(page.get_by_text("The text contradicts itself in 1 place.")).to_have_count(0)
    page.get_by_role("button", name="Reminder the day before").press("Enter")
    expect(page.get_by_text("Decided about this:")).to_be_visible()
    page.get_by_role("button", name="Edit", exact=True).press("Enter")
    expect(page.get_by_role("textbox", name="Title")).to_be_focused()
    assert faults_here(page) == []
    page.get_by_role("textbox", name="Title").fill("Reminder one day before")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Reminder one day before")).to_be_focused()


def _whole(page: Page) -> None:
    """On a phone an open part stands alone."""
    whole = page.get_by_role("button", name="The whole plan")
    if whole.is_visible():
        whole.click()


def _graph(page: Page, width: int) -> None:
    """Along a line to what waits, into it, and back."""
    page.get_by_role("tab", name="Graph").click()
    box = page.get_by_role("region", name="What waits for what")
    box.get_by_role("button", name=re.compile("^Free hours")).focus()
    page.keyboard.press("ArrowRight" if width > 768 else "ArrowDown")
    expect(box.get_by_role("button", name=re.compile("^Ask for an hour"))).to_be_focused()
    page.keyboard.press("+")
    assert faults_here(page) == []
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="What it waits for")).to_be_visible()
    assert faults_here(page) == []
    page.get_by_role("button", name="The whole plan").click()
    expect(box).to_be_visible()
