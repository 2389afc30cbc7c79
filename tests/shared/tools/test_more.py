"""`more`: rare tools are reached through it or by name, and no request carries their schemas."""

import json

import pytest

from shared.domain.agent.model_messages import ToolCall
from shared.tools.more import MORE, as_meant
from shared.tools.rare import OLD, RARE
from shared.tools.registry import CODER_TOOLS, call_tool
from shared.tools.roles import TOOLS_OF, told_of
from tests.support.workspace import a_workspace

ALL = TOOLS_OF["coder"]


def asked(arguments: object) -> ToolCall:
    text = arguments if isinstance(arguments, str) else json.dumps(arguments)
    return ToolCall(call_id="c", name="more", arguments=text)


def test_what_a_coder_is_told_of_takes_at_most_8000_characters() -> None:
    result = told_of(ALL)
    assert sum(len(tool.spec().model_dump_json()) for tool in result) <= 8_000
    names = [tool.name for tool in result]
    assert {"read_files", "write_file", "edit_file", "delete_files", "add_dependency", "more"} < set(names)
    assert names[-1] == "finish" and not set(names) & (RARE.keys() | OLD)


def test_every_tool_is_told_of_or_behind_more_or_old() -> None:
    assert {tool.name for tool in told_of(ALL)} | RARE.keys() | OLD == {*CODER_TOOLS, "more"} == set(ALL)
    assert all(name in MORE.description for name in RARE)


def test_the_planner_is_shown_what_it_plans_with() -> None:
    assert "update_state" in {tool.name for tool in told_of(TOOLS_OF["planner"])}


@pytest.mark.parametrize("given", ['{"path": "a.db", "sql": "select 1"}', {"path": "a.db", "sql": "select 1"}])
def test_a_call_is_the_call_of_the_tool_behind_it(given: object) -> None:
    meant = as_meant(asked({"tool": "db_query", "arguments": given}))
    assert (meant.call_id, meant.name) == ("c", "db_query")
    assert json.loads(meant.arguments) == {"path": "a.db", "sql": "select 1"}


@pytest.mark.parametrize("arguments", [{"tool": "read_build_result", "arguments": None}, {"tool": "read_build_result"}])
def test_a_tool_that_takes_nothing_runs_at_once(arguments: object) -> None:
    assert as_meant(asked(arguments)).name == "read_build_result"


@pytest.mark.parametrize(
    "arguments",
    ["", "{", "[]", "3", "null", "[" * 500_000, {}, {"tool": 3}, {"tool": "more", "arguments": "{}"},
     {"tool": "finish", "arguments": "{}"}, {"tool": "write_file", "arguments": "{}"}, {"tool": "\ud800"}],
)  # fmt: skip
def test_what_is_behind_nothing_is_refused_and_never_raises(arguments: object) -> None:
    call = as_meant(asked(arguments))
    assert call.name == "more"
    result = call_tool(ALL, call.name, call.arguments, a_workspace())
    assert not result.ok and len(result.text) < 2_000


def test_what_a_tool_takes_is_shown_when_asked_and_when_it_does_not_fit() -> None:
    shown = call_tool(ALL, "more", json.dumps({"tool": "db_query", "arguments": None}), a_workspace())
    assert shown.ok and '"sql"' in shown.text
    refused = call_tool(ALL, "db_query", '{"path": 3}', a_workspace())
    assert not refused.ok and '"sql"' in refused.text
    assert (
        '"edits"'
        not in call_tool(ALL, "edit_file", "{}", a_workspace()).text.partition("fit:")[2].partition("It takes")[2]
    )


def test_the_design_guide_fits_into_one_answer() -> None:
    guide = call_tool(ALL, "design_guide", "{}", a_workspace())
    assert guide.ok and 3_000 < len(guide.text) < 8_000
    parts = ["Hierarchy", "Space", "Type", "Colour", "Empty", "samples", "Hover", "Forms", "Small-screens", "Motion"]
    assert [part for part in parts if part.replace("-", " ") not in guide.text] == []
