"""`delete_files`: many files, or a folder, in one call."""

import pytest

from tests.support.workspace import HOSTILE_PATHS, a_workspace, check_refused, use

SECTIONS = {"src/sections/Hero.tsx": b"a\n", "src/sections/Steps.tsx": b"b\n", "src/content.ts": b"c\n"}


def test_files_and_folders_are_deleted_together() -> None:
    workspace = a_workspace(SECTIONS)
    done = use(workspace, "delete_files", paths=["src/content.ts", "src/sections/", "src/sections/Hero.tsx"])
    assert done.changed_paths == ("src/content.ts", "src/sections/Hero.tsx", "src/sections/Steps.tsx")
    assert not SECTIONS.keys() & workspace.files.keys() and "src/App.tsx" in workspace.files
    assert all(path in done.text for path in SECTIONS), "which files a folder held is told"


def test_one_that_is_not_there_leaves_all() -> None:
    said = check_refused(
        a_workspace(SECTIONS), "delete_files", paths=["src/content.ts", "src/content.tsx", "src/none/"]
    )
    assert "Did you mean src/content.ts" in said and "no folder src/none/" in said


@pytest.mark.parametrize("path", [*HOSTILE_PATHS, "src", "/", "package.json"])
def test_what_cannot_go_is_refused(path: str) -> None:
    check_refused(a_workspace(SECTIONS), "delete_files", paths=[path])


MANY = [f"src/none{number}.ts" for number in range(200)]


@pytest.mark.parametrize("paths", [[], ["src/App.tsx"] * 201, MANY], ids=len)
def test_nothing_and_too_much_are_refused_shortly(paths: list[str]) -> None:
    assert len(check_refused(a_workspace(), "delete_files", paths=paths)) < 2_000
