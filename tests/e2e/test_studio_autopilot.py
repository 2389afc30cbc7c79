"""The autopilot in a real browser: a phase is started, waits, goes on, pauses and is stopped; and the overview."""

import re

from playwright.sync_api import Locator, Page, expect

from devkit.scripted_model.server import ScriptedModel
from devkit.stack.client import Client
from local.openai_server.reply import calls, say
from local.stack import LocalStack
from tests.e2e.test_autopilot import Phase, finish, write
from tests.e2e.test_studio_readiness import faults_here
from tests.support.window import in_window, opened

LONG_MS = 180_000
"""A run is planned, works, is built and written down meanwhile."""


def pilot_of(page: Page) -> Locator:
    return page.get_by_role("dialog", name="Autopilot")


def pill(page: Page) -> Locator:
    return page.get_by_role("banner").locator("button[aria-haspopup=dialog] [data-pill]")


def with_two_tasks(client: Client, model: ScriptedModel, stack: LocalStack, name: str) -> Phase:
    phase = Phase(client, model, stack, name)
    for which in ("first", "second"):
        words, path = f"Make the {which} of {name}", f"src/{which}{name}.ts"  # the model knows a task by its file
        done = (calls(write(path), finish("It is there.")), calls(finish("It compiles.")), calls(finish("Looked at.")))
        phase.add_task(words, path, *done)
    return phase


@in_window(width=1440, height=900)
def test_a_phase_is_started_waits_for_a_word_goes_on_and_is_paused(
    page: Page, stack: LocalStack, client: Client, model: ScriptedModel
) -> None:
    phase = with_two_tasks(client, model, stack, "Rosa")
    before = phase.project.draft
    opened(page, stack, f"apps/{phase.project.id}")
    expect(page.get_by_role("heading", name="Overview")).to_be_visible()
    expect(page.get_by_role("tab", name="Overview")).to_have_attribute("aria-selected", "true")
    expect(page.get_by_role("meter", name="Phase 1")).to_have_attribute("aria-valuetext", "0 of 2 tasks done")
    assert faults_here(page) == []
    page.get_by_role("button", name="Autopilot Off").click()
    pilot = pilot_of(page)
    expect(pilot.get_by_text("It does nothing until you start a phase.")).to_be_visible()
    assert faults_here(page) == []
    pilot.get_by_role("button", name="Start Phase 1").click()
    expect(pilot.get_by_role("alertdialog").get_by_text("What it costs is not known")).to_be_visible()
    assert phase.plan()["autopilot"]["mode"] == "off"
    pilot.get_by_role("alertdialog").get_by_role("button", name="Start Phase 1").click()
    waits = pilot.get_by_role("group", name="Waits for you")
    expect(waits.get_by_text("firstRosa.ts").first).to_be_visible(timeout=LONG_MS)
    expect(pill(page)).to_have_attribute("data-pill", "waiting")
    expect(page).to_have_title("(1) Rosa - ChatBuilder")
    assert (phase.project.draft, faults_here(page)) == (before, [])
    waits.get_by_role("button", name="See the change").click()
    expect(pilot).to_have_count(0)
    expect(page.get_by_role("heading", name="Make the first of Rosa")).to_be_visible()
    assert faults_here(page) == []
    page.get_by_role("button", name="See it in the conversation").click()
    expect(page.get_by_role("feed").get_by_text("Autopilot", exact=True)).to_be_visible()
    page.get_by_role("tab", name="Overview").click()
    page.get_by_role("group", name="Waits for you").get_by_role("button", name="Allow").click()
    expect(page.get_by_role("meter", name="Phase 1")).to_have_attribute(
        "aria-valuetext", "1 of 2 tasks done", timeout=LONG_MS
    )
    expect(page.get_by_text(re.compile("^The autopilot waits for you"))).to_be_visible(timeout=LONG_MS)
    page.get_by_role("button", name="Autopilot Waiting for you").click()
    pilot.get_by_role("button", name="Pause").click()
    expect(pill(page)).to_have_attribute("data-pill", "paused")
    pilot.get_by_role("button", name="Go on").click()
    expect(pill(page)).to_have_attribute("data-pill", "waiting", timeout=LONG_MS)
    waits.get_by_role("button", name="Decline").click()
    waits.get_by_role("alertdialog").get_by_role("button", name="Decline").click()
    expect(waits).to_have_count(0)
    phase.order("pause")
    assert phase.files() >= {"src/firstRosa.ts"} and "src/secondRosa.ts" not in phase.files()
    assert client.call("GET", phase.at("dashboard"))["tasks"]["done"] == 1


@in_window(width=390)
def test_by_keys_on_a_phone_a_phase_is_started_allowed_and_its_plan_explained(
    page: Page, stack: LocalStack, client: Client, model: ScriptedModel
) -> None:
    phase = with_two_tasks(client, model, stack, "Lila")
    model.script.push(say("Phase 1 makes two files."), match="Explain the current plan")

    def command(page: Page, words: str) -> None:
        page.keyboard.press("Control+K")
        palette = page.get_by_role("dialog", name="Commands")
        expect(palette).to_be_visible()
        page.keyboard.type(words)
        expect(palette.get_by_role("option")).to_have_count(1)
        page.keyboard.press("Enter")
        expect(palette).to_have_count(0)

    opened(page, stack, f"apps/{phase.project.id}")
    expect(page.get_by_role("heading", name="Overview")).to_be_visible()
    assert faults_here(page) == []
    expect(pill(page)).to_be_attached()
    command(page, "open the autopilot")
    pilot = pilot_of(page)
    start = pilot.get_by_role("button", name="Start Phase 1")
    expect(start).to_be_visible()
    assert faults_here(page) == []
    start.focus()
    page.keyboard.press("Enter")
    expect(pilot.get_by_role("alertdialog").get_by_role("button", name="Cancel")).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    allow = pilot.get_by_role("button", name="Allow")
    expect(allow).to_be_visible(timeout=LONG_MS)
    allow.focus()
    page.keyboard.press("Enter")
    expect(allow).to_have_count(0)
    page.keyboard.press("Escape")
    expect(pilot).to_have_count(0)
    command(page, "pause the autopilot")
    expect(pill(page)).to_have_attribute("data-pill", "paused")
    command(page, "autopilot go on")
    expect(pill(page)).not_to_have_attribute("data-pill", "paused")
    command(page, "explain the current plan")
    expect(page.get_by_text("Phase 1 makes two files.").first).to_be_visible(timeout=LONG_MS)
    assert re.search(r"[?&]chat=conv_", page.url)
    phase.order("pause")
