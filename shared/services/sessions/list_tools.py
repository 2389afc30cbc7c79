"""The tools that a person or a program may call, each with what it takes."""

from typing import Any, Literal

from pydantic import BaseModel

ToolKindView = Literal["read", "write", "check", "worker", "command"]


class ToolView(BaseModel):
    """One tool. `params` is the JSON schema of a call's `params`; a field that has a default may be left out."""

    name: str
    description: str
    kind: ToolKindView
    params: dict[str, Any]


class ToolList(BaseModel):
    """All tools, in one page."""

    items: list[ToolView]
    next_cursor: None = None


def list_tools() -> ToolList:
    """Every tool but the one with which a run ends itself."""
    # here, not above: the tools are forty modules, and most of the API's processes are never asked for them
    from shared.tools.registry import CODER_TOOLS

    items = [
        ToolView(name=tool.name, description=tool.description, kind=tool.kind, params=tool.params.model_json_schema())
        for tool in CODER_TOOLS.values()
        if tool.kind != "finish"
    ]
    return ToolList(items=items)
