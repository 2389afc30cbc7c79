"""The owner's packages in a browser: refused at the field, proposed by a run, followed there, rejected by keyboard."""

import pytest
from playwright.sync_api import Page, expect

from devkit.scripted_model.replies import finish
from devkit.scripted_model.server import ScriptedModel
from devkit.stack.client import Client
from devkit.stack.project import Project
from devkit.studio.browser import Browser, Visit
from local.openai_server.reply import Call, calls
from local.stack import LocalStack
from tests.e2e.test_studio import faults
from tests.e2e.test_studio_review import opened
from tests.support.drawn import drawn_of

pytestmark = pytest.mark.e2e
REFUSED = ("409", "422")
"""What the browser's console says of an answer that the form shows in words."""


@pytest.mark.parametrize("width", drawn_of(__file__, [1440, 390]))
def test_a_run_asks_for_a_package_and_its_owner_rejects_it_by_keyboard(
    stack: LocalStack, client: Client, model: ScriptedModel, project: Project, browser: Browser, width: int
) -> None:
    name = f"no-such-package-{width}"
    model.script.push(calls(Call(name="add_dependency", arguments={"name": name, "kind": None})))
    model.script.push(finish("It goes without."))

    def script(page: Page) -> Visit:
        visit = opened(page, stack, f"apps/{project.id}")
        page.get_by_role("textbox", name="Message").fill(f"Use {name}")
        page.keyboard.press("Enter")
        page.get_by_role("link", name=f"Decide about {name}").press("Enter")
        page.wait_for_url("**/studio/packages?*")
        expect(page.get_by_label("Name", exact=True)).to_have_value(name)
        row = page.get_by_role("listitem", name=name)
        expect(row.get_by_text("The agent asked for it in")).to_be_visible()
        page.get_by_role("button", name=f"Reject: {name}").press("Enter")
        expect(row).to_have_count(0)
        assert page.evaluate("document.activeElement.textContent") == "Additions"
        page.get_by_label("Look for a package").fill("lodash-es")
        expect(page.get_by_role("list", name="What the catalog has").get_by_text("lodash-es").first).to_be_visible()
        for wish, said in (("lodahs-es", "Did you mean"), ("lodash-es", "The catalog has it already")):
            page.get_by_label("Name", exact=True).fill(wish)
            page.keyboard.press("Enter")
            expect(page.get_by_text(said)).to_be_visible()
        return visit

    said = faults(browser.run(script, width=width, height=844))
    assert [one for one in said if not any(code in one for code in REFUSED)] == []
    assert [one for one in client.call("GET", "/admin/catalog/packages")["items"] if one["name"] == name] == []
