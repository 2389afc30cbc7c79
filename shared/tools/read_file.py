"""`read_file`: one file, or some of its lines."""

from pydantic import Field

from shared.tools.base import Params, Tool, ToolResult, Workspace, clip, refuse
from shared.tools.meant import ProjectPath
from shared.tools.reading import lines_of, missing, numbered, text_or_none


class ReadFileParams(Params):
    path: ProjectPath = Field(description="Path from the project root, e.g. 'src/App.tsx'.")
    start_line: int | None = Field(default=None, description="First line to show, counted from 1; null for the start.")
    end_line: int | None = Field(default=None, description="Last line to show; null for the end.")


def _run(params: ReadFileParams, workspace: Workspace) -> ToolResult:
    text = text_or_none(workspace.files, params.path)
    if text is None:
        return refuse(missing(workspace.files, params.path))
    shown = numbered(text, params.start_line or 1, params.end_line)
    if text and not shown:
        return refuse(f"{params.path} has no such lines; it has {len(lines_of(text))}.")
    return ToolResult(ok=True, text=clip(shown) or "(empty file)", data={"path": params.path})


READ_FILE = Tool(
    name="read_file",
    description="Read a text file. Lines come behind their numbers; the numbers and the tab are not part of the file.",
    kind="read",
    stage="inspect",
    params=ReadFileParams,
    run=_run,
)
