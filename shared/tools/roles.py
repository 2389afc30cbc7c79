"""Which tools exist for whom: a role cannot call what it does not have."""

from collections.abc import Mapping
from typing import Any, Literal

from shared.tools.base import Tool
from shared.tools.finish import FINISH
from shared.tools.more import MORE
from shared.tools.rare import OLD, RARE
from shared.tools.registry import CODER_TOOLS
from shared.tools.verdict import VERDICT

ToolRole = Literal["manager", "planner", "coder", "fixer", "tester", "writer", "evaluator"]

_LOOKING = ("list_files", "read_file", "read_files", "search_code")
_FINDING = (*_LOOKING, "search_docs", "search_messages", "db_query")
_EDITING = ("write_file", "edit_file", "rename_file", "delete_files", "delete_file", "compile_project")


def _these(*names: str) -> Mapping[str, Tool[Any]]:
    """In the registry's order, whatever the order of the names: it is part of a byte-stable prefix."""
    return {name: tool for name, tool in CODER_TOOLS.items() if name in names}


TOOLS_OF: Mapping[ToolRole, Mapping[str, Tool[Any]]] = {
    "coder": {
        **{name: tool for name, tool in CODER_TOOLS.items() if tool is not FINISH},
        MORE.name: MORE,
        FINISH.name: FINISH,
    },
    "fixer": _these(*_LOOKING, *_EDITING, FINISH.name),
    "evaluator": {**_these(*_LOOKING), VERDICT.name: VERDICT},
    "tester": _these(
        *_LOOKING, *_EDITING, "verify", "run_targeted_tests", "run_command", "read_build_result", FINISH.name
    ),
    "writer": _these(
        *_LOOKING,
        "search_docs",
        "search_messages",
        "write_file",
        "edit_file",
        "delete_file",
        "compile_project",
        FINISH.name,
    ),
    "manager": {},
    "planner": _these(*_FINDING, "read_build_result", "update_state", FINISH.name),
}


def told_of(tools: Mapping[str, Tool[Any]]) -> list[Tool[Any]]:
    """Those of the tools that a model is told of: not what is behind `more` where it has that, nor what is old."""
    hidden = OLD | RARE.keys() if MORE.name in tools else OLD
    return [tool for name, tool in tools.items() if name not in hidden]
