"""A check recorded in the preview: what a person does there becomes steps, and is kept once a browser has proved it."""

import json

from playwright.sync_api import Page, expect

from devkit.stack.project import Make
from local.stack import LocalStack
from tests.e2e.test_studio import BUILT
from tests.e2e.test_studio_preview import made
from tests.support.window import in_window, opened

LIST = """
document.body.innerHTML = `<main><h1>Shopping</h1><label>Item <input id="item"></label>
<label><input type="checkbox" id="big"> In capitals</label><button id="add"><span>Add</span></button>
<ul id="list"></ul><p>Nothing yet</p></main>`;
const found = (id: string) => document.getElementById(id) as HTMLInputElement;
found("add").onclick = () => {
  const item = document.createElement("li");
  item.textContent = found("big").checked ? found("item").value.toUpperCase() : found("item").value;
  found("list").append(item);
  document.querySelector("p")?.remove();
};
"""
PATH = "tests/acceptance/what-is-added-stands-in-the-list.json"


@in_window([1440, 390], height=900)
def test_what_a_person_does_is_recorded_proved_and_kept(page: Page, stack: LocalStack, make: Make) -> None:
    project = made(make, LIST)
    opened(page, stack, f"apps/{project.id}?tab=preview")
    frame = page.frame_locator(BUILT).frame_locator("iframe")
    expect(frame.get_by_role("heading", name="Shopping")).to_be_visible()
    page.get_by_role("button", name="Record a check").click()
    expect(page.get_by_text("Recording: do in the app")).to_be_visible()
    frame.get_by_label("Item").fill("Milk")
    frame.get_by_label("In capitals").check()
    frame.get_by_text("Add", exact=True).click()
    expect(page.get_by_text("Recording: 3 steps.")).to_be_visible()
    expect(page.get_by_text('Click the button "Add"')).to_be_visible()
    page.get_by_role("button", name="Done").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("listitem")).to_have_text(
        [
            "Open /",
            'Type "Milk" into the textbox "Item"',
            'Click the checkbox "In capitals"',
            'Click the button "Add"',
        ]
    )
    dialog.get_by_label("What must go on working").fill("What is added stands in the list")
    wanted = dialog.get_by_label("What must be seen then 1", exact=True)
    wanted.fill("Shopping")
    dialog.get_by_role("button", name="Try and keep").click()
    expect(dialog.get_by_role("alert")).to_contain_text("ACCEPTANCE_PROVES_NOTHING")
    wanted.fill("Milk")
    dialog.get_by_role("button", name="Try and keep").click()
    expect(dialog.get_by_text("It holds, and is kept")).to_be_visible()
    kept = json.loads(project.file(PATH))
    assert [step["do"] for step in kept["steps"]] == ["open", "fill", "click", "click"]
    assert kept["expect"] == [{"text": "Milk"}]
