"""Makes the parts of a patch against a tree without touching it."""

from typing import NamedTuple

from shared.domain.base import Files
from shared.domain.diffs.patch_reading import FilePatch, PatchHunk
from shared.domain.edits.edit_text import KeyedLines
from shared.domain.errors import Invalid
from shared.domain.text.lines import split_lines
from shared.domain.tree.operation_types import DeleteFile, Operation, RenameFile, UpsertFile
from shared.domain.tree.path_characters import shown
from shared.domain.work_budget import PATCH_FILES, PATCH_SEARCHED

_MOST_PLACES = 100


class PatchFault(NamedTuple):
    """Why one file's part does not fit."""

    path: str
    reason: str


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
