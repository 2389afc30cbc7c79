"""Several rankings of the same things as one, by reciprocal rank."""

from collections.abc import Sequence

_SOFT = 60
"""How little the first places weigh above the next ones; the usual value."""


def fused(rankings: Sequence[Sequence[int]]) -> dict[int, float]:
    """What each thing scores that stands in one of the rankings, each of them best first."""
    scores = dict[int, float]()
    for ranking in rankings:
        for place, one in enumerate(ranking, 1):
            scores[one] = scores.get(one, 0.0) + 1 / (_SOFT + place)
    return scores
