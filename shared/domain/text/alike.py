"""Which texts look most like another, by the pairs of letters they share: in time that grows with their length."""

from collections import Counter
from collections.abc import Iterable

from shared.domain.work_budget import NEAREST_CHARACTERS


def most_alike(wanted: str, known: Iterable[str], *, most: int, least: float) -> list[str]:
    """The best of `known`, best first and equal ones in their order; only those with a likeness of at least `least`."""
    pairs = _pairs(wanted)
    found = [(_likeness(pairs, _pairs(text)), text) for text in known]
    return [text for likeness, text in sorted(found, key=lambda each: -each[0])[:most] if likeness >= least]


def _pairs(text: str) -> Counter[str]:
    marked = f"\n{text[:NEAREST_CHARACTERS]}\n"
    return Counter(map(str.__add__, marked, marked[1:]))


def _likeness(left: Counter[str], right: Counter[str]) -> float:
    """Twice what they share, of all that they have (Dice)."""
    shared = sum(min(count, right[pair]) for pair, count in left.items() if pair in right)
    return 2 * shared / (left.total() + right.total())
