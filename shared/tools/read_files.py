"""`read_files`: several files in one call, whole or some of their lines."""

import re
from typing import NamedTuple

from pydantic import Field

from shared.domain.base import Files
from shared.tools.base import Params, Tool, ToolResult, Workspace, refuse
from shared.tools.reading import lines_of, missing, numbered, text_or_none

_MOST = 20
_ROOM = 9_000
_LINES = re.compile(r"(?P<path>.+):(?P<start>\d{1,7})(?:-(?P<end>\d{1,7}))?\Z", re.DOTALL)


class ReadFilesParams(Params):
    paths: list[str] = Field(description="At most 20; 'src/a.ts:40-90' for some lines of one.")


def _run(params: ReadFilesParams, workspace: Workspace) -> ToolResult:
    paths = list(dict.fromkeys(params.paths))
    if not paths:
        return refuse("Name the files to read.")
    if len(paths) > _MOST:
        return refuse(f"At most {_MOST} files a call; you named {len(paths)}. Ask for the most important first.")
    asked = [_asked(path, workspace.files) for path in paths]
    texts = [(one, text_or_none(workspace.files, one.path)) for one in asked]
    found = {one.named: _lines(one, text) for one, text in texts if text is not None}
    unread = [missing(workspace.files, one.path) for one, text in texts if text is None]
    if not found:
        return refuse("\n".join(unread)[:_ROOM])
    room = _share([len(text) for text in found.values()], _ROOM)
    shown = [f"== {named} ==\n{_cut(named, text, room)}" for named, text in found.items()]
    return ToolResult(ok=True, text="\n\n".join([*shown, *unread]), data={"paths": list(found)})


class _Asked(NamedTuple):
    """A file, and which of its lines."""

    named: str
    path: str
    start: int = 1
    end: int | None = None


def _asked(named: str, files: Files) -> _Asked:
    """A path that exists is one, whatever it looks like."""
    read = None if named in files else _LINES.match(named)
    if read is None:
        return _Asked(named, named)
    end = read["end"] or read["start"]
    return _Asked(named, read["path"], int(read["start"]), int(end))


def _lines(asked: _Asked, text: str) -> str:
    shown = numbered(text, asked.start, asked.end)
    return shown if shown or not text else f"(no such lines; it has {len(lines_of(text))})"


def _share(sizes: list[int], room: int) -> int:
    """The length to which each may go so that all fit: short files whole, long ones equally cut."""
    left, waiting = room, sorted(sizes)
    for index, size in enumerate(waiting):
        fair = left // (len(waiting) - index)
        if size > fair:
            return fair
        left -= size
    return room


def _cut(named: str, text: str, most: int) -> str:
    if len(text) <= most:
        return text or "(empty file)"
    shown = text[: text.rfind("\n", 0, most) + 1] or f"{text[:most]}\n"
    path, next_line = _LINES.sub(r"\g<path>", named), text[len(shown) :].partition("\t")[0].strip()
    rest = f"'{path}:{next_line}-...'" if next_line.isdecimal() else path
    return f"{shown}[... {len(text) - len(shown)} characters left out; read {rest} for them ...]"


READ_FILES = Tool(
    name="read_files",
    description="Read text files. Lines come behind their numbers, which are not part of the file. Long ones are cut.",
    kind="read",
    stage="inspect",
    params=ReadFilesParams,
    run=_run,
)
