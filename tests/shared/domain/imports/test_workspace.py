"""An archive of several projects: the folders that hold one are named, at most five."""

import json

import pytest

from shared.domain.base import Files
from shared.domain.imports.workspace import project_folders, say_folders

VITE = json.dumps({"devDependencies": {"vite": "8"}}).encode()


def a_project(folder: str) -> Files:
    return {f"{folder}/package.json": VITE, f"{folder}/vite.config.ts": b"", f"{folder}/index.html": b""}


@pytest.mark.parametrize(
    "top",
    [
        {"package.json": b'{"workspaces": ["apps/*"]}'},
        {"package.json": b"{}", "pnpm-workspace.yaml": b"packages: ['apps/*']"},
        {"package.json": b"{}", "turbo.json": b"{}"},
    ],
)
def test_a_workspace_names_the_folders_of_its_projects(top: Files) -> None:
    api = {"apps/api/package.json": b'{"dependencies": {"express": "4"}}', "packages/ui/package.json": VITE}
    found = say_folders({**top, **a_project("apps/web"), **a_project("apps/admin"), **api})
    assert found is not None
    assert found.message == (
        "This is a workspace of several projects. Send one of these folders: apps/admin, apps/web."
    )
    assert (found.code, found.path, bool(found.hint)) == ("PROJECT_IN_FOLDER", "apps/admin/package.json", True)


def test_a_single_folder_is_named_as_such() -> None:
    found = say_folders({**a_project("frontend"), "backend/main.py": b"", "README.md": b""})
    assert found is not None and found.message == "The project is in a folder. Send the folder frontend."


def test_five_are_enough_and_the_nearest_come_first() -> None:
    many = {path: text for n in range(9) for path, text in a_project(f"a/b/c{n}").items()}
    assert project_folders({**many, **a_project("z")}) == ["z", *(f"a/b/c{n}" for n in range(4))]


@pytest.mark.parametrize(
    "files",
    [
        {},
        {"package.json": VITE, "vite.config.ts": b""},
        a_project("node_modules/x"),
        {"web/package.json": b"{}", "web/index.html": b""},
        {"web/package.json": b"[" * 100_000, "web/index.html": b""},
        {"web/package.json": b'{"dependencies": []}', "web/index.html": b""},
        {"web/vite.config.ts": b"", "web/index.html": b""},
    ],
)
def test_nothing_is_said_where_no_folder_holds_one(files: Files) -> None:
    assert say_folders(files) is None
