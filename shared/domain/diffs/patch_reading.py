"""Reads unified diffs, as git and diff write them, and makes them against a tree without touching it."""

import re
from typing import NamedTuple

from shared.domain.base import Files
from shared.domain.edits.edit_text import KeyedLines
from shared.domain.errors import Invalid
from shared.domain.text.lines import split_lines
from shared.domain.tree.operation_types import DeleteFile, Operation, RenameFile, UpsertFile
from shared.domain.tree.path_characters import shown
from shared.domain.work_budget import PATCH_FILES, PATCH_SEARCHED

_HUNK = re.compile(r"@@ -(\d{1,7})(?:,(\d{1,7}))? \+(\d{1,7})(?:,(\d{1,7}))? @@")
_NOTHING = "/dev/null"
_MOST = 2_000_000
_MOST_PLACES = 100


class PatchHunk(NamedTuple):
    """`start` counts from 1 in the old file; the lines keep their ends."""

    start: int
    old: list[str]
    new: list[str]


class FilePatch(NamedTuple):
    """One file's part; None stands for a file that is not there before or after."""

    old_path: str | None
    new_path: str | None
    hunks: list[PatchHunk]


class PatchFault(NamedTuple):
    """Why one file's part does not fit."""

    path: str
    reason: str


def read_patch(text: str) -> list[FilePatch]:
    """The parts of a patch; Invalid when it is none, or a binary one."""
    if len(text) > _MOST:
        raise Invalid("The patch is too long.")
    lines = text.replace("\r\n", "\n").split("\n") if "\r\n" in text else text.split("\n")
    parts = _Reader(lines).parts()
    if not parts:
        raise Invalid("This is no unified diff: it has no `--- a/...`, `+++ b/...` and `@@` lines.")
    return parts


def patch_operations(parts: list[FilePatch], files: Files) -> tuple[list[Operation], list[PatchFault]]:
    """The operations that a patch means for this tree, and the parts that do not fit it."""
    if len(parts) > PATCH_FILES:
        raise Invalid(f"The patch changes {len(parts)} files; at most {PATCH_FILES} are read. Send it in parts.")
    operations: list[Operation] = []
    faults: list[PatchFault] = []
    search = _Search()
    named: set[str | None] = set()
    for part in parts:
        try:
            _require_once(part, named)
            operations += _operations(part, files, search)
        except Invalid as error:
            faults.append(PatchFault(part.new_path or part.old_path or "", error.message))
    return operations, faults


def _require_once(part: FilePatch, named: set[str | None]) -> None:
    """Each file stands in one part only: the parts are all made against the tree as it is."""
    if not named.isdisjoint({part.old_path, part.new_path} - {None}):
        raise Invalid("the patch names it in more than one part; put its hunks under one header.")
    named |= {part.old_path, part.new_path}


def _operations(part: FilePatch, files: Files, search: "_Search") -> list[Operation]:
    old, new = part.old_path, part.new_path
    if old is None:
        if new in files:
            raise Invalid("the patch creates it, but it exists already.")
        return [UpsertFile(path=new or "", content="".join(line for hunk in part.hunks for line in hunk.new))]
    before = _text(old, files)
    after = _patched(before, part.hunks, search)
    if new is None:
        if after:
            raise Invalid("the patch deletes it, but lines would be left.")
        return [DeleteFile(path=old)]
    if new == old:
        return [UpsertFile(path=old, content=after)]
    if after == before:
        return [RenameFile(path=old, new_path=new)]
    return [DeleteFile(path=old), UpsertFile(path=new, content=after)]


def _text(path: str, files: Files) -> str:
    if path not in files:
        raise Invalid(f"there is no file {shown(path)} to change.")
    try:
        return files[path].decode()
    except UnicodeDecodeError:
        raise Invalid("it is not a text file.") from None


def _patched(before: str, hunks: list[PatchHunk], search: "_Search") -> str:
    """`before` with every hunk made; each must fit where it says, or at exactly one other place."""
    crlf = "\r\n" in before
    lines = split_lines(before.replace("\r\n", "\n") if crlf else before)
    search.look_at(lines)
    result: list[str] = []
    at, drift = 0, 0
    for number, hunk in enumerate(hunks, 1):
        place = _place(lines, hunk, at, drift, number, search)
        result += [*lines[at:place], *hunk.new]
        drift = place - _line_of(hunk)
        at = place + len(hunk.old)
    text = "".join([*result, *lines[at:]])
    return text.replace("\n", "\r\n") if crlf else text


def _line_of(hunk: PatchHunk) -> int:
    """Where the hunk says it stands, counted from 0; a hunk that only adds names the line before."""
    return hunk.start - 1 if hunk.old else hunk.start


def _place(lines: list[str], hunk: PatchHunk, at: int, drift: int, number: int, search: "_Search") -> int:
    expected = _line_of(hunk) + drift
    size = len(hunk.old)
    if not size and at <= expected <= len(lines):
        return expected
    if size and expected >= at and lines[expected : expected + size] == hunk.old:
        return expected
    places = search.places(hunk.old, at)
    if len(places) == 1:
        return places[0]
    raise Invalid(_misfit(lines, hunk, max(expected, 0), number, len(places)))


class _Search:
    """Looks for hunks that do not stand where they say, over a whole patch; a text is searched as one string."""

    def __init__(self) -> None:
        self._left = PATCH_SEARCHED
        self._lines: list[str] = []
        self._keyed: KeyedLines | None = None

    def look_at(self, lines: list[str]) -> None:
        self._lines, self._keyed = lines, None

    def places(self, wanted: list[str], least: int) -> list[int]:
        """Where the lines stand, from line `least` on."""
        last = len(self._lines) - len(wanted)
        if not wanted or last < least:
            return []
        if not all(line.endswith("\n") for line in wanted):
            return [last] if self._lines[last:] == wanted else []
        if self._keyed is None:
            self._keyed = KeyedLines([line[:-1] for line in self._lines if line.endswith("\n")])
        self._left -= self._keyed.size
        if self._left < 0:
            raise Invalid("too many hunks of the patch do not stand at the line they name; send them with right ones.")
        return self._keyed.find([line[:-1] for line in wanted], overlapping=True, most=_MOST_PLACES, least=least)


def _misfit(lines: list[str], hunk: PatchHunk, expected: int, number: int, places: int) -> str:
    if places:
        return f"hunk {number} fits at {places} places and not at line {hunk.start}; give it more context."
    pairs = zip(hunk.old, lines[expected : expected + len(hunk.old)], strict=False)
    wrong = next(((offset, want, have) for offset, (want, have) in enumerate(pairs) if want != have), None)
    if wrong is None:
        return f"hunk {number} stands at line {hunk.start}, but the file has only {len(lines)} lines."
    offset, want, have = wrong
    line = expected + offset + 1
    return f"hunk {number} does not fit: line {line} should be {_quoted(want)} but is {_quoted(have)}."


def _quoted(line: str) -> str:
    return repr(line.rstrip("\n")[:120])


class _Reader:
    """Goes through the lines once."""

    def __init__(self, lines: list[str]) -> None:
        self._lines = lines
        self._at = 0

    def parts(self) -> list[FilePatch]:
        found: list[FilePatch] = []
        while self._at < len(self._lines):
            line = self._lines[self._at]
            if line.startswith(("GIT binary patch", "Binary files ")):
                raise Invalid("Binary patches are not read; use write operations.")
            if line.startswith("rename from "):
                found += self._rename()
            elif line.startswith("--- ") and self._peek(1).startswith("+++ "):
                found.append(self._changed(found))
            else:
                self._at += 1
        return found

    def _rename(self) -> list[FilePatch]:
        old = _name(self._lines[self._at][len("rename from ") :], "")
        self._at += 1
        line = self._peek(0)
        if not line.startswith("rename to "):
            raise Invalid("A `rename from` line is not followed by `rename to`.")
        self._at += 1
        return [FilePatch(old, _name(line[len("rename to ") :], ""), [])]

    def _changed(self, found: list[FilePatch]) -> FilePatch:
        old, new = _name(self._lines[self._at][4:], "a/"), _name(self._lines[self._at + 1][4:], "b/")
        self._at += 2
        if found and not found[-1].hunks and (found[-1].old_path, found[-1].new_path) == (old, new):
            found.pop()  # the rename lines of the same file came before
        hunks = []
        while match := _HUNK.match(self._peek(0)):
            self._at += 1
            hunks.append(self._hunk(int(match[1]), _count(match[2]), _count(match[4])))
        if old is None and new is None:
            raise Invalid("A part of the patch names no file.")
        return FilePatch(old, new, hunks)

    def _hunk(self, start: int, left_old: int, left_new: int) -> PatchHunk:
        old: list[str] = []
        new: list[str] = []
        while left_old > 0 or left_new > 0:
            if self._at >= len(self._lines):
                raise Invalid("The patch ends in the middle of a hunk.")
            line = self._lines[self._at]
            mark, body = line[:1] or " ", line[1:] + "\n"
            if mark not in " +-":
                raise Invalid(f"A line of a hunk begins with {mark!r} instead of a space, + or -.")
            self._at += 1
            if mark != "+":
                old.append(body)
                left_old -= 1
            if mark != "-":
                new.append(body)
                left_new -= 1
            self._without_end(mark, old, new)
        return PatchHunk(start, old, new)

    def _without_end(self, mark: str, old: list[str], new: list[str]) -> None:
        """git's note that the line before has no line end."""
        if not self._peek(0).startswith("\\"):
            return
        self._at += 1
        for lines, marks in ((old, " -"), (new, " +")):
            if mark in marks:
                lines[-1] = lines[-1].removesuffix("\n")

    def _peek(self, ahead: int) -> str:
        place = self._at + ahead
        return self._lines[place] if place < len(self._lines) else ""


def _count(text: str | None) -> int:
    return 1 if text is None else int(text)


def _name(text: str, prefix: str) -> str | None:
    """A path as git writes it: perhaps quoted, perhaps followed by a tab and a time."""
    name = text.partition("\t")[0].strip()
    if len(name) > 1 and name.startswith('"') and name.endswith('"'):
        name = _unquoted(name[1:-1])
    return None if name == _NOTHING else name.removeprefix(prefix)


def _unquoted(text: str) -> str:
    raw = re.sub(rb"\\([0-7]{3})", lambda found: bytes([int(found[1], 8) & 255]), text.encode("utf-8", "replace"))
    plain = {b"n": b"\n", b"t": b"\t", b"r": b"\r"}
    return re.sub(rb"\\(.)", lambda found: plain.get(found[1], found[1]), raw).decode("utf-8", "replace")
