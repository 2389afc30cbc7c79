"""Reads unified diffs, as git and diff write them."""

import re
from typing import NamedTuple

from shared.domain.errors import Invalid

_HUNK = re.compile(r"@@ -(\d{1,7})(?:,(\d{1,7}))? \+(\d{1,7})(?:,(\d{1,7}))? @@")
_NOTHING = "/dev/null"
_MOST = 2_000_000


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


def read_patch(text: str) -> list[FilePatch]:
    """The parts of a patch; Invalid when it is none, or a binary one."""
    if len(text) > _MOST:
        raise Invalid("The patch is too long.")
    lines = text.replace("\r\n", "\n").split("\n") if "\r\n" in text else text.split("\n")
    parts = _Reader(lines).parts()
    if not parts:
        raise Invalid("This is no unified diff: it has no `--- a/...`, `+++ b/...` and `@@` lines.")
    return parts


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
