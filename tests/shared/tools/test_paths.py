"""`delete_file`, `delete_files`, `rename_file` and `list_files`: the paths of the project."""

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


def test_files_are_listed_with_their_sizes_by_prefix() -> None:
    workspace = a_workspace()
    assert use(workspace, "list_files", prefix="src/").text.splitlines() == [
        "src/App.tsx (44 bytes)",
        "src/main.tsx (58 bytes)",
    ]
    assert use(workspace, "list_files").data == {"count": len(workspace.files)}
    assert use(workspace, "list_files", prefix="../").text == "No files."


@pytest.mark.parametrize("prefix", ["./src", "/src", "./src/", ".//src/"])
def test_a_folder_may_be_written_from_the_root(prefix: str) -> None:
    workspace = a_workspace()
    assert use(workspace, "list_files", prefix=prefix).text == use(workspace, "list_files", prefix="src/").text


@pytest.mark.parametrize("path", ["./src/App.tsx", "/src/App.tsx"])
def test_a_file_may_be_written_from_the_root(path: str) -> None:
    workspace = a_workspace()
    assert use(workspace, "read_file", path=path).text == use(workspace, "read_file", path="src/App.tsx").text
    written = use(workspace, "write_file", path=path, content="export default () => null;\n")
    assert written.changed_paths == ("src/App.tsx",)
    assert use(workspace, "delete_file", path=path).changed_paths == ("src/App.tsx",)


@pytest.mark.parametrize("path", ["src/app.tsx", "./src/APP.tsx"])
def test_a_name_in_another_case_than_a_file_has_is_refused_with_that_file(path: str) -> None:
    refused = check_refused(a_workspace(), "write_file", path=path, content="x")
    assert "src/App.tsx" in refused


def test_a_list_of_four_hundred_long_paths_is_shortened() -> None:
    files = {f"src/{'a' * 150}{number}.ts": b"" for number in range(390)}
    assert len(use(a_workspace(files), "list_files").text) < 10_200
