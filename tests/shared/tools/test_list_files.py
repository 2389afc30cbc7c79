"""`list_files`: the paths of the project."""

from tests.support.workspace import a_workspace, use


def test_files_are_listed_with_their_sizes_by_prefix() -> None:
    workspace = a_workspace()
    assert use(workspace, "list_files", prefix="src/").text.splitlines() == [
        "src/App.tsx (44 bytes)",
        "src/main.tsx (58 bytes)",
    ]
    assert use(workspace, "list_files").data == {"count": len(workspace.files)}
    assert use(workspace, "list_files", prefix="../").text == "No files."


def test_a_list_of_four_hundred_long_paths_is_shortened() -> None:
    files = {f"src/{'a' * 150}{number}.ts": b"" for number in range(390)}
    assert len(use(a_workspace(files), "list_files").text) < 10_200
