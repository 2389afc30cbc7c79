"""What each role may do, and above all what it may not."""

from typing import get_args

import pytest

from shared.domain.runs.run_parts import Role
from shared.services.agent.roles import tools_of
from shared.tools.registry import CODER_TOOLS, call_tool
from shared.tools.roles import TOOLS_OF, ToolRole
from tests.support.workspace import a_workspace

WRITES = {name for name, tool in CODER_TOOLS.items() if tool.kind == "write"}
ACTS = {"api_request", "run_command", "browser", "build_project_worker", "run_targeted_tests", "verify"}


def test_every_role_has_its_tools_and_a_way_to_end() -> None:
    assert set(TOOLS_OF) == set(get_args(ToolRole))
    assert set(TOOLS_OF) == set(get_args(Role)) - {"single"}, "a set of tools that no role of a run has is dead"
    for role, tools in TOOLS_OF.items():
        assert {"finish", "verdict"} & set(tools) or role == "manager", "only who writes the steps answers in words"
        order = [name for name in CODER_TOOLS if name in tools]
        assert [name for name in tools if name in CODER_TOOLS] == order, role


@pytest.mark.parametrize("role", ["evaluator", "planner"])
def test_who_only_looks_writes_nothing_and_acts_nowhere(role: ToolRole) -> None:
    assert not (WRITES | ACTS) & set(TOOLS_OF[role])


@pytest.mark.parametrize("role", ["fixer", "evaluator", "planner"])
def test_only_the_coder_sends_requests_and_declares_packages(role: ToolRole) -> None:
    assert not {"api_request", "add_dependency"} & set(TOOLS_OF[role])


def test_only_those_who_plan_write_the_state() -> None:
    assert {role for role, tools in TOOLS_OF.items() if "update_state" in tools} == {"coder", "planner"}


def test_a_tool_of_another_role_is_refused_and_told() -> None:
    arguments = '{"path": "src/a.ts", "content": "x"}'
    refused = call_tool(TOOLS_OF["planner"], "write_file", arguments, a_workspace())
    assert not refused.ok and "There is no tool write_file" in refused.text and "update_state" in refused.text


@pytest.mark.parametrize("role", ["coder", "fixer", "evaluator", "planner"])
def test_the_loop_gives_its_roles_these_tools(role: ToolRole) -> None:
    assert list(tools_of(role)) == list(TOOLS_OF[role])  # type: ignore[arg-type]  # each is a role of the loop
