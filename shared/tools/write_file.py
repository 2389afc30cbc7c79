"""`write_file`: create a file or replace all of it."""

from pydantic import Field

from shared.domain.edits.placeholders import new_placeholders
from shared.domain.tree.managed_paths import is_binary_path
from shared.domain.tree.operation_types import UpsertFile
from shared.tools.base import Params, Tool, ToolResult, Workspace, refuse
from shared.tools.binary import binary_upsert, way_out
from shared.tools.meant import ProjectPath
from shared.tools.reading import text_or_none
from shared.tools.writing import apply_one


class WriteFileParams(Params):
    path: ProjectPath = Field(description="From the project root.")
    content: str = Field(description="The whole file, never parts; of an image or font its base64.")


def _run(params: WriteFileParams, workspace: Workspace) -> ToolResult:
    if found := new_placeholders(params.content, text_or_none(workspace.files, params.path) or ""):
        return refuse(f"{found[0]!r} stands in for a part that is left out. Write the whole file. Nothing was applied.")
    operation = _operation(params)
    if operation is None:
        return refuse(way_out(params.path))
    result = apply_one(operation, workspace, params.path)
    if result.ok:
        workspace.refusals.pop(params.path, None)
    return result


def _operation(params: WriteFileParams) -> UpsertFile | None:
    if is_binary_path(params.path):
        return binary_upsert(params.path, params.content)
    return UpsertFile(op="upsert_file", path=params.path, content=params.content)


WRITE_FILE = Tool(
    name="write_file",
    description="Create a file, or replace all of it.",
    kind="write",
    stage="edit",
    params=WriteFileParams,
    run=_run,
)
