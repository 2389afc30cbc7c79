"""The owner's packages in a browser: refused at the field, proposed by a run, followed there, rejected by keyboard."""

from playwright.sync_api import Page, expect

from devkit.scripted_model.replies import finish
from devkit.scripted_model.server import ScriptedModel
from devkit.stack.client import Client
from devkit.stack.project import Project
from local.openai_server.reply import Call, calls
from local.stack import LocalStack
from tests.support.drawn import drawn_of
from tests.support.window import in_window, opened

REFUSED = ("409", "422")
"""What the browser's console says of an answer that the form shows in words."""


@in_window(drawn_of(__file__, [1440, 390]), allowed=REFUSED)
def test_a_run_asks_for_a_package_and_its_owner_rejects_it_by_keyboard(
    page: Page, stack: LocalStack, client: Client, model: ScriptedModel, project: Project, width: int
) -> None:
    name = f"no-such-package-{width}"
    model.script.push(calls(Call(name="add_dependency", arguments={"name": name, "kind": None})))
    model.script.push(finish("It goes without."))
    opened(page, stack, f"apps/{project.id}")
    page.get_by_role("textbox", name="Message").fill(f"Use {name}")
    page.keyboard.press("Enter")
    page.get_by_role("link", name=f"Decide about {name}").press("Enter")
    page.wait_for_url("**/studio/packages?*")
    expect(page.get_by_label("Name", exact=True)).to_have_value(name)
    row = page.get_by_role("listitem", name=name)
    expect(row.get_by_text("The agent asked for it in")).to_be_visible()
    page.get_by_role("button", name=f"Reject: {name}").press("Enter")
    expect(row).to_have_count(0)
    expect(page.locator(":focus")).to_have_text("Additions")
    page.get_by_label("Look for a package").fill("lodash-es")
    expect(page.get_by_role("list", name="What the catalog has").get_by_text("lodash-es").first).to_be_visible()
    for wish, said in (("lodahs-es", "Did you mean"), ("lodash-es", "The catalog has it already")):
        page.get_by_label("Name", exact=True).fill(wish)
        page.keyboard.press("Enter")
        expect(page.get_by_text(said)).to_be_visible()
    assert [one for one in client.call("GET", "/admin/catalog/packages")["items"] if one["name"] == name] == []
