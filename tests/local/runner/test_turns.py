"""Whose entry is next: nobody waits for more than one turn of each other owner."""

from hypothesis import given
from hypothesis import strategies as st

from local.runner.queue import Turns

Steps = st.lists(st.one_of(st.none(), st.sampled_from("abcde")), max_size=60)


@given(Steps)
def test_nobody_waits_longer_than_one_round(steps: list[str | None]) -> None:
    """An owner's oldest entry sees every other owner at most once before its own turn; each in its own order."""
    turns: Turns[tuple[str, int]] = Turns()
    waiting: dict[str, list[int]] = {}
    others: dict[str, list[str]] = {}
    for number, owner in enumerate([*steps, *[None] * len(steps)]):
        if owner is not None:
            turns.add(owner, (owner, number))
            waiting.setdefault(owner, []).append(number)
            others.setdefault(owner, [])
            continue
        taken = turns.take()
        assert (taken is None) == (not waiting)
        if taken is None:
            continue
        assert waiting[taken[0]].pop(0) == taken[1]
        for other in waiting.keys() - {taken[0]}:
            others[other].append(taken[0])
            assert len(set(others[other])) == len(others[other])
        others[taken[0]] = []
        if not waiting[taken[0]]:
            del waiting[taken[0]], others[taken[0]]
    assert not turns
