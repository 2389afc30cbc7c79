"""Chats in a real browser: one of two thousand turns, and many beside one another."""

import re

from playwright.sync_api import Page, expect

from devkit.stack.long_chat import lengthen
from devkit.stack.project import Project
from devkit.studio.pages import to_the_beginning
from local.openai_server.reply import say
from local.stack import LocalStack
from tests.support.depth import deep
from tests.support.drawn import drawn_of
from tests.support.window import in_window, opened

TURNS, DRAWN = 2000, 40


def chat_of(project: Project) -> str:
    return str(project.state()["app"]["conversation_id"])


@deep
@in_window(width=1440, height=900)
def test_two_thousand_turns_are_scrolled_with_few_of_them_drawn(
    page: Page, stack: LocalStack, project: Project
) -> None:
    project.chat("Say hello", say("The newest answer."))
    lengthen(stack, str(project.app["tenant_id"]), project.id, chat_of(project), TURNS)
    opened(page, stack, f"apps/{project.id}")
    feed = page.get_by_role("feed")
    newest = feed.get_by_role("article").last
    expect(newest.get_by_text("The newest answer.")).to_be_in_viewport()
    assert newest.get_attribute("aria-posinset") == newest.get_attribute("aria-setsize") == str(TURNS + 1)
    newest.focus()
    seen = to_the_beginning(page)
    assert max(seen) <= DRAWN
    expect(page.get_by_text("The chat begins here")).to_be_in_viewport()
    first = feed.get_by_role("article").first
    assert first.get_attribute("aria-posinset") == "1"
    expect(first).to_contain_text("(1)")
    expect(newest).to_be_focused()  # it stays, wherever one scrolls
    first.focus()
    page.keyboard.press("PageDown")
    expect(feed.get_by_role("article", name=re.compile(r"\(2\)$"))).to_be_focused()
    page.get_by_role("button", name="Jump to the newest").click()
    expect(feed.get_by_text("The newest answer.")).to_be_in_viewport()


@in_window(drawn_of(__file__, [1440, 390]))
def test_chats_are_started_named_found_removed_and_brought_back(
    page: Page, stack: LocalStack, project: Project
) -> None:
    project.chat("Where is the heron", say("It sits on the door."))
    old = chat_of(project)
    project.script.push(say("A boat floats."), match=project.id)
    opened(page, stack, f"apps/{project.id}")
    expect(page.get_by_text("It sits on the door.")).to_be_visible()
    page.get_by_role("button", name="New chat").click()
    page.wait_for_url("**chat=new*")
    expect(page.get_by_role("heading", name="Nothing said yet")).to_be_visible()
    page.get_by_label("Message", exact=True).fill(f"Draw a boat ({project.id})")
    page.keyboard.press("Enter")
    page.wait_for_url("**chat=conv_*")
    expect(page.get_by_text("A boat floats.")).to_be_visible()
    expect(page.get_by_text("It sits on the door.")).to_have_count(0)
    expect(page.get_by_label("Message", exact=True)).to_be_focused()
    page.get_by_role("button", name="Rename this chat").click()
    expect(page.locator("input:focus")).to_have_value(re.compile("boat"))  # it is fetched when it is first opened
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type("The boat")
    page.keyboard.press("Enter")
    menu = page.get_by_role("button", name="Chats: The boat")
    expect(menu).to_be_visible()
    menu.click()
    dialog = page.get_by_role("dialog", name="Chats")
    expect(dialog.get_by_role("listitem")).to_have_count(2)
    dialog.get_by_label("Find in your chats").fill("HERON")
    expect(dialog.get_by_text("1 chat found.")).to_be_visible()
    dialog.get_by_role("listitem").get_by_role("button").click()
    page.wait_for_url(f"**chat={old}*")
    expect(page.get_by_role("article", name="Where is the heron")).to_be_focused()
    page.go_back()
    expect(page.get_by_text("A boat floats.")).to_be_visible()
    menu.click()
    boat = dialog.get_by_role("listitem").filter(has_text="The boat")
    boat.get_by_role("button", name="Remove").click()
    boat.get_by_role("alertdialog").get_by_role("button", name="Remove").click()
    expect(dialog.get_by_role("listitem")).to_have_count(1)
    dialog.get_by_role("button", name="Removed chats").click()
    gone = page.get_by_role("dialog", name="Removed chats")
    gone.get_by_role("button", name="Bring back").click()
    expect(gone.get_by_text("No chat was removed.")).to_be_visible()
    gone.get_by_role("button", name="Back to the chats").click()
    boat.get_by_role("button", name="The boat").click()
    expect(page.get_by_text("A boat floats.")).to_be_visible()
    titles = [one["title"] for one in project.client.call("GET", f"{project.builder}/threads")["items"]]
    assert titles[0] == "The boat"


@in_window(width=1440)
def test_a_removed_chat_and_one_that_is_not_here_say_so(page: Page, stack: LocalStack, project: Project) -> None:
    project.chat("Where is the heron", say("It sits on the door."))
    old = chat_of(project)
    project.client.call("DELETE", f"{project.builder}/threads/{old}", status=204)
    opened(page, stack, f"apps/{project.id}")
    expect(page.get_by_role("heading", name="Nothing said yet")).to_be_visible()
    page.goto(f"{stack.api_url}/studio/apps/{project.id}?chat={old}")
    expect(page.get_by_role("heading", name="This chat was removed")).to_be_visible()
    page.get_by_role("button", name="Bring back").click()
    expect(page.get_by_text("It sits on the door.")).to_be_visible()
