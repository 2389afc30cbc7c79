"""`edit_file`: quoted pieces, all or none, and advice when it keeps failing."""

from typing import Any

import pytest

from tests.support.workspace import HOSTILE_PATHS, a_workspace, check_refused, use


def edit(old: str, new: str, replace_all: bool | None = None) -> dict[str, Any]:
    return {"old": old, "new": new, "replace_all": replace_all}


def test_a_piece_is_replaced() -> None:
    workspace = a_workspace()
    assert use(workspace, "edit_file", path="src/App.tsx", edits=[edit('"Hello"', '"Good day"')]).ok
    assert b'return "Good day"' in workspace.files["src/App.tsx"]


def test_one_edit_that_does_not_fit_keeps_all_from_being_made() -> None:
    edits = [edit('"Hello"', '"Good day"'), edit("not there", "x")]
    assert "2 of 2" in check_refused(a_workspace(), "edit_file", path="src/App.tsx", edits=edits)


@pytest.mark.parametrize("path", [*HOSTILE_PATHS, "src/none.ts", "public/logo.png"])
def test_a_path_that_cannot_be_edited_is_refused(path: str) -> None:
    check_refused(a_workspace(), "edit_file", path=path, edits=[edit("a", "b")])


@pytest.mark.parametrize(
    "edits",
    [[], [edit("", "x")], [edit("Hello", "Hello")], [edit("e", "x" * 200_000, True)], [edit("a" * 200_000, "x")],
     [edit(f"zz{n}", "x") for n in range(3_000)], [edit("return", "// ... existing code ...")]],
    ids=["none", "empty old", "no change", "too large", "long old", "too many", "placeholder"],
)  # fmt: skip
def test_edits_that_make_no_sense_are_refused(edits: list[dict[str, Any]]) -> None:
    check_refused(a_workspace(), "edit_file", path="src/App.tsx", edits=edits)


def test_after_two_refusals_the_whole_file_is_asked_for_until_it_was_written() -> None:
    workspace = a_workspace()
    missing = {"path": "src/App.tsx", "edits": [edit("nowhere", "x")]}
    assert "write_file" not in check_refused(workspace, "edit_file", **missing)
    assert "use write_file with the whole file" in check_refused(workspace, "edit_file", **missing)
    check_refused(workspace, "write_file", path="src/App.tsx", content="\0")
    assert workspace.refusals == {"src/App.tsx": 2}, "a refused write is no write"
    assert use(workspace, "write_file", path="src/App.tsx", content="export {}\n").ok
    assert workspace.refusals == {}


def test_files_that_are_not_there_are_not_counted() -> None:
    workspace = a_workspace()
    for number in range(50):
        check_refused(workspace, "edit_file", path=f"src/{number}.ts", edits=[edit("a", "b")])
    assert workspace.refusals == {}


def test_the_nearest_lines_are_said_once() -> None:
    said = check_refused(a_workspace(), "edit_file", path="src/App.tsx", edits=[edit("export function Apq() {", "x")])
    assert said.count("export function App() {") == 1 and said.count("Copy `old`") == 1
    assert check_refused(a_workspace(), "write_file", path="src/../x.ts", content="").count("segment") == 1
