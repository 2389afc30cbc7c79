"""`delete_file`: what is there and not needed."""

import pytest

from tests.support.workspace import HOSTILE_PATHS, a_workspace, check_refused, use


@pytest.mark.parametrize("path", ["src/App.tsx", "public/logo.png"])
def test_a_file_is_deleted(path: str) -> None:
    workspace = a_workspace()
    assert use(workspace, "delete_file", path=path).changed_paths == (path,)
    assert path not in workspace.files


@pytest.mark.parametrize("path", [*HOSTILE_PATHS, "src/none.ts", "src"])
def test_what_is_not_there_is_not_deleted(path: str) -> None:
    check_refused(a_workspace(), "delete_file", path=path)


def test_a_file_that_the_project_needs_stays() -> None:
    assert "package.json" in check_refused(a_workspace(), "delete_file", path="package.json")
