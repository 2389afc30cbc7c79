"""The roles of one loop: each has its own prompt and may use only some of the tools."""

from collections.abc import Mapping
from typing import Any

from shared.domain.run import Role
from shared.tools.base import Tool
from shared.tools.finish import FINISH
from shared.tools.roles import TOOLS_OF

_LAST: Mapping[str, Tool[Any]] = {FINISH.name: FINISH}


def tools_of(role: Role, *, last_call: bool = False) -> Mapping[str, Tool[Any]]:
    """The tools of a role by name, in a fixed order. The last call a run may make can only finish."""
    if last_call:
        return _LAST
    return {} if role == "single" else TOOLS_OF[role]
