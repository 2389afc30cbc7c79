"""`delete_file`: remove a file."""

from pydantic import Field

from shared.domain.tree.operation_types import DeleteFile
from shared.tools.base import Params, Tool, ToolResult, Workspace
from shared.tools.meant import ProjectPath
from shared.tools.writing import apply_one


class DeleteFileParams(Params):
    path: ProjectPath = Field(description="The file to remove.")


def _run(params: DeleteFileParams, workspace: Workspace) -> ToolResult:
    return apply_one(DeleteFile(op="delete_file", path=params.path), workspace, params.path)


DELETE_FILE = Tool(
    name="delete_file",
    description="Delete a file. Remove its imports too.",
    kind="write",
    stage="edit",
    params=DeleteFileParams,
    run=_run,
)
