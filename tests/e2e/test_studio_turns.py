"""How a turn is shown, in a real browser: what it changed and cost, what waits for a person, and how one goes on."""

import pytest
from playwright.sync_api import Page, expect

from devkit.scripted_model.server import ScriptedModel
from devkit.stack.client import Client
from devkit.stack.project import Make, Project
from devkit.stack.stack import SEES
from devkit.studio.world import write
from local.openai_server.reply import Call, Reply, Tokens, calls
from local.stack import LocalStack
from tests.e2e.test_studio_review import NAME, edit, finish
from tests.support.drawn import drawn_of
from tests.support.keyboard import expect_focus, go_to
from tests.support.message_box import send
from tests.support.window import in_window, opened

PATH = "src/content.ts"
NEW = Call(name="write_file", arguments={"path": "src/hours.ts", "content": 'export const hours = "9 to 5";\n'})
DONE = Call(name="finish", arguments={"summary": "Rosa has her name", "rationale": None, "assumptions": None})
CODE = "```ts\nexport const title = 1;\n\nexport const b = 2;\n```"
WORDS = f"I looked **around**. The title is in `src/content.ts`:\n\n{CODE}"
HOSTILE = " ![x](https://evil.example/p.png) [y](javascript:alert(1)) <img src=x onerror=alert(1)>\n\n" + "long" * 400


def first() -> Reply:
    return Reply(
        reasoning=("The title is somewhere.",),
        text=(WORDS, HOSTILE),
        calls=(edit(PATH, NAME), NEW),
        usage=Tokens(input_tokens=1200, output_tokens=300, cached_tokens=900),
    )


def expect_inside(page: Page) -> None:
    """Nothing reaches beyond the window."""
    assert page.evaluate("document.documentElement.scrollWidth") <= page.evaluate("window.innerWidth")


@in_window(drawn_of(__file__, [1440, 390]))
def test_what_the_tools_changed_is_seen_and_one_file_taken_back(
    page: Page, stack: LocalStack, project: Project
) -> None:
    project.chat("Name it Rosa", first(), calls(DONE))
    opened(page, stack, f"apps/{project.id}")
    turn = page.get_by_role("article", name="Name it Rosa")
    turn.get_by_text("Thought for").click()
    expect(turn.get_by_text("The title is somewhere.")).to_be_visible()
    turn.locator("summary").filter(has_text="Edited, Wrote").click()
    line = turn.locator("summary").filter(has_text="Edited").filter(has_text=PATH)
    expect(line).to_contain_text("+1 -1")
    line.click()
    expect(turn.get_by_role("table").get_by_text("Salon Rosa")).to_be_visible()
    assert turn.locator("img").count() == 0
    turn.get_by_text("2 model calls").click()
    calls_list = turn.get_by_role("list", name="2 model calls")
    expect(calls_list.get_by_text("900 cached")).to_be_visible()
    calls_list.get_by_role("button", name="Full response: 1").click()
    dialog = page.get_by_role("dialog", name="Response of call 1")
    expect(dialog.get_by_label("Full response")).to_contain_text("edit_file")
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    files = turn.get_by_role("group", name="Changed files")
    files.get_by_text("Explain it").click()
    expect(files.get_by_text(f"{PATH} was changed")).to_be_visible()
    expect(files.get_by_text("Explain it")).to_be_in_viewport()
    files.get_by_role("button", name=f"Take {PATH} back").click()
    files.get_by_role("button", name="Take it back").click()
    expect(page.get_by_text(f"{PATH} is as it was before.")).to_be_visible()
    expect_inside(page)
    assert NAME[0] in project.file(PATH) and "9 to 5" in project.file("src/hours.ts")


@in_window(drawn_of(__file__, [1440, 390]))
def test_what_a_run_does_is_said_as_it_happens_and_its_plan_claims_nothing(
    page: Page, stack: LocalStack, project: Project
) -> None:
    plan = Call(name="update_state", arguments={"plan": ["Look", "Write the hours"]})
    long = Call(name="write_file", arguments={"path": "src/long.ts", "content": LONG})
    end = Call(name="finish", arguments={"summary": "Hours.", "rationale": "R", "assumptions": ["Open at nine"]})
    slow = Reply(calls=(NEW, long), delay=1.2, first_delay=6)
    project.script.push(calls(Call(name="more", arguments={"tool": plan.name, "arguments": plan.arguments})))
    project.script.push(slow, calls(end))
    opened(page, stack, f"apps/{project.id}?chat=new")
    send(page, "Add hours")
    turn = page.get_by_role("article", name="Add hours")
    expect(turn.get_by_text("Thinking").first).to_be_visible()
    expect(page.get_by_text("Plan: 2 steps")).to_be_visible()
    expect(turn.get_by_text("Writing src/long.ts (file 2)")).to_be_visible()
    expect(page.get_by_role("banner").get_by_text("Writing the code")).to_be_visible()
    expect(turn.get_by_text("Kept as a new revision")).to_be_visible()
    expect(turn.get_by_role("group", name="What it assumed.")).to_contain_text("Open at nine")
    expect(turn.get_by_text("Write the hours")).to_be_hidden()
    turn.get_by_text("Plan: 2 steps").click()
    expect(turn.get_by_text("Write the hours")).to_be_visible()
    expect_inside(page)


@in_window([1440, 390])
def test_another_answer_takes_the_place_of_the_first(page: Page, stack: LocalStack, project: Project) -> None:
    project.chat("Name it Rosa", calls(edit(PATH, NAME)), calls(DONE))
    project.script.push(calls(edit(PATH, (NAME[0], "House Rosalie"))), finish("Rosalie is named"), match=project.id)
    opened(page, stack, f"apps/{project.id}")
    turns = page.get_by_role("article", name="Name it Rosa")
    turns.get_by_role("button", name="Another answer").click()
    question = turns.get_by_role("alertdialog", name="Another answer")
    expect(question).to_contain_text("until then this one stays")
    question.get_by_role("button", name="Another answer").click()
    expect(turns).to_have_count(2)
    expect(turns.last.get_by_text("Kept as a new revision")).to_be_visible()
    turns.last.get_by_role("button", name="Say it differently").click()
    box = page.get_by_role("textbox", name="Message", exact=True)
    expect(box).to_be_focused()
    assert "Name it Rosa" in box.input_value()
    expect_inside(page)
    assert "House Rosalie" in project.file(PATH) and NAME[1] not in project.file(PATH)


@pytest.fixture(scope="module")
def shared(make: Make, client: Client) -> Project:
    """One app for the tests below; each has chats of its own in it."""
    made = make("vanilla", "Bruno")
    made.save({"op": "upsert_file", "path": "src/old.ts", "content": "export const old = 1;\n"})
    client.call("PATCH", made.path, {"settings": {"models": {"auto": SEES}}})
    made.built()
    return made


LONG = "".join(f"export const line{number} = {number};\n" for number in range(1, 101))
WORDS_WITH_IT = "Keep the old file"


@in_window(drawn_of(__file__, [1440, 390]))
def test_by_keyboard_alone_each_step_that_waits_is_seen_whole_and_answered_with_words(
    page: Page, stack: LocalStack, shared: Project, model: ScriptedModel, width: int
) -> None:
    asked, path = f"Sort the files ({width})", f"src/long{width}.ts"
    old = Call(name="delete_files", arguments={"paths": ["src/old.ts"]})
    model.script.push(calls(old, write(path, LONG)), finish("The long file is there."), match=asked)
    opened(page, stack, f"apps/{shared.id}?chat=new")
    page.get_by_role("textbox", name="Message", exact=True).wait_for()
    page.keyboard.press("Control+K")
    page.get_by_role("dialog", name="Commands").wait_for()
    page.keyboard.type("message box")
    page.keyboard.press("Enter")
    expect_focus(page, "Message")
    go_to(page, "Model, autonomy and budget")
    page.keyboard.press("Enter")
    page.get_by_role("combobox", name="Autonomy").wait_for()
    go_to(page, "Autonomy")
    page.keyboard.type("Asks before each")
    go_to(page, "Message", by="Shift+Tab")
    page.keyboard.type(asked)
    page.keyboard.press("Enter")
    waits = page.get_by_role("region", name="What waits for you")
    expect(waits.get_by_text("It wants to delete a file")).to_be_visible()
    expect(waits.get_by_text("export const old = 1;")).to_be_visible()
    expect(waits.get_by_text("export const line100 = 100;")).to_have_count(0)
    go_to(page, "Show all 100 lines", by="Shift+Tab")
    page.keyboard.press("Enter")
    expect(waits.get_by_text("export const line100 = 100;")).to_be_attached()
    go_to(page, "Skip it: It wants to delete a file", by="Shift+Tab")
    page.keyboard.press("Enter")
    expect_focus(page, "It wants to change files")
    go_to(page, "Words to go with it (if you like)")
    page.keyboard.type(WORDS_WITH_IT)
    expect_inside(page)
    expect(waits.get_by_role("button", name="Allow")).to_be_enabled()
    go_to(page, "Allow")
    page.keyboard.press("Enter")
    expect_focus(page, "What this turn did")
    turn = page.get_by_role("article", name=asked)
    expect(turn.get_by_text("Kept as a new revision")).to_be_visible()
    assert shared.file(path) == LONG and "old" in shared.file("src/old.ts")

    go_to(page, "Undo", by="Shift+Tab")
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog", name="Undo the last change")
    expect(dialog.get_by_role("list", name="What changes in the app")).to_contain_text(path)
    go_to(page, "Undo")
    page.keyboard.press("Enter")
    expect(dialog).to_have_count(0)
    expect(page.get_by_role("list", name="Revisions").get_by_role("button").first).to_contain_text("Taken back")
    assert any(WORDS_WITH_IT in str(request.body) for request in model.script.requests if asked in str(request.body))
    shared.client.call("GET", f"{shared.builder}/revisions/{shared.draft}/files/{path}", status=404)


@in_window(drawn_of(__file__, [1440, 390]))
def test_at_its_cap_a_turn_says_what_it_cost_and_goes_on_with_a_new_one(
    page: Page, stack: LocalStack, shared: Project, model: ScriptedModel, width: int
) -> None:
    asked = f"Write it all down ({width})"
    dear = Tokens(input_tokens=100_000, output_tokens=29_000)
    first = calls(write(f"src/part{width}.ts", "export const part = 1;\n"), usage=dear)
    model.script.push(first, finish("All of it is written down."), match=asked)
    opened(page, stack, f"apps/{shared.id}?chat=new")
    page.get_by_role("button", name="Model, autonomy and budget").click()
    page.get_by_label("Budget of a message").fill("0.5")
    send(page, asked)
    turn = page.get_by_role("article", name=asked)
    card = turn.get_by_role("group", name="Stopped at its limit.")
    expect(card).to_contain_text("It cost $0.49.")
    expect(card).to_contain_text("above the limit of $0.50")
    cap = card.get_by_label("Dollars it may spend now")
    expect(cap).to_have_value("0.5")
    turn.get_by_text("1 model call").click()
    for badge in ("100K in", "29K out", "$0.49", SEES):
        expect(turn.get_by_role("list", name="1 model call").get_by_text(badge, exact=True)).to_be_visible()
    cap.fill("0")
    expect(card.get_by_role("button", name="Go on, up to")).to_have_attribute("aria-disabled", "true")
    cap.fill("2")
    cap.press("Enter")
    further = page.get_by_role("article", name="Go on with the work.")
    expect(further.locator("p").filter(has_text="All of it is written down.")).to_be_visible()
    expect(card.get_by_role("button", name="Go on, up to")).to_have_count(0)
    expect_inside(page)
    newest, capped = shared.client.call("GET", f"/projects/{shared.id}/runs?limit=2")["items"]
    bounds = [shared.client.call("GET", f"/runs/{run['id']}")["bounds"]["dollars"] for run in (capped, newest)]
    assert bounds == [0.5, 2.0]
