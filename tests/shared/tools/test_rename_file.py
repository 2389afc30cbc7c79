"""`rename_file`: to a free path."""

import pytest

from tests.support.workspace import HOSTILE_PATHS, a_workspace, check_refused, use


def test_a_file_is_moved_and_both_paths_are_told() -> None:
    workspace = a_workspace()
    moved = use(workspace, "rename_file", path="src/App.tsx", new_path="src/pages/App.tsx")
    assert moved.changed_paths == ("src/App.tsx", "src/pages/App.tsx")
    assert "src/App.tsx" not in workspace.files and "src/pages/App.tsx" in workspace.files


@pytest.mark.parametrize("path", [*HOSTILE_PATHS, "index.html", "src/App.tsx", "server/a.ts", "SRC/App.tsx"])
def test_a_target_that_is_taken_or_not_allowed_is_refused(path: str) -> None:
    check_refused(a_workspace(), "rename_file", path="src/App.tsx", new_path=path)


@pytest.mark.parametrize("path", [*HOSTILE_PATHS, "src/none.ts", "src"])
def test_what_is_not_there_is_not_moved(path: str) -> None:
    check_refused(a_workspace(), "rename_file", path=path, new_path="src/new.ts")


def test_a_binary_file_may_be_moved() -> None:
    assert use(a_workspace(), "rename_file", path="public/logo.png", new_path="public/mark.png").ok
