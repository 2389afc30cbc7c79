"""Line differences of one text, as numbered hunks that can be taken or left one by one."""

import re
from collections.abc import Collection, Sequence

from shared.domain.base import Entity
from shared.domain.text.line_diff import shared_blocks
from shared.domain.text.lines import split_lines

NO_NEWLINE = "\\ No newline at end of file"
_CONTEXT = 3
_HEADER = re.compile(r"@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@")
Opcode = tuple[str, int, int, int, int]


class Hunk(Entity):
    """`lines` begin with a space, `+` or `-`, or are git's note that the line before has no line end."""

    index: int
    header: str
    lines: list[str]


def text_hunks(before: str, after: str, context: int = _CONTEXT) -> list[Hunk]:
    """The hunks that turn `before` into `after`, numbered from 0."""
    old, new = split_lines(before), split_lines(after)
    return [_hunk(index, group, old, new) for index, group in enumerate(_groups(_opcodes(old, new), context))]


def apply_hunks(before: str, hunks: Sequence[Hunk], accepted: Collection[int]) -> str:
    """`before` with the accepted hunks made. All of them give the other text, none of them `before`."""
    old = split_lines(before)
    pieces: list[str] = []
    at = 0
    for hunk in sorted(hunks, key=lambda each: each.index):
        first, last = _old_span(hunk)
        pieces += old[at:first]
        pieces += _new_lines(hunk) if hunk.index in accepted else old[first:last]
        at = last
    return "".join([*pieces, *old[at:]])


def changed_spans(old: list[str], new: list[str]) -> list[tuple[int, int, int, int]]:
    """The stretches that differ: lines `a` to `b` of `old` became lines `c` to `d` of `new`. They never touch."""
    return [(a, b, c, d) for tag, a, b, c, d in _opcodes(old, new) if tag != "equal"]


def count_changes(hunks: Sequence[Hunk]) -> tuple[int, int]:
    """How many lines are added and deleted."""
    marks = [line[0] for hunk in hunks for line in hunk.lines]
    return marks.count("+"), marks.count("-")


# ---- making ------------------------------------------------------------------------------------------------------


def _opcodes(old: list[str], new: list[str]) -> list[Opcode]:
    codes: list[Opcode] = []
    at = there = 0
    for a, c, size in [*shared_blocks(old, new), (len(old), len(new), 0)]:
        if a > at or c > there:
            codes.append(("replace", at, a, there, c))
        if size:
            codes.append(("equal", a, a + size, c, c + size))
        at, there = a + size, c + size
    return codes


def _groups(codes: list[Opcode], context: int) -> list[list[Opcode]]:
    """Changed stretches with their context; stretches whose contexts meet are one group."""
    groups: list[list[Opcode]] = []
    current: list[Opcode] = []
    for order, (tag, a, b, c, d) in enumerate(codes):
        if tag != "equal":
            current.append((tag, a, b, c, d))
            continue
        is_last = order == len(codes) - 1
        if current and (is_last or b - a > 2 * context):
            shown = min(context, b - a)
            groups.append([*current, (tag, a, a + shown, c, c + shown)])
            current = []
        if not is_last:
            shown = b - a if current else min(context, b - a)
            current.append((tag, b - shown, b, d - shown, d))
    return [*groups, current] if current else groups


def _hunk(index: int, group: list[Opcode], old: list[str], new: list[str]) -> Hunk:
    lines: list[str] = []
    for tag, a, b, c, d in group:
        if tag == "equal":
            lines += _marked(" ", old[a:b])
        else:
            lines += [*_marked("-", old[a:b]), *_marked("+", new[c:d])]
    first, last = group[0], group[-1]
    header = f"@@ -{_range(first[1], last[2])} +{_range(first[3], last[4])} @@"
    return Hunk(index=index, header=header, lines=lines)


def _marked(mark: str, lines: list[str]) -> list[str]:
    """Only the last line of a text may have no line end."""
    marked = [mark + line[:-1] for line in lines]
    if lines and not lines[-1].endswith("\n"):
        marked[-1:] = [mark + lines[-1], NO_NEWLINE]
    return marked


def _range(first: int, last: int) -> str:
    count = last - first
    if count == 1:
        return str(first + 1)
    return f"{first + 1 if count else first},{count}"


# ---- taking ------------------------------------------------------------------------------------------------------


def _old_span(hunk: Hunk) -> tuple[int, int]:
    found = _HEADER.match(hunk.header)
    if found is None:
        raise ValueError(f"not a hunk header: {hunk.header!r}")
    start, count = int(found[1]), int(found[2] or 1)
    first = start - 1 if count else start
    return first, first + count


def _new_lines(hunk: Hunk) -> list[str]:
    kept: list[str] = []
    for order, line in enumerate(hunk.lines):
        if line[0] in " +":
            ended = order + 1 == len(hunk.lines) or hunk.lines[order + 1] != NO_NEWLINE
            kept.append(line[1:] + "\n" if ended else line[1:])
    return kept
