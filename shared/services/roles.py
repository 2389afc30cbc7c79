"""The roles of one loop: each has its own prompt and may use only some of the tools."""

from collections.abc import Mapping
from typing import Any

from shared.domain.run import Role
from shared.tools.base import Tool
from shared.tools.finish import FINISH
from shared.tools.registry import CODER_TOOLS
from shared.tools.verdict import VERDICT

_READING = ("list_files", "read_file", "read_files", "search_code")
_FIXING = (*_READING, "write_file", "edit_file", "delete_file", "rename_file", "compile_project", "finish")
_TOOLS: Mapping[Role, Mapping[str, Tool[Any]]] = {
    "coder": CODER_TOOLS,
    "fixer": {name: tool for name, tool in CODER_TOOLS.items() if name in _FIXING},
    "single": {},
    "evaluator": {**{name: CODER_TOOLS[name] for name in _READING}, VERDICT.name: VERDICT},
}
_LAST: Mapping[str, Tool[Any]] = {FINISH.name: FINISH}


def tools_of(role: Role, *, last_call: bool = False) -> Mapping[str, Tool[Any]]:
    """The tools of a role by name, in a fixed order. The last call a run may make can only finish."""
    return _LAST if last_call else _TOOLS[role]
