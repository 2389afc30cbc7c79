"""How a turn is shown, in a real browser: what its tools changed, what each call cost, and one file taken back."""

import pytest
from playwright.sync_api import Page, expect

from devkit.scripted_model.server import ScriptedModel
from devkit.stack.client import Client
from devkit.stack.project import Project
from devkit.studio.browser import Browser, Visit
from local.openai_server.reply import Call, Reply, Tokens, calls
from local.stack import LocalStack
from tests.e2e.test_studio import faults
from tests.e2e.test_studio_review import NAME, edit, opened

pytestmark = pytest.mark.e2e
PATH = "src/content.ts"
NEW = Call(name="write_file", arguments={"path": "src/hours.ts", "content": 'export const hours = "9 to 5";\n'})
DONE = Call(name="finish", arguments={"summary": "Rosa has her name", "rationale": None, "assumptions": None})
CODE = "```ts\nexport const title = 1;\n\nexport const b = 2;\n```"
WORDS = f"I looked **around**. The title is in `src/content.ts`:\n\n{CODE}"
HOSTILE = " ![x](https://evil.example/p.png) [y](javascript:alert(1)) <img src=x onerror=alert(1)>\n\n" + "long" * 400


@pytest.fixture
def project(client: Client, model: ScriptedModel) -> Project:
    made = Project.create(client, model.script, "vanilla", "Rosa")
    made.built()
    return made


def first() -> Reply:
    return Reply(
        reasoning=("The title is somewhere.",), text=(WORDS, HOSTILE), calls=(edit(PATH, NAME), NEW),
        usage=Tokens(input_tokens=1200, output_tokens=300, cached_tokens=900),
    )  # fmt: skip


def expect_inside(page: Page) -> None:
    """Nothing reaches beyond the window."""
    assert page.evaluate("document.documentElement.scrollWidth") <= page.evaluate("window.innerWidth")


@pytest.mark.parametrize("width", [1440, 390])
def test_what_the_tools_changed_is_seen_and_one_file_taken_back(
    stack: LocalStack, project: Project, browser: Browser, width: int
) -> None:
    project.chat("Name it Rosa", first(), calls(DONE))

    def script(page: Page) -> Visit:
        visit = opened(page, stack, f"apps/{project.id}")
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
        expect(files.locator("strong, p").first).to_be_visible()
        files.get_by_role("button", name=f"Take {PATH} back").click()
        files.get_by_role("button", name="Take it back").click()
        expect(page.get_by_text(f"{PATH} is as it was before.")).to_be_visible()
        expect_inside(page)
        return visit

    assert faults(browser.run(script, width=width, height=844)) == []
    assert NAME[0] in project.file(PATH) and "9 to 5" in project.file("src/hours.ts")
