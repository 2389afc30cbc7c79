"""Code in a real browser: a file changed and saved through the gates; refused, in conflict, and by keyboard alone."""

from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from devkit.stack.project import Make, Project
from local.stack import LocalStack
from tests.support.drawn import drawn_of
from tests.support.window import in_window, opened

PATH = "src/salon.ts"
TEXT = 'export const title = "Salon Rosa";\nexport const hours = "9 to 5";\n\nexport const place = "Bonn";\n'


@pytest.fixture
def project(make: Make) -> Project:
    made = make("vanilla", "Rosa")
    page = f'import "./salon";\n{made.file("src/main.ts")}'
    made.save(upsert(TEXT), {"op": "upsert_file", "path": "src/main.ts", "content": page})
    return made


def upsert(content: str) -> dict[str, Any]:
    return {"op": "upsert_file", "path": PATH, "content": content}


def editor(page: Page) -> Locator:
    return page.get_by_role("textbox", name=f"Text of {PATH}")


def write(page: Page, words: str) -> None:
    """Types at the beginning of the open file, which is then known to be unsaved."""
    editor(page).click()
    page.keyboard.press("Control+Home")
    page.keyboard.type(words)
    expect(page.get_by_text("Unsaved", exact=True)).to_be_visible()


def saved(page: Page) -> None:
    expect(page.get_by_text("Saved. The draft is being built.")).to_be_visible()


@in_window(drawn_of(__file__, [1440, 390]), allowed=("422",))
def test_a_file_is_changed_refused_mended_and_saved(page: Page, stack: LocalStack, project: Project) -> None:
    opened(page, stack, f"apps/{project.id}?tab=code")
    page.get_by_role("treeitem", name="salon.ts").click()
    write(page, "const broken = ;\n")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text("it does not compile")
    expect(page.get_by_role("button", name=f"Error {PATH}:1")).to_be_visible()
    expect(page.locator(".cm-lint-marker-error")).to_be_visible()
    page.reload()
    expect(editor(page)).to_contain_text("const broken = ;")
    editor(page).click()
    page.keyboard.press("Control+Home")
    page.keyboard.press("Shift+End")
    page.keyboard.type('export const city = "Bonn";')
    page.keyboard.press("Control+s")
    saved(page)
    page.reload()
    expect(editor(page)).to_contain_text("city")
    assert project.file(PATH) == f'export const city = "Bonn";\n{TEXT}'


@in_window(width=1440, height=900)
def test_a_draft_that_moved_on_is_merged_place_by_place(page: Page, stack: LocalStack, project: Project) -> None:
    theirs = TEXT.replace("Bonn", "Köln")
    opened(page, stack, f"apps/{project.id}?tab=code&file={PATH}")
    write(page, "// by hand\n")
    project.save({"op": "upsert_file", "path": "src/later.ts", "content": "export const later = 1;\n"})
    page.keyboard.press("Control+s")
    saved(page)
    write(page, "/* new */ ")
    project.save(upsert(f"// by hand too\n{theirs}"))
    page.keyboard.press("Control+s")
    dialog = page.get_by_role("dialog", name=f"{PATH} was changed on both sides")
    expect(dialog.get_by_text("Place 1 of 1")).to_be_visible()
    dialog.get_by_label("Both, the app's first").check()
    dialog.get_by_role("button", name="Save both sides").click()
    saved(page)
    assert project.file(PATH) == f"// by hand too\n/* new */ // by hand\n{theirs}"
    assert "later" in project.file("src/later.ts")


@in_window(width=1440, height=900)
def test_an_older_revision_is_read_only_and_all_text_is_searched_by_keyboard_alone(
    page: Page, stack: LocalStack, project: Project
) -> None:
    older = project.draft
    project.save(upsert(TEXT.replace("Bonn", "Köln")))
    opened(page, stack, f"apps/{project.id}?tab=code&file={PATH}&revision={older}")
    expect(editor(page)).to_contain_text("Bonn")
    editor(page).focus()
    page.keyboard.type("nothing of this")
    expect(editor(page)).not_to_contain_text("nothing of this")
    page.get_by_role("button", name="Back to the draft").focus()
    page.keyboard.press("Enter")
    expect(editor(page)).to_contain_text("Köln")
    page.get_by_label("Find a file or words").focus()
    page.keyboard.type("Salon Rosa")
    page.keyboard.press("Enter")
    expect(page.get_by_role("region", name=PATH)).to_be_visible()
    page.get_by_label("Git and download").focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(editor(page)).to_be_focused()
    page.keyboard.press("Tab")
    expect(editor(page)).not_to_be_focused()
    assert "nothing of this" not in project.file(PATH)
