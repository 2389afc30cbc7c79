"""The file that draws what a follow-up names is among those that its run begins with (`benchmarks/follow_ups`)."""

import pytest

from benchmarks.preselected import load_follow_ups, tree_of

SETS = {"cases": 30, "held-out": 10, "long": 10}


@pytest.mark.parametrize("name", sorted(SETS))
def test_each_follow_up_names_files_of_its_tree(name: str) -> None:
    cases = load_follow_ups(name)
    assert len(cases) == SETS[name]
    assert [case for case in cases if not set(case.draws) <= tree_of(case.tree).keys()] == []
    assert len({(case.tree, case.draws[0]) for case in cases}) == len(cases), "each file is asked for once"
