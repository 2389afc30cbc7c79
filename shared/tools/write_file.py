"""`write_file`: create a file or replace all of it."""

from pydantic import Field

from shared.domain.operation_types import UpsertFile
from shared.domain.placeholders import new_placeholders
from shared.tools.base import Params, Tool, ToolResult, Workspace, refuse
from shared.tools.reading import text_or_none
from shared.tools.writing import apply_one


class WriteFileParams(Params):
    path: str = Field(description="From the project root.")
    content: str = Field(description="The whole file. Never leave parts out.")


def _run(params: WriteFileParams, workspace: Workspace) -> ToolResult:
    if found := new_placeholders(params.content, text_or_none(workspace.files, params.path) or ""):
        return refuse(f"{found[0]!r} stands in for a part that is left out. Write the whole file. Nothing was applied.")
    result = apply_one(UpsertFile(op="upsert_file", path=params.path, content=params.content), workspace, params.path)
    if result.ok:
        workspace.refusals.pop(params.path, None)
    return result


WRITE_FILE = Tool(
    name="write_file",
    description="Create a file, or replace all of it.",
    kind="write",
    stage="edit",
    params=WriteFileParams,
    run=_run,
)
