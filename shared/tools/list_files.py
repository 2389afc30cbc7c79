"""`list_files`: the paths of the project."""

from pydantic import Field

from shared.tools.base import Params, Tool, ToolResult, Workspace, clip
from shared.tools.meant import PathPrefix


class ListFilesParams(Params):
    prefix: PathPrefix | None = Field(default=None, description="Null for all.")


def _run(params: ListFilesParams, workspace: Workspace) -> ToolResult:
    paths = sorted(path for path in workspace.files if path.startswith(params.prefix or ""))
    lines = [f"{path} ({len(workspace.files[path])} bytes)" for path in paths]
    return ToolResult(ok=True, text=clip("\n".join(lines) or "No files."), data={"count": len(paths)})


LIST_FILES = Tool(
    name="list_files",
    description="List the files with their sizes.",
    kind="read",
    stage="inspect",
    params=ListFilesParams,
    run=_run,
)
