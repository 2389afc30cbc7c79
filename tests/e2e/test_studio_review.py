"""A proposal reviewed in a real browser: part of it kept by keyboard alone, its page looked at before."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from devkit.scripted_model.replies import finish
from devkit.scripted_model.server import ScriptedModel
from devkit.stack.project import Make, Project
from devkit.studio.world import edit, write
from local.openai_server.reply import calls
from local.stack import LocalStack
from tests.support.window import in_window, opened

NAME, TITLE = ("Starter", "Salon Rosa"), ("A good place to start", "Your hair in good hands")


@pytest.fixture
def project(make: Make) -> Project:
    return make("react", "Rosa").ready()


def proposed(project: Project) -> dict[str, Any]:
    """Two changes of one file and a new file, waiting for a person."""
    new = write("src/hours.ts", 'export const hours = "9 to 5";\n')
    done = project.chat(
        "Make it the page of Rosa", calls(edit("src/content.ts", NAME, TITLE), new), finish("Rosa"), review="before"
    ).done
    found: dict[str, Any] = project.client.call("GET", f"/diffs/{done['diff_id']}")
    return found


@in_window(width=1440, height=900)
def test_part_of_a_proposal_is_kept_by_keyboard_alone(page: Page, stack: LocalStack, project: Project) -> None:
    diff = proposed(project)
    opened(page, stack, f"apps/{project.id}")
    page.get_by_role("tab", name="Preview").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    page.get_by_role("tab", name="Changes", selected=True).wait_for()
    page.get_by_role("tabpanel").get_by_role("button", name="Make it the page of Rosa").focus()
    page.keyboard.press("Enter")
    page.get_by_role("checkbox", name="Keep the changes of src/content.ts").focus()
    for key in ("]", "]", "r"):
        page.keyboard.press(key)
    expect(page.get_by_role("checkbox", name="Keep change 2 of 2 in src/content.ts")).not_to_be_checked()
    page.reload()
    expect(page.get_by_role("checkbox", name="Keep change 2 of 2 in src/content.ts")).not_to_be_checked()
    page.get_by_role("button", name="Keep 2 of 3 changes").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_text("A part was kept as a new revision:")).to_be_visible()
    expect(page.locator(":focus")).to_contain_text("A part was kept as a new revision")
    text = project.file("src/content.ts")
    assert NAME[1] in text and TITLE[0] in text and "9 to 5" in project.file("src/hours.ts")
    assert project.client.call("GET", f"/diffs/{diff['id']}")["review_status"] == "committed"


@in_window(width=1440, height=900)
def test_the_page_of_a_part_is_only_looked_at_and_then_that_part_is_kept(
    page: Page, stack: LocalStack, project: Project
) -> None:
    diff = proposed(project)
    before = project.draft
    opened(page, stack, f"apps/{project.id}?tab=changes&diff={diff['id']}")
    page.get_by_role("checkbox", name="Keep change 1 of 2 in src/content.ts").uncheck()
    page.get_by_role("button", name="Show the page of what I keep").click()
    frame = page.frame_locator("iframe[title='Preview of the proposal']").frame_locator("iframe")
    expect(frame.get_by_role("heading", name=TITLE[1])).to_be_visible()
    expect(frame.get_by_text(NAME[1])).to_have_count(0)
    assert project.client.call("GET", f"/diffs/{diff['id']}")["review_status"] == "pending_review"
    assert project.draft == before
    page.reload()
    expect(page.get_by_role("tab", name="Changes").get_by_text("1")).to_be_visible()
    expect(page.get_by_text("Proposal closed")).to_have_count(0)
    page.get_by_role("button", name="Keep 2 of 3 changes").click()
    expect(page.get_by_text("A part was kept as a new revision:")).to_be_visible()
    kept = project.client.call("GET", f"/diffs/{diff['id']}")
    assert kept["review_status"] == "committed" and kept["commit_message"] != diff["commit_message"]
    assert NAME[0] in project.file("src/content.ts") and TITLE[1] in project.file("src/content.ts")


@in_window(width=390)
def test_on_a_phone_its_page_is_seen_and_then_set_aside(page: Page, stack: LocalStack, project: Project) -> None:
    diff = proposed(project)
    before = project.draft
    opened(page, stack, f"apps/{project.id}")
    page.get_by_role("article", name="Make it the page of Rosa").get_by_role("link", name="Review").click()
    page.get_by_role("button", name="Show the page").click()
    frame = page.frame_locator("iframe[title='Preview of the proposal']").frame_locator("iframe")
    expect(frame.get_by_role("heading", name=TITLE[1])).to_be_visible()
    page.get_by_role("button", name="Set aside", exact=True).click()
    expect(page.get_by_text("Set aside", exact=True).first).to_be_visible()
    page.get_by_role("button", name="All proposals").click()
    expect(page.get_by_text("Nothing to review yet")).to_be_visible()
    assert project.draft == before
    assert project.client.call("GET", f"/diffs/{diff['id']}")["review_status"] == "rejected"


@in_window(width=1440, height=900)
def test_a_proposal_is_sent_back_and_the_agent_goes_on_with_it(
    page: Page, stack: LocalStack, project: Project, model: ScriptedModel
) -> None:
    diff = proposed(project)
    wish = f"Say when it is closed ({project.id})"
    hours = write("src/closed.ts", 'export const closed = "Monday";\n')
    model.script.push(calls(hours), finish("Now with the day off"), match=project.id)
    opened(page, stack, f"apps/{project.id}?tab=changes&diff={diff['id']}")
    page.get_by_role("button", name="Ask for changes").click()
    page.keyboard.type(wish)
    page.get_by_role("button", name="Send to the agent").click()
    page.get_by_role("article", name=wish).get_by_role("link", name="Review").click()
    expect(page.get_by_role("button", name="Keep all 4 changes")).to_be_visible()
    page.get_by_role("button", name="All proposals").click()
    expect(page.get_by_role("region", name="Decided").get_by_text("Gone on with")).to_be_visible()


@in_window(width=1440, height=900)
def test_an_older_proposal_is_brought_up_to_date(page: Page, stack: LocalStack, project: Project) -> None:
    diff = proposed(project)
    project.save({"op": "upsert_file", "path": "src/later.ts", "content": "export const later = 1;\n"})
    opened(page, stack, f"apps/{project.id}?tab=changes&diff={diff['id']}")
    page.get_by_role("button", name="Update").click()
    page.get_by_role("button", name="Keep all 3 changes").click()
    expect(page.get_by_text("Kept as a new revision.")).to_be_visible()
    assert "later" in project.file("src/later.ts") and TITLE[1] in project.file("src/content.ts")
