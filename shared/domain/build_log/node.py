"""Readers of what Node and the shell print when a script itself fails."""

import re

from shared.domain.build_log.lines import Lines, Read, finding, is_frame

_THROWN_AT = re.compile(r"(file:///project/\S+|/project/\S+):(\d+)$")
_CARET = re.compile(r"( *)\^+ *$")
_ERROR = re.compile(r"(?:Uncaught )?(\w*Error)(?: \[(\w+)\])?: (.+)")
_IMPORTED_FROM = re.compile(r" imported from (/project/\S+)$")
_FRAME = re.compile(r"\s+at (?:.*[\s(])?((?:file://)?/project/[^\s():]+):(\d+):(\d+)\)?$")
_NOT_FOUND = re.compile(r"sh: (?:\d+|line \d+): ([\w@./-]+): (?:command )?not found$")
_OUT_OF_MEMORY = re.compile(r"FATAL ERROR: .*JavaScript heap out of memory")
_THROW_LINES = 12


def read_thrown(lines: Lines, at: int) -> Read | None:
    """An error that ended a script: its place, the code, a caret, then the error and its stack."""
    place = _THROWN_AT.match(lines[at])
    below = range(at + 1, min(at + _THROW_LINES, len(lines)))
    said = next((index for index in below if _ERROR.match(lines[index])), None)
    error = _ERROR.match(lines[said]) if said is not None else None
    if place is None or said is None or error is None:
        return None
    caret = next((found for found in map(_CARET.match, lines[at + 2 : at + 4]) if found), None)
    column = len(caret[1]) + 1 if caret else None
    shown = lines[at + 1] if caret else None
    item = finding(error[2] or error[1], error[3], place[1], place[2], column, shown=shown)
    return Read((item,), _end_of_stack(lines, said + 1))


def _end_of_stack(lines: Lines, at: int) -> int:
    while at < len(lines) and is_frame(lines[at]):
        at += 1
    return at


def read_node_error(lines: Lines, at: int) -> Read | None:
    """An error with a stack below it; its place is the first frame in the project."""
    error = _ERROR.match(lines[at])
    if error is None or at + 1 >= len(lines) or not is_frame(lines[at + 1]):
        return None
    end = _end_of_stack(lines, at + 1)
    importer = _IMPORTED_FROM.search(error[3])
    frames = (_FRAME.match(line) for line in lines[at + 1 : end])
    own = (frame for frame in frames if frame and "/node_modules/" not in frame[1])
    frame = None if importer else next(own, None)
    place = importer[1] if importer else frame[1] if frame else None
    where = (frame[2], frame[3]) if frame else (None, None)
    return Read((finding(error[2] or error[1], error[3], place, *where),), end)


def read_shell(lines: Lines, at: int) -> Read | None:
    """A command the shell does not know, or a Node that ran out of memory."""
    if missing := _NOT_FOUND.match(lines[at]):
        hint = "The script in package.json names a program that no declared package brings."
        return Read((finding("COMMAND_NOT_FOUND", f"{missing[1]}: not found", "package.json", hint=hint),), at + 1)
    if _OUT_OF_MEMORY.match(lines[at]):
        return Read((finding("OUT_OF_MEMORY", "Node ran out of memory."),), at + 1)
    return None


READERS = (read_thrown, read_shell, read_node_error)
