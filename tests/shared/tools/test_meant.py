"""Arguments of models that send lists as text and paths from a root of their own."""

import json
from typing import Any

import pytest

from shared.tools.base import Params, ToolResult
from shared.tools.registry import CODER_TOOLS, parse_arguments

EDITS = [{"old": "a", "new": "b", "replace_all": False}]


def parsed(tool: str, **arguments: Any) -> Params:
    params = parse_arguments(CODER_TOOLS[tool], json.dumps(arguments))
    assert not isinstance(params, ToolResult), params.text
    return params


@pytest.mark.parametrize("edits", [EDITS, json.dumps(EDITS), json.dumps(EDITS[0]), EDITS[0]])
def test_a_list_of_objects_may_come_as_text_or_alone(edits: object) -> None:
    params = parsed("edit_file", path="src/a.ts", edits=edits)
    assert [edit.old for edit in params.edits] == ["a"]  # type: ignore[attr-defined]  # of edit_file


@pytest.mark.parametrize("paths", [["src/a.ts"], '["src/a.ts"]', "src/a.ts", "./src/a.ts", "/src/a.ts"])
def test_one_path_is_a_list_of_one(paths: object) -> None:
    assert parsed("read_files", paths=paths).paths == ["src/a.ts"]  # type: ignore[attr-defined]  # of read_files


@pytest.mark.parametrize("path", ["src/a.ts", "./src/a.ts", "/src/a.ts", ".//./src/a.ts"])
def test_a_path_begins_at_the_root_of_the_project(path: str) -> None:
    params = parsed("write_file", path=path, content="x")
    assert params.path == "src/a.ts"  # type: ignore[attr-defined]  # of write_file


@pytest.mark.parametrize("path", ["/", "./", ".", "../a", "//a", "~/a"])
def test_a_path_that_names_no_file_stays_and_is_refused(path: str) -> None:
    params = parsed("write_file", path=path, content="x")
    assert params.path == path  # type: ignore[attr-defined]  # of write_file


@pytest.mark.parametrize("prefix", [".", "./", "/", ""])
def test_the_root_lists_every_file(prefix: str) -> None:
    assert parsed("list_files", prefix=prefix).prefix == ""  # type: ignore[attr-defined]  # of list_files


def test_text_stays_text_where_text_is_wanted() -> None:
    content = '["not", "a", "list"]'
    params = parsed("write_file", path="a.json", content=content)
    assert params.content == content  # type: ignore[attr-defined]  # of write_file


def test_null_as_text_is_null_where_a_list_may_be_missing() -> None:
    assert parsed("finish", summary="s", rationale=None, assumptions="null").assumptions is None  # type: ignore[attr-defined]


@pytest.mark.parametrize("edits", ["[{", "text", 7, [["old", "new"]]])
def test_what_is_not_certain_is_refused(edits: object) -> None:
    refused = parse_arguments(CODER_TOOLS["edit_file"], json.dumps({"path": "a", "edits": edits}))
    assert isinstance(refused, ToolResult)
    assert "do not fit" in refused.text
