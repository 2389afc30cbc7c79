"""`read_files`: several files in one call."""

from pydantic import Field

from shared.tools.base import Params, Tool, ToolResult, Workspace, refuse
from shared.tools.reading import missing, numbered, text_or_none

_MOST = 20
_ROOM = 9_000


class ReadFilesParams(Params):
    paths: list[str] = Field(description="Up to 20 paths from the project root.")


def _run(params: ReadFilesParams, workspace: Workspace) -> ToolResult:
    paths = list(dict.fromkeys(params.paths))
    if not paths:
        return refuse("Name the files to read.")
    if len(paths) > _MOST:
        return refuse(f"At most {_MOST} files a call; you named {len(paths)}. Ask for the most important first.")
    texts = {path: text_or_none(workspace.files, path) for path in paths}
    found = {path: numbered(text) for path, text in texts.items() if text is not None}
    unread = [missing(workspace.files, path) for path, text in texts.items() if text is None]
    if not found:
        return refuse("\n".join(unread)[:_ROOM])
    room = _share([len(text) for text in found.values()], _ROOM)
    shown = [f"== {path} ==\n{_cut(path, text, room)}" for path, text in found.items()]
    return ToolResult(ok=True, text="\n\n".join([*shown, *unread]), data={"paths": list(found)})


def _share(sizes: list[int], room: int) -> int:
    """The length to which each may go so that all fit: short files whole, long ones equally cut."""
    left, waiting = room, sorted(sizes)
    for index, size in enumerate(waiting):
        fair = left // (len(waiting) - index)
        if size > fair:
            return fair
        left -= size
    return room


def _cut(path: str, text: str, most: int) -> str:
    if len(text) <= most:
        return text or "(empty file)"
    return f"{text[:most]}\n[... {len(text) - most} characters left out; read_file {path} shows the rest ...]"


READ_FILES = Tool(
    name="read_files",
    description="Read several text files at once, each with line numbers. Long ones are cut; read_file shows the rest.",
    kind="read",
    stage="inspect",
    params=ReadFilesParams,
    run=_run,
)
