"""Which lines two texts share, in a bounded number of steps.

First the shortest edit script (Myers), which small changes have cheaply. Where it is long, the lines that stand exactly
once on either side divide the texts, and each part is compared by itself. Where nothing divides a part either, its
lines are not matched: the difference is then coarse, and still right.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from shared.domain.work_budget import DIFF_STEPS, DIFF_STEPS_A_LINE


class Block(NamedTuple):
    """`size` lines from `old` on are the same as those from `new` on."""

    old: int
    new: int
    size: int


class _Part(NamedTuple):
    """Lines `a` to `b` of the one side, `c` to `d` of the other."""

    a: int
    b: int
    c: int
    d: int


def shared_blocks(old: Sequence[str], new: Sequence[str]) -> list[Block]:
    """The lines that stay, in order. Two blocks never follow each other on both sides at once."""
    return _joined(sorted(_Comparison(old, new).blocks()))


def _joined(found: list[Block]) -> list[Block]:
    joined: list[Block] = []
    for block in found:
        last = joined[-1] if joined else Block(0, 0, 0)
        if joined and last.old + last.size == block.old and last.new + last.size == block.new:
            joined[-1] = last._replace(size=last.size + block.size)
        else:
            joined.append(block)
    return joined


class _Comparison:
    """Lines are numbers here: equal lines have the same."""

    def __init__(self, old: Sequence[str], new: Sequence[str]) -> None:
        numbers: dict[str, int] = {}
        self._old = [numbers.setdefault(line, len(numbers)) for line in old]
        self._new = [numbers.setdefault(line, len(numbers)) for line in new]
        self._steps = DIFF_STEPS + DIFF_STEPS_A_LINE * (len(old) + len(new))

    def blocks(self) -> list[Block]:
        found: list[Block] = []
        waiting = [_Part(0, len(self._old), 0, len(self._new))]
        while waiting:
            part = self._trimmed(waiting.pop(), found)
            if part.a == part.b or part.c == part.d:
                continue
            script = self._shortest(part)
            if script is not None:
                found += script
                continue
            pairs = self._anchors(part)
            if pairs:
                waiting += _between(part, pairs)
                found += [Block(at, there, 1) for at, there in pairs]
        return found

    def _trimmed(self, part: _Part, found: list[Block]) -> _Part:
        """The part without what both sides share at their ends."""
        a, b, c, d = part
        while a < b and c < d and self._old[a] == self._new[c]:
            a, c = a + 1, c + 1
        while a < b and c < d and self._old[b - 1] == self._new[d - 1]:
            b, d = b - 1, d - 1
        self._steps -= 1
        found += [block for block in (Block(part.a, part.c, a - part.a), Block(b, d, part.b - b)) if block.size]
        return _Part(a, b, c, d)

    # ---- the shortest edit script ----

    def _shortest(self, part: _Part) -> list[Block] | None:
        """The blocks of a shortest edit script; None when finding one takes more than half of what is left."""
        old, new = self._old[part.a : part.b], self._new[part.c : part.d]
        size, other, allowed = len(old), len(new), self._steps // 2
        self._steps -= allowed
        reached, rows = {1: 0}, list[dict[int, int]]()
        for depth in range(size + other + 1):
            rows.append(dict(reached))
            for k in range(-depth, depth + 1, 2):
                down = k == -depth or (k != depth and reached[k - 1] < reached[k + 1])  # _is_down, in line
                start = x = reached[k + 1] if down else reached[k - 1] + 1
                while x < size and x - k < other and old[x] == new[x - k]:
                    x += 1
                reached[k] = x
                allowed -= x - start + 2
                if allowed <= 0:
                    return None
                if x >= size and x - k >= other:
                    self._steps += allowed
                    return _script(part, rows, size, other)
        return None

    # ---- lines that stand once ----

    def _anchors(self, part: _Part) -> list[tuple[int, int]]:
        """Pairs of lines that stand exactly once on both sides, as many as stand in the same order."""
        self._steps -= (part.b - part.a) + (part.d - part.c)
        if self._steps <= 0:
            return []
        once = self._once(self._old, part.a, part.b)
        there = self._once(self._new, part.c, part.d)
        return _rising([(at, there[line]) for line, at in once.items() if line in there])

    @staticmethod
    def _once(lines: list[int], first: int, last: int) -> dict[int, int]:
        counts = Counter(lines[first:last])
        single = {line for line, count in counts.items() if count == 1}
        return {lines[at]: at for at in range(first, last) if lines[at] in single} if single else {}


def _is_down(reached: dict[int, int], depth: int, k: int) -> bool:
    """Whether the furthest way to diagonal `k` comes down from `k + 1`, and not across from `k - 1`."""
    return k == -depth or (k != depth and reached[k - 1] < reached[k + 1])


def _script(part: _Part, rows: list[dict[int, int]], size: int, other: int) -> list[Block]:
    """The way back from the end, with the lines that stay along it."""
    found: list[Block] = []
    x, y = size, other
    for depth in range(len(rows) - 1, -1, -1):
        k = x - y
        down = _is_down(rows[depth], depth, k)
        start = rows[depth][k + 1] if down else rows[depth][k - 1] + 1
        if x > start:
            found.append(Block(part.a + start, part.c + start - k, x - start))
        x = start if down else start - 1
        y = x - k - (1 if down else -1)
    return found


def _rising(pairs: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The longest choice of the pairs, which are in order of their first, that is in order of their second too."""
    ends: list[int] = []
    ending: list[int] = []
    before: list[int | None] = []
    for order, (_, there) in enumerate(pairs):
        length = bisect_left(ends, there)
        before.append(ending[length - 1] if length else None)
        ends[length : length + 1] = [there]
        ending[length : length + 1] = [order]
    chosen: list[tuple[int, int]] = []
    at = ending[-1] if ending else None
    while at is not None:
        chosen.append(pairs[at])
        at = before[at]
    return chosen[::-1]


def _between(part: _Part, pairs: list[tuple[int, int]]) -> list[_Part]:
    starts = [(part.a, part.c), *((at + 1, there + 1) for at, there in pairs)]
    ends = [*pairs, (part.b, part.d)]
    return [_Part(a, b, c, d) for (a, c), (b, d) in zip(starts, ends, strict=True) if (a, c) != (b, d)]
