"""Putting a replacement at the file's own indentation when the edit was written at another."""

import itertools
from bisect import bisect_left
from itertools import pairwise

_DEEPEST = 400


class Reindent:
    """A line of the edit -> the same line as the file would indent it, learnt from the lines both share."""

    def __init__(self, old: list[str], actual: list[str], new: list[str]) -> None:
        pairs = [(indent(left), indent(right)) for left, right in zip(old, actual, strict=True) if left.strip()]
        self._known = dict(reversed(pairs))
        self._step, self._unit = _steps(self._known, [indent(line) for line in [*old, *new] if line.strip()])
        self._widths = sorted({len(known) for known in self._known}, reverse=True)
        self._sorted = sorted(self._known)
        self._places: dict[str, str] = {}

    def __call__(self, line: str) -> str:
        if not line.strip():
            return ""
        own = indent(line)
        if own not in self._places:
            self._places[own] = self._place(own)
        return self._places[own] + line[len(own) :]

    def _place(self, own: str) -> str:
        nearest = self._inner(own)
        if nearest is not None:
            return self._known[nearest] + self._converted(own[len(nearest) :])
        nearest = self._outer(own)
        if nearest is None:
            return own
        place = self._known[nearest]
        return place[: max(0, len(place) - len(self._converted(nearest[len(own) :])))]

    def _inner(self, own: str) -> str | None:
        """The longest known indentation that `own` begins with."""
        heads = (own[:width] for width in self._widths if width <= len(own))
        return next((head for head in heads if head in self._known), None)

    def _outer(self, own: str) -> str | None:
        """The shortest known indentation that begins with `own`."""
        first = bisect_left(self._sorted, own)
        following = itertools.takewhile(
            lambda known: known.startswith(own), itertools.islice(self._sorted, first, None)
        )
        return min(following, key=len, default=None)

    def _converted(self, extra: str) -> str:
        """As deep in the file's own steps; what is deeper than any code stays as it is written."""
        deep, rest = divmod(len(extra), self._step)
        return extra if deep * len(self._unit) > _DEEPEST else self._unit * deep + extra[:rest]


def indent(line: str) -> str:
    return line[: len(line) - len(line.lstrip(" \t"))]


def _steps(known: dict[str, str], all_indents: list[str]) -> tuple[int, str]:
    """How many characters one level takes in the edit, and what one level is in the file."""
    for shallow, deep in pairwise(sorted(known, key=len)):
        if len(deep) > len(shallow) and known[deep].startswith(known[shallow]) and known[deep] != known[shallow]:
            return len(deep) - len(shallow), known[deep][len(known[shallow]) :]
    return _guessed(known, all_indents)


def _guessed(known: dict[str, str], all_indents: list[str]) -> tuple[int, str]:
    """One level when the shared lines all stand at the same depth: copied, unless one side uses tabs."""
    there, here = "".join(known.values()), "".join(all_indents)
    if "\t" in there and "\t" not in here:
        return _smallest_step(all_indents), "\t"
    if "\t" in here and "\t" not in there:
        return 1, "  " if len(there) % 4 else "    "
    return 1, "\t" if "\t" in here else " "


def _smallest_step(indents: list[str]) -> int:
    widths = sorted({len(each) for each in indents} | {0})
    return min((deep - shallow for shallow, deep in pairwise(widths)), default=2)
