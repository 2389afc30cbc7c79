"""`rename_file`: move a file to a free path."""

from pydantic import Field

from shared.domain.tree.operation_types import RenameFile
from shared.tools.base import Params, Tool, ToolResult, Workspace
from shared.tools.meant import ProjectPath
from shared.tools.writing import apply_one


class RenameFileParams(Params):
    path: ProjectPath = Field(description="Now.")
    new_path: ProjectPath = Field(description="Imports are not changed for you.")


def _run(params: RenameFileParams, workspace: Workspace) -> ToolResult:
    operation = RenameFile(op="rename_file", path=params.path, new_path=params.new_path)
    return apply_one(operation, workspace, params.path, params.new_path)


RENAME_FILE = Tool(
    name="rename_file",
    description="Rename or move a file.",
    kind="write",
    stage="edit",
    params=RenameFileParams,
    run=_run,
)
