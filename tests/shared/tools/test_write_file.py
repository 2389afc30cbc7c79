"""`write_file`: whole files under the rules of saves."""

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
    told = check_refused(a_workspace(), "write_file", path="src/App.tsx", content="// ... rest of the code unchanged\n")
    assert "Write the whole file" in told


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
