"""`more`: the tools that are seldom needed, behind one, so that a request carries their names and not their schemas.

Each stays callable by its own name too: what was recorded, and models that name it outright, are served alike.
"""

import json
from typing import Any

from pydantic import Field

from shared.domain.agent.model_messages import ToolCall
from shared.domain.json_weight import parse_bounded
from shared.tools.base import Params, Tool, ToolResult, Workspace, refuse
from shared.tools.rare import RARE
from shared.tools.registry import CODER_TOOLS

_NONE = "{}"


class MoreParams(Params):
    tool: str
    arguments: str | None = Field(default=None, description="JSON as text; null shows what it takes.")


def as_meant(call: ToolCall) -> ToolCall:
    """The call of the tool behind `more`, under the same id; as it is when it is another, or only asks."""
    asked = _read(call.arguments) if call.name == MORE.name else None
    name, given = (asked.get("tool"), asked.get("arguments")) if isinstance(asked, dict) else (None, None)
    if not isinstance(name, str) or name not in RARE or (given is None and CODER_TOOLS[name].params.model_fields):
        return call
    arguments = given if isinstance(given, str) else _NONE if given is None else json.dumps(given)
    return ToolCall(call_id=call.call_id, name=name, arguments=arguments)


def _read(arguments: str) -> Any:
    try:
        return parse_bounded(arguments or _NONE)
    except ValueError:
        return None


def _run(params: MoreParams, workspace: Workspace) -> ToolResult:
    if params.tool not in RARE:
        return refuse(f"Nothing called {params.tool[:100]!r} is behind `more`. There are: {', '.join(RARE)}.")
    spec = CODER_TOOLS[params.tool].spec()
    return ToolResult(ok=True, text=f"{spec.description}\nIt takes: {json.dumps(spec.parameters)}")


MORE = Tool(
    name="more",
    description="Calls a rarer tool: " + "; ".join(f"{name} ({told})" for name, told in RARE.items()) + ".",
    kind="read",
    stage="inspect",
    params=MoreParams,
    run=_run,
)
