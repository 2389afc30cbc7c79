"""`edit_file`: a batch is not lost to an edit that changes nothing."""

from shared.tools.base import ToolResult, Workspace
from tests.support.workspace import a_workspace, use

PATH = "src/list.ts"
TEXT = "export const first = 1;\nexport const second = 2;\nexport const third = 3;\n"


def edited(*edits: tuple[str, str]) -> tuple[ToolResult, Workspace]:
    workspace = a_workspace()
    workspace.files = {**workspace.files, PATH: TEXT.encode()}
    given = [{"old": old, "new": new, "replace_all": None} for old, new in edits]
    return use(workspace, "edit_file", path=PATH, edits=given), workspace


def test_edits_that_change_nothing_are_left_out_and_named() -> None:
    """Trials: one of sixteen was the same before and after, and fifteen had to be sent again."""
    made = ("first = 1", "first = 10")
    same, there = ("second = 2", "second = 2"), ("export const gone = 0;", "export const third = 3;")
    done, _ = edited(same, made, there)
    assert done.ok and done.files is not None and b"first = 10" in done.files[PATH]
    assert done.text.endswith("Left out of 3 edits, since they change nothing: 1, 3.")


def test_a_replacement_that_stands_inside_another_line_is_not_taken_for_made() -> None:
    part = ("export const nowhere = 0;", "const third = 3;")
    done, workspace = edited(("first = 1", "first = 10"), part)
    assert not done.ok and workspace.files[PATH] == TEXT.encode()


def test_a_batch_of_nothing_and_one_with_a_real_mistake_are_refused() -> None:
    nothing, _ = edited(("first = 1", "first = 1"))
    assert not nothing.ok and "same `old` and `new`" in nothing.text
    mistaken, workspace = edited(("first = 1", "first = 1"), ("nowhere = 7", "x = 1"), ("second = 2", "second = 3"))
    assert not mistaken.ok and workspace.files[PATH] == TEXT.encode()
