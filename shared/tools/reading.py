"""Shared by the reading tools: text out of a tree, with line numbers."""

from shared.domain.base import Files
from shared.domain.text.alike import most_alike
from shared.domain.text.lines import split_lines
from shared.domain.tree.path_characters import shown


def text_or_none(files: Files, path: str) -> str | None:
    """The file's text; None for a missing or binary file."""
    data = files.get(path)
    if data is None or b"\0" in data:
        return None
    return data.decode("utf-8", "replace")


def missing(files: Files, path: str) -> str:
    """What to tell a model that asked for a path that cannot be read."""
    if path in files:
        return f"{path} is a binary file of {len(files[path])} bytes; it cannot be shown as text."
    near = most_alike(path, files, most=3, least=0.4)
    return f"There is no file {shown(path)}." + (f" Did you mean {', '.join(near)}?" if near else " Use list_files.")


def numbered(text: str, start: int = 1, end: int | None = None) -> str:
    """Lines `start` to `end` (both counted from 1, both included), each behind its number."""
    lines = lines_of(text)
    last = len(lines) if end is None else min(end, len(lines))
    return "\n".join(f"{number}\t{lines[number - 1]}" for number in range(max(start, 1), last + 1))


def lines_of(text: str) -> list[str]:
    """The lines without their ends, counted as compilers and git count them: only LF (or CR LF) ends one."""
    return [line.rstrip("\r\n") for line in split_lines(text)]
