"""`write_file`: create a file or replace all of it."""

import re

from pydantic import Field

from shared.domain.operation_types import UpsertFile
from shared.tools.base import Params, Tool, ToolResult, Workspace, refuse
from shared.tools.writing import apply_one

_PLACEHOLDER = re.compile(
    r"(?:\.\.\.|…)\s*(?:\(?\s*)(?:rest|remaining|existing|other|previous)\b[^\n]{0,60}"
    r"|\b(?:rest|remainder) of (?:the )?(?:file|code|component|imports?)\b[^\n]{0,40}\b(?:unchanged|same|here)\b",
    re.IGNORECASE,
)


class WriteFileParams(Params):
    path: str = Field(description="Path from the project root.")
    content: str = Field(description="The whole new content of the file. Never leave parts out.")


def _run(params: WriteFileParams, workspace: Workspace) -> ToolResult:
    if _PLACEHOLDER.search(params.content) and params.path in workspace.files:
        return refuse("The content stands in for parts it leaves out. Write the whole file. Nothing was applied.")
    workspace.refusals.pop(params.path, None)
    return apply_one(UpsertFile(op="upsert_file", path=params.path, content=params.content), workspace, params.path)


WRITE_FILE = Tool(
    name="write_file",
    description="Create a file, or replace its whole content. For a small change to a large file use edit_file.",
    kind="write",
    stage="edit",
    params=WriteFileParams,
    run=_run,
)
