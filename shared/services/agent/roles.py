"""The roles of one loop: each has its own prompt and may use only some of the tools."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from shared.domain.runs.run import Run
from shared.domain.runs.run_parts import Role
from shared.domain.switches import Switches
from shared.services.agent.loop_work import Work
from shared.tools.base import Params, Tool, ToolResult, Workspace, not_run
from shared.tools.browser import BROWSER
from shared.tools.roles import TOOLS_OF, told_of
from shared.tools.update_state import UPDATE_STATE

_ALL_ON = Switches()
_ESSENTIAL = frozenset({
    "list_files", "read_files", "search_code", "write_file", "edit_file", "delete_files", "run_targeted_tests",
    "update_state", "verdict", "finish",
})  # fmt: skip
"""Of each role those of these that it has."""
_LAST = "Not run: this was the last call of the run, so nobody would read the result."
_LAST_EDIT = "Not run: this was the last call of the run, and the edit would wait for a person."


def tools_of(role: Role, switches: Switches = _ALL_ON) -> Mapping[str, Tool[Any]]:
    """The tools of a role by name, in a fixed order; none that the worker of this deployment cannot run."""
    tools = {} if role == "single" else TOOLS_OF[role]
    return tools if switches.browser else {name: tool for name, tool in tools.items() if name != BROWSER.name}


def tools_for(run: Run, role: Role, switches: Switches) -> Mapping[str, Tool[Any]]:
    """The tools of a role in this run: only those that look where it is asked for nothing but an answer."""
    if run.request.only is None:
        return tools_of(role, switches)
    looking = tools_of("planner", switches) if switches.agentic_loop else {}
    return (
        looking
        if run.request.only == "plan"
        else {name: tool for name, tool in looking.items() if tool is not UPDATE_STATE}
    )


def shown_tools(run: Run, role: Role, switches: Switches) -> list[Tool[Any]]:
    """The tools that a request describes; in the smallest packing those that no change can be made without."""
    shown = told_of(tools_for(run, role, switches))
    return [tool for tool in shown if tool.name in _ESSENTIAL] if run.memory.packing == "smallest" else shown


def tools_in(work: Work) -> Mapping[str, Tool[Any]]:
    """What the answer of this iteration may use. Of the last call that is edits, where they wait for no person, and
    `finish`; the other tools are offered all the same, since the list is part of the cached prefix, and refuse.
    """
    tools = tools_for(work.run, work.inputs.role, work.inputs.ports.switches)
    if not work.last_call:
        return tools
    may_edit = work.inputs.workspace.may_fix
    return {name: tool if _is_last(tool, may_edit) else _refusing(tool) for name, tool in tools.items()}


def _is_last(tool: Tool[Any], may_edit: bool) -> bool:
    return tool.kind == "finish" or (tool.kind == "write" and may_edit)


def _refusing(tool: Tool[Any]) -> Tool[Any]:
    words = _LAST_EDIT if tool.kind == "write" else _LAST

    def refuse(params: Params, workspace: Workspace) -> ToolResult:
        return not_run(words)

    return replace(tool, kind="read", run=refuse, effect=None)
