"""A page of the draft that fails in a browser is told in the Studio, and fixed by one click."""

from playwright.sync_api import Page, expect

from devkit.scripted_model.server import ScriptedModel
from devkit.stack.client import Client
from devkit.stack.project import Make
from local.openai_server.reply import calls
from local.stack import LocalStack
from tests.e2e.test_reverse_channel import BOOM, BUTTON, MAIN, MENDED, SAID, edit, finish
from tests.support.drawn import drawn_of
from tests.support.window import in_window, opened


@in_window(drawn_of(__file__, [1440, 390]))
def test_a_page_that_fails_is_told_and_repaired_by_one_click(
    page: Page, stack: LocalStack, make: Make, client: Client, model: ScriptedModel
) -> None:
    project = make("vanilla", "Rosa")
    saved = project.save({"op": "upsert_file", "path": MAIN, "content": project.file(MAIN) + BUTTON})
    revision = project.built(saved["id"])
    given = client.call("POST", f"{project.builder}/preview-token", {"revision_id": revision})
    model.script.push(calls(edit(BOOM, MENDED), finish("The button works.")), match=SAID)
    opened(page, stack, f"apps/{project.id}")
    alert = page.get_by_role("alert").filter(has_text="The page failed in a browser")
    expect(alert).to_have_count(0)
    visitor = page.context.new_page()
    visitor.goto(f"{given['preview_url']}?t={given['token']}", wait_until="networkidle")
    with visitor.expect_response(lambda answer: answer.url.endswith("/build-result") and answer.status == 204):
        visitor.click("#risky")
    visitor.close()
    expect(alert.get_by_text(f"Uncaught Error: {SAID}")).to_be_visible()
    alert.get_by_role("button", name="Fix").click()
    expect(alert).to_have_count(0)
    expect(page.get_by_text("The button works.").first).to_be_visible()
    expect(alert).to_have_count(0)
    assert MENDED in project.file(MAIN) and BOOM not in project.file(MAIN), "our own browser met the failure too"
