"""A connection test in a real browser: started by mouse and by keyboard, and followed to its verdict."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from devkit.scripted_model.server import Script, ScriptedModel
from devkit.stack.project import Project
from local.openai_server.reply import Call, Reply, calls, say
from local.stack import LocalStack
from shared.domain.agent.model_messages import ModelRequest, ToolCall
from shared.services.spending.probe_model import INSTRUCTIONS
from tests.support.drawn import drawn_of
from tests.support.window import in_window, opened

NO_TOOLS = "registry.ollama.ai/library/gemma3:12b does not support tools"
ADVICE = "Start the server with its tool parser, or choose a model that calls tools."


@pytest.fixture
def script(model: ScriptedModel) -> Iterator[Script]:
    yield model.script
    model.script.reset()


def obey(request: ModelRequest) -> Reply:
    """What a model does that calls tools, and sees no pictures."""
    text = str(request.items)
    called = {item.arguments for item in request.items if isinstance(item, ToolCall)}
    asked = [title for title in re.findall(r'with the titles? "(\w+)"(?: and "(\w+)")?', text) for title in title]
    titles = [title for title in dict.fromkeys(asked) if title and not any(title in one for one in called)]
    if request.tools and titles:
        return calls(*(Call(name="save_note", arguments={"title": title}) for title in titles))
    return say("ready")


def refuse_tools(request: ModelRequest) -> Reply:
    return Reply(status=400, error_code="api_error", error_message=NO_TOOLS) if request.tools else say("ready")


def section(page: Page, stack: LocalStack, project: Project) -> Locator:
    opened(page, stack, f"apps/{project.id}?tab=settings")
    return page.get_by_role("group", name="Connection")


def row(found: Locator, name: str) -> Locator:
    return found.get_by_role("listitem").filter(has_text=name)


@in_window(drawn_of(__file__, [1440, 390]))
def test_a_model_that_works_is_found_to_work(page: Page, stack: LocalStack, project: Project, script: Script) -> None:
    script.answer(obey, match=INSTRUCTIONS)
    found = section(page, stack, project)
    found.get_by_role("button", name="Test connection").click()
    expect(found.get_by_role("button", name="Testing ...")).to_be_visible()
    expect(found.get_by_role("status")).to_have_text("This model can build apps.")
    expect(row(found, "Plain answer")).to_contain_text("works")
    expect(row(found, "Tool call")).to_contain_text("The model calls tools.")
    expect(row(found, "Two calls")).to_contain_text("two calls in one answer")
    expect(row(found, "Picture")).to_contain_text("not used")
    sent = [request for request in script.requests if INSTRUCTIONS in str(request.body)]
    assert len(sent) == 5
    page.reload()
    expect(found.get_by_role("status")).to_have_text("This model can build apps.")


@in_window(width=1440, height=900)
def test_by_keyboard_a_server_that_refuses_tools_is_found_out(
    page: Page, stack: LocalStack, project: Project, script: Script
) -> None:
    script.answer(refuse_tools, match=INSTRUCTIONS)
    found = section(page, stack, project)
    found.get_by_role("button", name="Test connection").focus()
    page.keyboard.press("Enter")
    expect(found.get_by_role("button", name="Testing ...")).to_be_visible()
    expect(found.get_by_role("status")).to_have_text("This model can't build apps yet.")
    expect(found.get_by_role("button", name="Test connection")).to_be_focused()
    refused = row(found, "Tool call")
    expect(refused).to_contain_text("doesn't work")
    expect(refused).to_contain_text(NO_TOOLS)
    expect(refused).to_contain_text(ADVICE)
    expect(row(found, "Two calls")).to_contain_text("not tried")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(found.get_by_text("one system message")).to_be_visible()
