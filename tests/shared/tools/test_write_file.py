"""`write_file` and `edit_file`: whole, or place by place."""

import base64
from typing import Any

import pytest

from tests.support.workspace import HOSTILE_PATHS, a_workspace, check_refused, use


def test_a_file_is_created_and_replaced() -> None:
    workspace = a_workspace()
    assert use(workspace, "write_file", path="src/note.ts", content="export {}\n").changed_paths == ("src/note.ts",)
    assert use(workspace, "write_file", path="src/note.ts", content="").ok
    assert workspace.files["src/note.ts"] == b""


@pytest.mark.parametrize("path", HOSTILE_PATHS)
def test_a_path_that_no_save_may_use_is_refused(path: str) -> None:
    check_refused(a_workspace(), "write_file", path=path, content="x")


def test_a_part_that_is_left_out_is_refused() -> None:
    text = check_refused(a_workspace(), "write_file", path="src/App.tsx", content="// ... rest of the code unchanged\n")
    assert "Write the whole file" in text


@pytest.mark.parametrize(
    ("path", "content", "word"),
    [
        ("src/a.ts", "x" * 300_000, "at most"),
        ("src/a.ts", "a\0b", "NUL"),
        ("public/a.png", "text", "base64"),
        ("package.json", "{", "package.json"),
        ("package.json", "[" * 100_000, "deeply"),
        ("package.json", '{"dependencies": {"left-pad": "1.3.0"}}', "left-pad"),
        ("src/app.tsx", "twin", "case"),
        ("src/App.tsx/a.ts", "folder", "folder"),
    ],
)
def test_content_that_breaks_a_rule_is_refused_with_the_rule(path: str, content: str, word: str) -> None:
    assert word in check_refused(a_workspace(), "write_file", path=path, content=content)


def test_what_was_broken_before_may_still_be_edited() -> None:
    workspace = a_workspace({"package.json": b'{"dependencies": {"left-pad": "1.3.0"}}'})
    assert use(workspace, "write_file", path="src/note.ts", content="export {}\n").ok


def test_the_lockfile_follows_the_manifest() -> None:
    workspace = a_workspace({"package-lock.json": b"{}"})
    manifest = '{"name": "a", "private": true, "scripts": {"build": "vite build"}, "dependencies": {"clsx": "%s"}}'
    version = workspace.catalog.version("clsx")
    assert use(workspace, "write_file", path="package.json", content=manifest % version).ok
    assert b"clsx" in workspace.files["package-lock.json"]


PDF = "%PDF-1.4\n1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj\n%%EOF\n"
PNG = b"\x89PNG\r\n\x1a\n" + bytes(40)


def test_a_pdf_is_written_as_its_source() -> None:
    workspace = a_workspace()
    assert use(workspace, "write_file", path="public/form.pdf", content=PDF).ok
    assert workspace.files["public/form.pdf"] == PDF.encode()


def test_bytes_are_written_as_base64_in_lines_or_not() -> None:
    workspace = a_workspace()
    for path, content in (
        ("public/a.png", base64.b64encode(PNG).decode()),
        ("src/B.PNG", base64.encodebytes(PNG).decode()),
    ):
        assert use(workspace, "write_file", path=path, content=content).ok
        assert workspace.files[path] == PNG


@pytest.mark.parametrize(
    ("path", "content", "step"),
    [
        ("public/a.pdf", "Our rules: be kind.", "begins with %PDF-"),
        ("public/a.pdf", base64.b64encode(PNG).decode(), "begins with %PDF-"),
        ("public/a.png", "text", "draw it as an .svg"),
        ("public/a.png", "", "draw it as an .svg"),
        ("public/a.png", PDF, "draw it as an .svg"),
        ("public/a.jpg", base64.b64encode(PNG).decode(), "draw it as an .svg"),
        ("public/a.avif", base64.b64encode(PNG).decode(), "draw it as an .svg, which is text, or ask"),
        ("public/a.png", "\u00e9", "draw it as an .svg"),
        ("public/a.woff2", "wOF2", "send its bytes as base64"),
        ("public/a.mp4", "AAAA", "do without it, or ask the person"),
    ],
)
def test_words_are_no_bytes_and_the_answer_names_only_steps_that_there_are(path: str, content: str, step: str) -> None:
    text = check_refused(a_workspace(), "write_file", path=path, content=content)
    assert step in text and "encoding" not in text


def test_a_file_of_bytes_obeys_the_rules_of_places_and_sizes() -> None:
    big = base64.b64encode(PNG + bytes(2_000_000)).decode()
    assert "at most" in check_refused(a_workspace(), "write_file", path="public/a.png", content=big)
    png = base64.b64encode(PNG).decode()
    assert "binary" in check_refused(a_workspace(), "write_file", path="tests/a.png", content=png)


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
