"""What a model may do to a plan."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.domain.errors import Invalid
from shared.domain.planning.drafts import Draft
from shared.domain.planning.merging import Wish, apply_operations, read_operations, sibling_lists
from shared.domain.planning.quotes import Place
from shared.domain.planning.words import NODE_KINDS, NodeKind


def draft(key: str, kind: NodeKind, parent: str | None = None, at: int = 0) -> Draft:
    quotes = (Place(at, at + 5),)
    return Draft(key=key, parent=parent, kind=kind, title=key, section=0, quotes=quotes, acceptance=(f"{key} works",))


PLAN = {
    one.key: one
    for one in (
        draft("p", "phase"),
        draft("e1", "epic", "p", 1),
        draft("e2", "epic", "p", 50),
        draft("f1", "feature", "e1", 2),
        draft("f2", "feature", "e2", 51),
        draft("s1", "story", "f1", 3),
    )
}


def applied(*operations: dict[str, Any], shown: tuple[str, ...] = tuple(PLAN)) -> tuple[dict[str, Draft], list[str]]:
    return apply_operations(PLAN, [Wish(read_operations(json.dumps({"operations": operations})), shown)])


def test_merged_nodes_are_the_first_with_all_places_and_all_that_lies_in_them() -> None:
    plan, refused = applied({"op": "merge", "ids": ["e1", "e2"]})
    assert refused == [] and "e2" not in plan
    assert plan["e1"].quotes == (Place(1, 6), Place(50, 55)) and plan["e1"].acceptance == ("e1 works", "e2 works")
    assert plan["f2"].parent == "e1"


def test_a_node_is_renamed_moved_and_made_another_kind() -> None:
    plan, refused = applied(
        {"op": "rename", "id": "f1", "title": "Orders"},
        {"op": "move", "id": "f2", "parent": "e1"},
        {"op": "set_kind", "id": "f2", "kind": "task_spec"},
    )
    assert refused == []
    assert (plan["f1"].title, plan["f2"].parent, plan["f2"].kind) == ("Orders", "e1", "task_spec")


HEADING = Draft(key="h", parent=None, kind="phase", title="The plan", section=0, heading=Place(0, 4))
GROUPED = {"h": HEADING, "e": draft("e", "epic", "h", 10), "f": draft("f", "feature", "e", 12)}


def _grouped(*operations: dict[str, Any]) -> tuple[dict[str, Draft], list[str]]:
    return apply_operations(GROUPED, [Wish(read_operations(json.dumps({"operations": operations})), tuple(GROUPED))])


def test_heading_that_only_groups_is_dissolved() -> None:
    plan, refused = _grouped({"op": "dissolve", "id": "h"}, {"op": "set_kind", "id": "e", "kind": "phase"})
    assert refused == [] and "h" not in plan
    assert (plan["e"].parent, plan["e"].kind, plan["f"].parent) == (None, "phase", "e")


def test_node_moves_outermost() -> None:
    plan, refused = _grouped({"op": "move", "id": "f", "parent": None})
    assert refused == [] and plan["f"].parent is None


def test_node_that_says_something_or_holds_nothing_is_not_dissolved() -> None:
    _, refused = _grouped({"op": "dissolve", "id": "e"}, {"op": "move", "id": "e", "parent": None})
    assert len(refused) == 1 and "says nothing itself" in refused[0]
    empty, (why,) = apply_operations(
        {"h": HEADING}, [Wish(read_operations('{"operations": [{"op": "dissolve", "id": "h"}]}'), ("h",))]
    )
    assert "h" in empty and "nothing lies in it" in why


def test_of_nodes_that_contradict_a_question_asks_with_a_place_of_each_and_once() -> None:
    first = {"op": "contradict", "ids": ["s1", "e2"], "question": "Ten days or 14?"}
    plan, (refused,) = applied({"op": "merge", "ids": ["e1", "e2"]}, first, first | {"ids": ["e2", "s1"]})
    (asked,) = [one for one in plan.values() if one.contradicts]
    assert "asked already" in refused and "e2" not in plan
    assert (asked.title, asked.parent, asked.kind, asked.is_question) == ("Ten days or 14?", "f1", "story", True)
    assert asked.quotes == (Place(3, 8), Place(50, 55))


@pytest.mark.parametrize(
    ("operation", "why"),
    [
        ({"op": "move", "id": "e1", "parent": "f1"}, "cannot lie in"),
        ({"op": "move", "id": "e1", "parent": "s1"}, "cannot lie in"),
        ({"op": "move", "id": "e1", "parent": "e1"}, "cannot lie in"),
        ({"op": "move", "id": "e1", "parent": "e2"}, "cannot lie in"),
        ({"op": "set_kind", "id": "e1", "kind": "story"}, "would not come after"),
        ({"op": "set_kind", "id": "e1", "kind": "phase"}, "cannot lie in"),
        ({"op": "merge", "ids": ["e1", "e1"]}, "itself"),
        ({"op": "merge", "ids": ["e1", "f1"]}, "inside"),
        ({"op": "merge", "ids": ["s1", "e2"]}, "would not come after"),
        ({"op": "rename", "id": "x", "title": "No"}, "no node of this list"),
        ({"op": "contradict", "ids": ["e1", "e1"], "question": "Which?"}, "can contradict"),
        ({"op": "contradict", "ids": ["e1", "x"], "question": "Which?"}, "no node of this list"),
    ],
)
def test_what_would_break_the_tree_is_refused_and_changes_nothing(operation: dict[str, Any], why: str) -> None:
    plan, (refused,) = applied(operation)
    assert plan == PLAN and why in refused


def test_only_what_was_shown_is_touched() -> None:
    plan, refused = applied({"op": "rename", "id": "e1", "title": "No"}, shown=("e2",))
    assert plan == PLAN and len(refused) == 1


@pytest.mark.parametrize(
    "answer",
    [
        "",
        "{}",
        '{"operations": [{"op": "delete", "id": "e1"}]}',
        '{"operations": [{"op": "move", "id": "e1"}]}',
        "{" * 9_000,
    ],
)
def test_no_other_operation_is_known(answer: str) -> None:
    with pytest.raises(Invalid):
        read_operations(answer)


def test_lists_are_shown_from_the_inside_out_small_ones_together_long_ones_in_parts() -> None:
    assert sibling_lists(PLAN, 10) == [["s1", "f1", "f2", "e1", "e2", "p"]]
    assert sibling_lists({"p": PLAN["p"]}, 10) == []
    many = PLAN | {f"t{n}": draft(f"t{n}", "task_spec", "s1", 100 + n) for n in range(25)}
    lists = sibling_lists(many, 10)
    assert [len(keys) for keys in lists] == [10, 10, 10]


keys = st.sampled_from([*PLAN, "x"])
operations = st.one_of(
    st.fixed_dictionaries({"op": st.just("merge"), "ids": st.lists(keys, min_size=2, max_size=4)}),
    st.fixed_dictionaries({"op": st.just("move"), "id": keys, "parent": keys}),
    st.fixed_dictionaries(
        {"op": st.just("contradict"), "ids": st.lists(keys, min_size=2, max_size=3), "question": st.just("Which?")}
    ),
    st.fixed_dictionaries({"op": st.just("set_kind"), "id": keys, "kind": st.sampled_from(NODE_KINDS)}),
)


@given(st.lists(operations, max_size=12))
def test_whatever_is_asked_the_plan_stays_a_tree_in_order_and_loses_no_place(wanted: list[dict[str, Any]]) -> None:
    plan, _ = applied(*wanted)
    for one in plan.values():
        assert one.parent is None or plan[one.parent].rank < one.rank
    before = {place for one in PLAN.values() for place in one.quotes}
    assert {place for one in plan.values() for place in one.quotes} == before
