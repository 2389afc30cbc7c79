"""Runs, usage, project state, terminal and keys in a real browser: read, answered, taken back, changed and refused."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from devkit.stack.client import Client
from devkit.stack.project import Make, Project
from local.openai_server.reply import Call, calls
from local.stack import LocalStack
from tests.e2e.test_studio_review import NAME, edit, finish
from tests.support.drawn import drawn_of
from tests.support.window import in_window, opened

PATH = "src/content.ts"
NEW = Call(name="write_file", arguments={"path": "src/hours.ts", "content": 'export const hours = "9 to 5";\n'})


@pytest.fixture(scope="module")
def project(make: Make) -> Project:
    """Named by one run, changed by hand after it, and a second run that waits for a person."""
    made = make("vanilla", "Rosa").ready()
    made.chat("Name it", calls(edit(PATH, NAME)), finish("It has its name"))
    made.save_text(PATH, "A good place to start", "Open at nine")
    made.built()
    made.chat("Say the hours", calls(NEW), finish("The hours are there"), autonomy="suggest")
    return made


def pane(page: Page, name: str) -> None:
    """The number of what waits for a person stands behind the name."""
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name=re.compile(rf"^{name}( ?\d+)?$")).click()


def row(page: Page, title: str) -> Locator:
    """A run in the list; the chat beside it may have the same title."""
    return page.get_by_role("table", name="Runs").get_by_role("button", name=title)


@in_window(drawn_of(__file__, [1440, 390]))
def test_a_run_is_found_read_and_seen_before_it_is_taken_back(page: Page, stack: LocalStack, project: Project) -> None:
    opened(page, stack, f"apps/{project.id}")
    pane(page, "Runs")
    page.get_by_label("Status").select_option("completed")
    page.wait_for_url("**state=completed*")
    expect(row(page, "Name it")).to_be_visible()
    expect(row(page, "Say the hours")).to_have_count(0)
    row(page, "Name it").click()
    page.wait_for_url("**run=run_*")
    steps = page.get_by_role("region", name="Steps")
    steps.get_by_text(PATH).click()
    expect(steps.get_by_role("region", name=PATH)).to_contain_text(NAME[1])
    page.get_by_text("Calls of models").click()
    expect(page.get_by_role("list", name="Calls of models").get_by_text("Builder").first).to_be_visible()
    page.reload()
    page.get_by_role("button", name="Take it back").click()
    dialog = page.get_by_role("dialog", name="Take this run back")
    expect(dialog.get_by_role("list", name="What changes in the app")).to_contain_text(PATH)
    expect(dialog.get_by_text("What came after it stays")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(":focus")).to_have_text("Take it back")
    assert NAME[1] in project.file(PATH)


@in_window(width=1440, height=900)
def test_by_keyboard_a_waiting_step_is_allowed_with_words_and_a_run_taken_back(
    page: Page, stack: LocalStack, project: Project
) -> None:
    opened(page, stack, f"apps/{project.id}?tab=code")
    there = page.get_by_role("link", name="Waiting for you")
    there.focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**turn=turn_*")
    expect(page.get_by_role("region", name="What waits for you")).to_be_visible()
    expect(page.get_by_text("What you send now does not wait for it")).to_be_visible()
    page.goto(f"{stack.api_url}/studio/apps/{project.id}?tab=runs&state=awaiting_approval")
    row(page, "Say the hours").focus()
    page.keyboard.press("Enter")
    shown = page.get_by_role("tabpanel")  # the chat beside it tells of the same wait
    waits = shown.get_by_role("region", name="What waits for you")
    expect(waits.get_by_text("src/hours.ts").first).to_be_visible()
    waits.get_by_label("Your words to it (optional)").focus()
    page.keyboard.type("Go on")
    waits.get_by_role("button", name="Allow", exact=True).focus()
    page.keyboard.press("Enter")
    expect(shown.get_by_role("button", name="See the revision")).to_be_visible()
    shown.get_by_role("button", name="Take it back").focus()
    page.keyboard.press("Enter")
    page.get_by_role("dialog").get_by_role("button", name="Take it back").focus()
    page.keyboard.press("Enter")
    expect(shown.get_by_text("Taken back")).to_be_visible()
    shown.get_by_role("button", name="See what took it back").click()
    expect(shown.get_by_text("Taken back").first).to_be_visible()
    expect(there).to_have_count(0)
    expect(page.get_by_role("article", name="Say the hours").get_by_text("Taken back since")).to_be_visible()
    listed = project.client.call("GET", f"/projects/{project.id}/runs")["items"]
    assert [run["status"] for run in listed] == ["completed", "completed"] and listed[0]["rolled_back_by_revision"]
    files = project.client.call("GET", f"{project.builder}/revisions/{project.draft}/files")["items"]
    assert "src/hours.ts" not in [file["path"] for file in files]


@in_window(width=390)
def test_what_was_used_is_a_chart_a_table_and_what_is_left(page: Page, stack: LocalStack, project: Project) -> None:
    opened(page, stack, f"apps/{project.id}")
    pane(page, "Usage")
    expect(page.get_by_role("img", name=re.compile("Most was used on"))).to_be_visible()
    page.get_by_label("By", exact=True).select_option("run")
    page.wait_for_url("**by=run*")
    page.get_by_role("button", name="Show as a table").first.click()
    expect(page.get_by_role("table").get_by_role("row")).to_have_count(3)
    page.get_by_role("link", name="Budgets of all apps").click()
    expect(page.get_by_role("heading", name="Usage and budgets")).to_be_visible()
    expect(page.get_by_role("region", name="Today")).to_contain_text("left")
    page.goto(f"{stack.api_url}/studio/account")
    form = page.get_by_role("form", name="Budgets")
    form.get_by_label("Dollars a day").fill("1000000")
    expect(form.get_by_text(re.compile("which the server allows")).first).to_be_visible()
    form.get_by_label("Dollars a day").fill("9.5")
    page.keyboard.press("Enter")
    expect(form.get_by_role("status")).to_have_text("Saved.")
    page.get_by_role("link", name="See what is left of them").click()
    expect(page.get_by_role("region", name="Today")).to_contain_text("of $9.50")


@in_window(width=390, allowed=("409",))
def test_the_state_is_changed_and_nothing_is_written_over_unseen(
    page: Page, stack: LocalStack, project: Project
) -> None:
    opened(page, stack, f"apps/{project.id}")
    pane(page, "Project")
    page.get_by_role("button", name="Change agent's steps").click()
    page.get_by_label("Step", exact=True).first.fill("Look at it")
    page.reload()
    expect(page.get_by_label("Step", exact=True).first).to_have_value("Look at it")
    version = project.client.call("GET", f"/projects/{project.id}/state")["version"]
    project.client.call("PATCH", f"/projects/{project.id}/state", {"version": version, "plan": ["Theirs"]}, status=200)
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("This was written meanwhile")).to_be_visible()
    page.get_by_role("button", name="Save mine in its place").click()
    expect(page.get_by_role("region", name="Agent's steps").get_by_role("listitem")).to_have_text(["Look at it"])
    page.get_by_role("button", name="Show the log").click()
    expect(page.get_by_role("list", name="Tool log").get_by_text(PATH).first).to_be_visible()
    assert project.client.call("GET", f"/projects/{project.id}/state")["plan"] == ["Look at it"]


@in_window(width=1440, height=900)
def test_a_command_runs_and_another_is_refused_with_a_reason(page: Page, stack: LocalStack, project: Project) -> None:
    opened(page, stack, f"apps/{project.id}")
    pane(page, "Terminal")
    page.get_by_label("Command", exact=True).fill("rm -r src")
    page.keyboard.press("Enter")
    expect(page.get_by_text("`rm` is never run.")).to_be_visible()
    page.get_by_role("button", name="npx tsc --noEmit").click()
    page.keyboard.press("Enter")
    entry = page.get_by_role("region", name="npx tsc --noEmit", exact=True)
    expect(entry.get_by_text(re.compile("^(Done|Failed)$"))).to_be_visible()
    page.get_by_label("Command", exact=True).focus()
    for _ in range(2):
        page.keyboard.press("ArrowUp")
    expect(page.get_by_label("Command", exact=True)).to_have_value("rm -r src")


@in_window(width=390)
def test_a_key_is_shown_once_works_and_is_revoked(
    page: Page, stack: LocalStack, client: Client, project: Project
) -> None:
    opened(page, stack, "")
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("link", name="Account and keys").click()
    page.get_by_label("Name", exact=True).fill("Robot")
    page.get_by_role("button", name="Make a key").click()
    secret = page.get_by_label("The key", exact=True).input_value()
    with Client(stack.api_url, secret) as robot:
        assert robot.call("GET", f"/projects/{project.id}")["id"] == project.id
    page.get_by_role("button", name="I have it").click()
    assert secret not in page.content()
    row = page.get_by_role("list", name="Keys for programs").get_by_role("listitem").filter(has_text="Robot")
    row.get_by_role("button", name="Revoke").click()
    row.get_by_role("alertdialog").get_by_role("button", name="Revoke").click()
    expect(row.get_by_text(re.compile("^revoked"))).to_be_visible()
    with Client(stack.api_url, secret) as robot:
        assert robot.problem("GET", f"/projects/{project.id}")[0] == 401
