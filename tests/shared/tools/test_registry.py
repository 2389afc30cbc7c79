"""How tools are told to a model and called by it: strictly, and never raising for its mistakes."""

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from shared.tools.base import Tool, clip
from shared.tools.registry import CODER_TOOLS, call_tool
from tests.support.workspace import HOSTILE_PATHS, NOT_TEXT, a_workspace


def objects(schema: Any) -> list[dict[str, Any]]:
    """Every object schema, at any depth."""
    if isinstance(schema, list):
        return [found for part in schema for found in objects(part)]
    if not isinstance(schema, dict):
        return []
    own = [schema] if schema.get("type") == "object" else []
    return own + [found for part in schema.values() for found in objects(part)]


@pytest.mark.parametrize("tool", CODER_TOOLS.values(), ids=list(CODER_TOOLS))
def test_a_schema_is_strict_at_every_level_and_described(tool: Tool[Any]) -> None:
    spec = tool.spec()
    assert spec.strict and spec.description and spec == tool.spec()
    for schema in objects(spec.parameters):
        assert schema["required"] == list(schema.get("properties", {})) and schema["additionalProperties"] is False
    assert "default" not in json.dumps(spec.parameters)


def test_the_order_of_the_tools_is_part_of_the_prefix() -> None:
    assert list(CODER_TOOLS) == [
        "list_files", "read_file", "read_files", "search_code", "search_docs", "search_messages", "design_guide",
        "db_query", "write_file", "edit_file", "rename_file", "delete_files", "delete_file", "add_dependency",
        "remove_dependency", "apply_patch_dry_run", "add_check", "update_state", "api_request", "compile_project",
        "verify", "build_project_worker", "run_targeted_tests", "run_command", "browser", "prepare_static_bundle",
        "security_scan", "read_build_result", "finish",
    ]  # fmt: skip


@pytest.mark.parametrize("arguments", ["", "{", "[]", "null", "3", '"x"', "[" * 500_000, "NaN", '{"path": "\\ud800"}'])
@pytest.mark.parametrize("name", list(CODER_TOOLS))
def test_arguments_of_no_use_are_refused_shortly(name: str, arguments: str) -> None:
    workspace = a_workspace()
    before = dict(workspace.files)
    result = call_tool(CODER_TOOLS, name, arguments, workspace)
    assert workspace.files == before and result.files is None and (result.ok or len(result.text) < 2_000)


def test_a_thousand_mistakes_are_told_by_the_first_few() -> None:
    edits = [{"old": 1, "new": 2, "replace_all": "x", "y": 1}] * 1_000
    result = call_tool(CODER_TOOLS, "edit_file", json.dumps({"path": "a", "edits": edits}), a_workspace())
    assert not result.ok and len(result.text) < 2_000


def test_a_long_text_keeps_both_its_ends() -> None:
    text = "".join(str(number % 10) for number in range(20_000))
    assert (
        clip(text).startswith(text[:5_000]) and clip(text).endswith(text[-5_000:]) and "10000 characters" in clip(text)
    )
    assert clip(text[:10_000]) == text[:10_000]


PATHS = st.sampled_from(["src/App.tsx", "src/new.ts", "package.json", "index.html", *NOT_TEXT, *HOSTILE_PATHS])
TEXTS = st.sampled_from(["", "Hello", "return", "{", "[" * 9_000, "x" * 300_000]) | st.text(max_size=30)
EDITS = st.lists(
    st.fixed_dictionaries({"old": TEXTS, "new": TEXTS, "replace_all": st.none() | st.booleans()}), max_size=3
)
ARGUMENTS = {
    "path": PATHS, "new_path": PATHS, "content": TEXTS, "edits": EDITS, "prefix": st.none() | PATHS, "query": TEXTS,
    "case_sensitive": st.none() | st.booleans(), "start_line": st.none() | st.integers(), "name": TEXTS | PATHS,
    "end_line": st.none() | st.integers(), "kind": st.none() | st.sampled_from(["dependencies", "devDependencies"]),
    "summary": TEXTS, "rationale": st.none() | TEXTS, "assumptions": st.none() | st.lists(TEXTS, max_size=3),
}  # fmt: skip
ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | TEXTS | PATHS,
    lambda part: st.lists(part, max_size=3) | st.dictionaries(st.sampled_from(["name", "old", "path", "x"]), part),
    max_leaves=6,
)
MANIFESTS = st.sampled_from([b"{}", b"[]", b"\xff", b"", b"[" * 9_000, b'{"dependencies": []}'])


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.sampled_from(list(CODER_TOOLS)), st.none() | MANIFESTS, st.data())
def test_no_call_whatever_raises_or_leaves_a_half_changed_tree(
    name: str, package: bytes | None, data: st.DataObject
) -> None:
    workspace = a_workspace({"package.json": package, "package-lock.json": b"{}"} if package is not None else None)
    before = dict(workspace.files)
    names = CODER_TOOLS[name].params.model_fields
    arguments = {each: data.draw(ARGUMENTS.get(each, ANYTHING), label=each) for each in names}
    result = call_tool(CODER_TOOLS, name, json.dumps(arguments), workspace)
    assert workspace.files == before and (result.ok or result.files is None)
    result.text.encode()
    for path, content in (result.files or {}).items():
        path.encode()
        assert isinstance(content, bytes)


@pytest.mark.parametrize(
    "arguments", ["[" * 400 + "]" * 400, '{"path": [' + "[]," * 300_000 + "[]]}"], ids=["deep", "many"]
)
def test_arguments_of_absurdly_many_values_are_refused_before_they_are_made(arguments: str) -> None:
    result = call_tool(CODER_TOOLS, "read_files", arguments, a_workspace())
    assert not result.ok and "not valid JSON" in result.text
    wrapped = call_tool(CODER_TOOLS, "read_files", json.dumps({"paths": arguments}), a_workspace())
    assert wrapped.ok is False
