"""The message box in a real browser: keys, files by every way, messages that wait, and what one says of itself."""

import re
from typing import Any

import pytest
from playwright.sync_api import FilePayload, Page, expect

from devkit.scripted_model.server import ScriptedModel
from devkit.stack.client import Client
from devkit.stack.project import Make, Project
from devkit.stack.stack import SEES
from devkit.studio.steps import PICTURE
from devkit.studio.world import write
from local.openai_server.reply import Call, calls, say
from local.stack import LocalStack
from tests.e2e.test_studio_review import finish
from tests.support import message_box as box
from tests.support.drawn import drawn_of
from tests.support.message_box import message_box, send, waiting, waiting_buttons
from tests.support.window import in_window, opened

WIDTHS = drawn_of(__file__, [1440, 390])
LINES = ("It may be short.", "One", "Two", "Three")
ENDLESS = tuple(f"{number} " for number in range(300))


@pytest.fixture(scope="module")
def project(make: Make, client: Client, model: ScriptedModel) -> Project:
    """One app for all; each test has a chat of its own in it. In the mode `deep` a model answers that sees."""
    made = make("vanilla", "Rosa")
    client.call("PATCH", made.path, {"settings": {"models": {"deep": SEES}}})
    made.built()
    return made


def new_chat(page: Page, stack: LocalStack, project: Project) -> None:
    opened(page, stack, f"apps/{project.id}?chat=new")


def runs(project: Project, count: int) -> list[dict[str, Any]]:
    """The newest runs, as the server has taken their messages, oldest first."""
    listed = project.client.call("GET", f"/projects/{project.id}/runs?limit={count}")["items"]
    return [project.client.call("GET", f"/runs/{run['id']}") for run in reversed(listed)]


def paths(project: Project) -> list[str]:
    """The files of the draft."""
    tree = project.client.call("GET", f"{project.builder}/revisions/{project.draft}/files")["items"]
    return [file["path"] for file in tree]


@in_window(WIDTHS)
def test_it_grows_and_only_an_enter_of_its_own_sends(
    page: Page, stack: LocalStack, project: Project, width: int
) -> None:
    asked = f"How is the weather, {width}?"
    whole = "\n".join((asked, *LINES, "天気"))
    project.script.push(say("It rains."), match=asked)
    new_chat(page, stack, project)
    sent = box.messages_sent(page)
    words = message_box(page)
    low = box.height(words)
    words.fill("\n".join(map(str, range(60))))
    assert low < box.height(words) < 844 / 2, "it grows, and leaves room for the conversation"
    words.fill(asked)
    words.press("End")
    for line in LINES:
        page.keyboard.press("Shift+Enter")
        page.keyboard.type(line)
    assert low < box.height(words)
    page.keyboard.press("Shift+Enter")
    box.write_by_input_method(page, "てんき", "天気")
    expect(words).to_have_value(whole)
    page.reload()
    expect(words).to_have_value(whole)
    assert sent == []
    words.press("Enter")
    expect(page.get_by_text("It rains.")).to_be_visible()
    expect(words).to_have_value("")
    assert len(sent) == 1 and runs(project, 1)[0]["message"] == whole
    assert box.height(words) == low


@in_window(WIDTHS)
def test_messages_wait_are_changed_and_a_stopped_run_says_what_was_kept(
    page: Page, stack: LocalStack, project: Project, width: int
) -> None:
    tea, boat, harbour, moon = (f"{what} ({width})" for what in ("Make tea", "Draw a boat", "Draw a harbour", "A moon"))
    reworded = f"Draw a small boat ({width})"
    held = project.script.hold(say("Then there is the sugar."))
    hours = write(f"src/tea{width}.ts", "export const tea = 1;\n")
    project.script.push(calls(hours), held, say(*ENDLESS, delay=0.2), say("A boat floats."), match=tea)
    new_chat(page, stack, project)
    rows = waiting(page).get_by_role("listitem")
    said = waiting(page).get_by_role("status")
    send(page, tea)
    first, second, last = (page.get_by_role("article", name=name) for name in (tea, harbour, reworded))
    expect(first.locator("summary").filter(has_text="Wrote")).to_be_visible()
    for one in (boat, harbour, moon):
        send(page, one)
    expect(rows).to_contain_text([boat, harbour, moon])
    waiting_buttons(page, 2, 3).get_by_role("button", name="Earlier").press("Enter")
    expect(said).to_have_text("Moved to 1 of 3.")
    waiting_buttons(page, 2, 3).get_by_role("button", name="Say it otherwise").click()
    page.get_by_role("textbox", name="The waiting message").fill(reworded)
    page.keyboard.press("Enter")
    expect(said).to_have_text("The message is changed.")
    expect(message_box(page)).to_be_focused()
    waiting_buttons(page, 3, 3).get_by_role("button", name="Drop it").click()
    expect(rows).to_contain_text([harbour, reworded])
    page.reload()
    expect(rows).to_contain_text([harbour, reworded])

    stop = page.get_by_role("button", name="Stop", exact=True)
    stop.click()
    expect(page.get_by_role("button", name="Stopping ...")).to_be_visible()
    project.script.release()
    kept = re.compile("(1 changed file|Its work) is kept, your app is as it was.")
    expect(first.get_by_role("group", name="Stopped.")).to_contain_text(kept)
    expect(second.get_by_text("5 6 7")).to_be_visible()
    stop.click()  # the next run has its own
    expect(second.get_by_role("group", name="Stopped.")).to_contain_text("Nothing was changed")
    expect(last.get_by_text("A boat floats.")).to_be_visible()
    expect(waiting(page)).to_have_count(0)
    expect(stop).to_have_count(0)


@in_window(WIDTHS)
def test_files_come_by_button_paste_and_drop_and_a_person_says_what_each_is_for(
    page: Page, stack: LocalStack, project: Project, model: ScriptedModel, width: int
) -> None:
    asked = f"Use what I attached ({width})"
    model.script.push(finish("The logo is in the app."), match=asked)
    name = f"logo{width}.png"
    front = FilePayload(name="front.png", mimeType="image/png", buffer=PICTURE)
    logo = FilePayload(name=name, mimeType="image/png", buffer=PICTURE + str(width).encode())
    notes = FilePayload(name="notes.md", mimeType="text/markdown", buffer=b"# Rosa opens at nine\n")
    archive = FilePayload(name="all.zip", mimeType="application/zip", buffer=b"PK")
    new_chat(page, stack, project)
    rows = page.get_by_role("list", name="Attachments").get_by_role("listitem")
    with page.expect_file_chooser() as chosen:
        page.get_by_role("button", name="Attach pictures or text files").click()
    chosen.value.set_files(front)
    box.paste(page, logo)
    box.drop(page, notes, archive)
    expect(page.get_by_role("alert")).to_contain_text("all.zip was not attached")
    expect(rows).to_contain_text(["front.png", name, "notes.md"])

    blind = page.get_by_text("The AI model in use cannot look at pictures.")
    page.get_by_label(f"What becomes of {name}").select_option("app")
    expect(blind).to_be_visible()
    page.get_by_role("button", name="Model, autonomy and budget").click()
    page.get_by_label("Model", exact=True).select_option("deep")
    expect(blind).to_have_count(0)
    expect(page.get_by_text("Uploading")).to_have_count(0)
    page.reload()
    expect(rows).to_contain_text(["front.png", name, "notes.md"])
    expect(page.get_by_label(f"What becomes of {name}")).to_have_value("app")
    send(page, asked)
    expect(rows).to_have_text(["front.pngsent along", f"{name}for the app", "notes.mdsent along"])
    turn = page.get_by_role("article", name=asked)
    expect(turn.get_by_text("Kept as a new revision")).to_be_visible()
    (request,) = [str(one.body) for one in model.script.requests if asked in str(one.body)]
    assert request.count("data:image/png;base64,") == 1 and "Rosa opens at nine" in request
    assert f"public/{name}" in paths(project) and "public/front.png" not in paths(project)


@in_window(WIDTHS)
def test_a_message_says_what_it_is_for_what_it_may_cost_and_which_files_it_means(
    page: Page, stack: LocalStack, project: Project, width: int
) -> None:
    asked, planned = f"Count {width}: how long is", f"Count {width}: now plan it"
    sly = calls(write("src/sly.ts", "export const sly = 1;\n"))
    kept = {"plan": ["Count the words"], "requirements": [{"name": "pages", "values": ["one with words"]}]}
    plan = calls(Call(name="update_state", arguments=kept))
    project.script.push(sly, say("It has five words."), sly, plan, say("First the words."), match=f"Count {width}:")
    new_chat(page, stack, project)
    wish = page.get_by_label("What the message is for")
    wish.select_option("ask")
    expect(page.get_by_text("It answers and changes nothing.")).to_be_visible()
    page.get_by_role("button", name="Model, autonomy and budget").click()
    page.get_by_label("Model", exact=True).select_option("deep")
    expect(page.get_by_text("$2 in, $10 out for a million tokens")).to_be_visible()
    page.get_by_label("Budget of a message").fill("0,5")
    page.reload()
    chips = page.get_by_role("list", name="Not as in the app's settings").get_by_role("listitem")
    expect(chips).to_have_text(["Model: Deep", "At most $0,5"])
    expect(wish).to_have_value("ask")

    message_box(page).click()
    page.keyboard.type(f"{asked} @cont")
    expect(box.files_offered(page).first).to_contain_text("src/content.ts")
    box.name_first_file(page)
    page.keyboard.type("or @")
    expect(box.files_offered(page)).not_to_have_count(0)
    page.keyboard.press("Escape")
    expect(box.files_offered(page)).to_have_count(0)
    page.keyboard.press("Enter")
    turn = page.get_by_role("article", name=asked)
    expect(turn.get_by_text("It has five words.")).to_be_visible()
    expect(turn.get_by_text("Nothing was changed")).to_be_visible()

    page.get_by_role("button", name="Model: back to the app's settings").click()
    page.get_by_role("button", name="Budget of a message: back to the app's settings").press("Enter")
    expect(message_box(page)).to_be_focused()
    wish.select_option("plan")
    send(page, planned)
    turn = page.get_by_role("article", name=planned)
    expect(turn.get_by_text("First the words.")).to_be_visible()
    expect(turn.get_by_text("Nothing was changed")).to_be_visible()
    asks, plans = runs(project, 2)
    assert asks["message"] == f"{asked} @src/content.ts or @" and asks["mentions"] == ["src/content.ts"]
    found = [(run["only"], run["mode"], run["model"], run["bounds"]["dollars"]) for run in (asks, plans)]
    assert found == [("answer", "deep", SEES, 0.5), ("plan", "auto", "scripted", 4.0)]
    assert "src/sly.ts" not in paths(project)
