"""`read_files`: several files in one call, whole or some of their lines."""

import re
from typing import NamedTuple

from pydantic import Field

from shared.domain.base import Files
from shared.tools.base import Params, Tool, ToolResult, Workspace, refuse
from shared.tools.meant import ProjectPath
from shared.tools.reading import lines_of, missing, numbered, text_or_none

_MOST = 40
_BEGUN, _NOTICE, _HEADING = 2_000, 200, 25
"""Characters: the least that a file is begun with, what a cut has to save at least, what each file's line takes."""
_LINES = re.compile(r"(?P<path>.+):(?P<start>\d{1,7})(?:-(?P<end>\d{1,7}))?\Z", re.DOTALL)


class ReadFilesParams(Params):
    paths: list[ProjectPath] = Field(description="At most 40; 'src/a.ts:40-90' for some lines of one.")


def _run(params: ReadFilesParams, workspace: Workspace) -> ToolResult:
    paths = list(dict.fromkeys(params.paths))
    if not paths:
        return refuse("Name the files to read.")
    if len(paths) > _MOST:
        return refuse(f"At most {_MOST} files a call; you named {len(paths)}. Ask for the most important first.")
    asked = [_asked(path, workspace.files) for path in paths]
    texts = [(one, text_or_none(workspace.files, one.path)) for one in asked]
    found = {one.named: _lines(one, text) or "(empty file)" for one, text in texts if text is not None}
    unread = "\n".join(missing(workspace.files, one.path) for one, text in texts if text is None)
    unread = unread[: workspace.reads_most // 4]
    if not found:
        return refuse(unread)
    shown = _fitted(found, workspace.reads_most - len(unread))
    parts = [f"== {named} ==\n{text}" for named, text in shown.items()]
    text = "\n\n".join(filter(None, [*parts, _later(found, shown), unread]))
    return ToolResult(ok=True, text=text, data={"paths": list(shown)}, fitted=True)


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


def without_lines(named: str) -> str:
    """The path of what a call names, without the lines that it names too."""
    read = _LINES.match(named)
    return named if read is None else read["path"]


def _lines(asked: _Asked, text: str) -> str:
    shown = numbered(text, asked.start, asked.end)
    return shown if shown or not text else f"(no such lines; it has {len(lines_of(text))})"


def _fitted(found: dict[str, str], room: int) -> dict[str, str]:
    """What is shown, the most wanted first: each file that fits whole; of a first one too long, its beginning."""
    left = max(_NOTICE, room - 2 * _NOTICE - sum(len(named) + _HEADING for named in found))
    first = next(iter(found))
    is_long = len(found[first]) > left
    whole: set[str] = set()
    for named, text in found.items():
        if len(text) <= left - (_BEGUN if is_long else 0):
            whole.add(named)
            left -= len(text)
    begun = {first: _cut(first, found[first], left)} if is_long else {}
    return {named: begun.get(named, text) for named, text in found.items() if named in whole or named in begun}


def _later(found: dict[str, str], shown: dict[str, str]) -> str:
    later = [f"{named} ({len(text):,} characters)" for named, text in found.items() if named not in shown]
    return f"Not shown, since no more fits into one call; ask for these next: {', '.join(later)}." if later else ""


def _cut(named: str, text: str, most: int) -> str:
    """The whole lines that fit, and how to go on; all of it where the notice would be as long as what it saves."""
    if len(text) <= most + _NOTICE:
        return text
    shown = text[: text.rfind("\n", 0, most) + 1] or f"{text[:most]}\n"
    path, next_line = _LINES.sub(r"\g<path>", named), text[len(shown) :].partition("\t")[0].strip()
    rest = f"'{path}:{next_line}-...'" if next_line.isdecimal() else path
    return f"{shown}[... {len(text) - len(shown)} characters left out; read {rest} for them ...]"


READ_FILES = Tool(
    name="read_files",
    description=(
        "Read text files, the most wanted first; what does not fit is named. Lines come behind their numbers."
    ),
    kind="read",
    stage="inspect",
    params=ReadFilesParams,
    run=_run,
)
