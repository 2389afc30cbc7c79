"""The way back, in a real browser: an earlier state restored, a change undone, an earlier publication put back."""

import re

import pytest
from playwright.sync_api import Page, expect

from devkit.stack.client import Client
from devkit.stack.project import Make, Project
from local.openai_server.reply import calls
from local.stack import LocalStack
from tests.e2e.test_studio_publish import browser_text
from tests.e2e.test_studio_review import NAME, edit, finish
from tests.support.drawn import drawn_of
from tests.support.window import in_window, opened

PATH = "src/content.ts"


@pytest.fixture
def project(make: Make) -> Project:
    """Made, changed by the agent, then by hand in another place."""
    made = make("vanilla", "Rosa").ready()
    made.chat("Name it", calls(edit(PATH, NAME)), finish("It has its name"))
    made.save_text(PATH, "A good place to start", "Open at nine")
    made.built()
    return made


@in_window(drawn_of(__file__, [1440, 390]))
def test_a_change_is_undone_and_an_older_state_restored(page: Page, stack: LocalStack, project: Project) -> None:
    opened(page, stack, f"apps/{project.id}?tab=history")
    page.get_by_role("button", name="Undo the last change").click()
    dialog = page.get_by_role("dialog", name="Undo the last change")
    expect(dialog.get_by_text('This takes back "Name it')).to_be_visible()
    expect(dialog.get_by_role("list", name="What changes in the app")).to_contain_text(PATH)
    expect(dialog.get_by_text("What came after it stays")).to_be_visible()
    dialog.get_by_role("button", name="Undo", exact=True).click()
    expect(dialog).to_have_count(0)
    expect(page.get_by_role("list", name="Revisions").get_by_role("button").first).to_contain_text("Taken back")
    text = project.file(PATH)
    assert NAME[0] in text and "Open at nine" in text
    page.get_by_role("button", name=re.compile("^Name it .* It has its name Agent, for you")).click()
    expect(page.get_by_role("region", name=PATH)).to_contain_text("removed")
    page.get_by_role("button", name="Restore").click()
    page.get_by_role("dialog").get_by_role("button", name="Restore").click()
    expect(page.get_by_role("list", name="Revisions").get_by_role("button").first).to_contain_text("Restored")
    text = project.file(PATH)
    assert NAME[1] in text and "Open at nine" not in text
    assert len(project.client.call("GET", f"{project.builder}/revisions")["items"]) == 5


@in_window(width=1440, height=900)
def test_two_revisions_are_compared_and_one_gets_a_name(page: Page, stack: LocalStack, project: Project) -> None:
    first = project.client.call("GET", f"{project.builder}/revisions")["items"][-1]["id"]
    opened(page, stack, f"apps/{project.id}?tab=history&revision={project.draft}")
    file = page.get_by_role("region", name=PATH)
    expect(file).to_contain_text("Open at nine")
    expect(file).not_to_contain_text(NAME[1] + '"')
    page.get_by_label("Compare with").select_option(first)
    expect(file).to_contain_text(NAME[1])
    page.wait_for_url(f"**against={first}*")
    page.get_by_role("button", name="Give it a name").click()
    page.keyboard.type("Before the launch")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Before the launch")).to_be_visible()
    page.go_back()
    page.get_by_role("button", name="Show the page").click()
    frame = page.frame_locator("iframe[title='The page of this revision']").frame_locator("iframe")
    expect(frame.get_by_role("heading", name="Open at nine")).to_be_visible()
    assert project.revision(project.draft)["label"] == "Before the launch"


@in_window(width=390)
def test_one_file_comes_back_and_the_rest_stays(page: Page, stack: LocalStack, project: Project) -> None:
    first = project.client.call("GET", f"{project.builder}/revisions")["items"][-1]["id"]
    project.save({"op": "upsert_file", "path": "src/later.ts", "content": "export const later = 1;\n"})
    opened(page, stack, f"apps/{project.id}?tab=history&revision={first}&against={project.draft}")
    page.get_by_text("What changed, and why").click()
    expect(page.get_by_text("What changed", exact=True)).to_be_visible()
    file = page.get_by_role("region", name=PATH)
    file.get_by_role("button", name="Bring this file back").click()
    file.get_by_role("button", name="Bring this file back").click()
    expect(file.get_by_text("It is back, as a new revision.")).to_be_visible()
    assert NAME[0] in project.file(PATH) and "later" in project.file("src/later.ts")


@in_window(width=1440, height=900)
def test_an_earlier_publication_is_put_back(page: Page, stack: LocalStack, project: Project) -> None:
    address = project.publish()["live_url"]
    project.save_text(PATH, "Open at nine", "Closed today")
    project.built()
    project.publish()
    opened(page, stack, f"apps/{project.id}?tab=history")
    page.get_by_role("tab", name="Publications").click()
    rows = page.get_by_role("list", name="Publications").get_by_role("listitem")
    expect(rows).to_have_count(2)
    expect(rows.first).to_contain_text("Live")
    assert "Closed today" in browser_text(page, address)
    own = rows.last.get_by_role("link", name="Open this version").get_attribute("href") or ""
    assert own != address and "Open at nine" in browser_text(page, own)
    rows.last.get_by_role("button", name="Put back online").click()
    expect(page.locator(":focus")).to_have_text("Cancel")
    rows.last.get_by_role("button", name="Put back online").click()
    expect(rows).to_have_count(3)
    expect(rows.first.get_by_text("Live")).to_be_visible()
    assert "Open at nine" in browser_text(page, address)
    assert "Closed today" in project.file(PATH)


@in_window(width=1440, height=900)
def test_after_an_undo_to_what_is_online_nothing_is_left_to_publish(
    page: Page, stack: LocalStack, make: Make, client: Client
) -> None:
    project = make("vanilla", "Rosa").ready()
    project.publish()
    project.chat("Name it", calls(edit(PATH, NAME)), finish("It has its name"))
    project.built()
    opened(page, stack, f"apps/{project.id}")
    expect(page.get_by_text("Visitors still see an earlier version.")).to_be_visible()
    client.call("POST", f"{project.builder}/undo?confirm=true", {})
    project.built()
    expect(page.get_by_role("button", name="Publish: Up to date")).to_be_visible()
    expect(page.get_by_text("Visitors still see an earlier version.")).to_have_count(0)
