"""`edit_file`: replace pieces of a file that are quoted from it."""

from pydantic import Field

from shared.domain.edits.edits import Edit
from shared.domain.tree.operation_types import EditFile
from shared.tools.base import Params, Tool, ToolResult, Workspace
from shared.tools.meant import ProjectPath
from shared.tools.writing import apply_one

_WRITE_INSTEAD = 2


class EditParams(Params):
    old: str = Field(description="The exact piece, long enough to stand only once.")
    new: str = Field(description="What takes its place.")
    replace_all: bool | None = Field(default=None, description="True: every occurrence.")


class EditFileParams(Params):
    path: ProjectPath = Field(description="From the project root.")
    edits: list[EditParams] = Field(description="All apply or none does.")


def _run(params: EditFileParams, workspace: Workspace) -> ToolResult:
    edits = [Edit(old=edit.old, new=edit.new, replace_all=bool(edit.replace_all)) for edit in params.edits]
    result = apply_one(EditFile(op="edit_file", path=params.path, edits=edits), workspace, params.path)
    if result.ok:
        workspace.refusals.pop(params.path, None)
        return result
    return _count_refusal(params.path, result, workspace)


def _count_refusal(path: str, result: ToolResult, workspace: Workspace) -> ToolResult:
    if path not in workspace.files:
        return result
    workspace.refusals[path] = workspace.refusals.get(path, 0) + 1
    if workspace.refusals[path] < _WRITE_INSTEAD:
        return result
    advice = (
        f"\nThis is refusal {workspace.refusals[path]} on {path}: read it again and use write_file with the whole file."
    )
    return ToolResult(ok=False, text=result.text + advice, diagnostics=result.diagnostics)


EDIT_FILE = Tool(
    name="edit_file",
    description="Replace quoted pieces of a text file.",
    kind="write",
    stage="edit",
    params=EditFileParams,
    run=_run,
)
