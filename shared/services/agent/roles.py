"""The roles of one loop: each has its own prompt and may use only some of the tools.

Runs that only write documents, or only run tests, change nothing else: their other writes are refused.
"""

import posixpath
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from shared.domain.base import Files
from shared.domain.diffs.changes import changed_paths
from shared.domain.runs.run import Run
from shared.domain.runs.run_parts import Role
from shared.domain.switches import Switches
from shared.services.agent.loop_work import Work
from shared.tools.base import Params, Tool, ToolResult, Workspace, not_run, refuse
from shared.tools.browser import BLIND_BROWSER, BROWSER
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


_SUFFIXES = (".md", ".markdown", ".rst", ".adoc")
_NAMES = frozenset({"readme", "license", "licence", "changelog", "notice", "authors", "contributing", "security"})
_SERVED = ("public/", "src/")
"""Folders whose files are part of the page: Markdown in them may be what a visitor reads, except a README."""
_PATHS_SHOWN = 5
_TESTS_ONLY = "This run only runs the tests and changes nothing. Say in `finish` what should be changed."


def tools_of(role: Role, switches: Switches = _ALL_ON) -> Mapping[str, Tool[Any]]:
    """The tools of a role by name, in a fixed order; none that the worker of this deployment cannot run."""
    tools = {} if role == "single" else TOOLS_OF[role]
    return tools if switches.browser else {name: tool for name, tool in tools.items() if name != BROWSER.name}


def tools_for(run: Run, role: Role, switches: Switches) -> Mapping[str, Tool[Any]]:
    """The tools of a role in this run: only those that look where it is asked for nothing but an answer."""
    if run.request.only is None:
        return confined(tools_of(role, switches), run, role)
    looking = tools_of("planner", switches) if switches.agentic_loop else {}
    return (
        looking
        if run.request.only == "plan"
        else {name: tool for name, tool in looking.items() if tool is not UPDATE_STATE}
    )


def shown_tools(run: Run, role: Role, switches: Switches, *, is_blind: bool = False) -> list[Tool[Any]]:
    """The tools that a request describes; in the smallest packing those that no change can be made without. A model
    that `is_blind` is promised no pictures.
    """
    shown = told_of(tools_for(run, role, switches))
    shown = [BLIND_BROWSER if is_blind and tool is BROWSER else tool for tool in shown]
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

    def skip(params: Params, workspace: Workspace) -> ToolResult:
        return not_run(words)

    return replace(tool, kind="read", run=skip, effect=None)


def is_document(path: str) -> bool:
    """Whether a file is written for the people of a project: a README, Markdown, a licence."""
    stem, suffix = posixpath.splitext(posixpath.basename(path).lower())
    if stem in _NAMES and suffix in ("", ".txt", *_SUFFIXES):
        return True
    in_docs = path.startswith("docs/") and suffix == ".txt"
    return in_docs or (suffix in _SUFFIXES and not path.startswith(_SERVED))


def forbidden_write(run: Run, role: Role, before: Files, after: Files) -> str | None:
    """Why this run, or the role at work in it, may not make the change; None where it may."""
    if before == after:
        return None
    if run.request.run_type == "run_tests_only":
        return _TESTS_ONLY
    if role != "writer" and run.request.run_type != "write_docs":
        return None
    others = [path for path in changed_paths(before, after) if not is_document(path)]
    if not others:
        return None
    named = ", ".join(others[:_PATHS_SHOWN])
    return f"Not changed: {named} is no document, and this only writes documents (README.md, docs/*.md and the like)."


def confined(tools: Mapping[str, Tool[Any]], run: Run, role: Role) -> Mapping[str, Tool[Any]]:
    """Return the tools with writes that refuse what the run or its role may not change."""
    if role != "writer" and run.request.run_type not in ("write_docs", "run_tests_only"):
        return tools
    return {name: _confined(tool, run, role) if tool.kind == "write" else tool for name, tool in tools.items()}


def _confined(tool: Tool[Any], run: Run, role: Role) -> Tool[Any]:
    def write(params: Params, workspace: Workspace) -> ToolResult:
        result = tool.run(params, workspace)
        why = None if result.files is None else forbidden_write(run, role, workspace.files, result.files)
        return result if why is None else refuse(why)

    return replace(tool, run=write)
