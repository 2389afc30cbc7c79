"""The graph: no cycle is ever kept, an order exists, and what is ready is what the definition says."""

from datetime import timedelta
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from devkit.fakes.planned import a_task
from devkit.fakes.samples import START, an_app
from shared.domain.errors import PlanCycle
from shared.domain.planning.dependencies import connect
from shared.domain.planning.graph import (
    all_dependents,
    count_dependents,
    cycle_through,
    edges_of,
    in_order,
    path_between,
    refuse_cycle,
)
from shared.domain.planning.plan import Plan, next_tasks
from shared.domain.planning.standing import standing_of
from shared.domain.planning.task import Claim, Dependency, Evidence, Task
from shared.domain.planning.words import TaskState, TaskStatus

APP = an_app()
SIZE = 9
_STATES = [*TaskState]


def task(number: int, *waits_for: int, **over: object) -> Task:
    edges = tuple(Dependency(task_id=f"task_{other}") for other in waits_for)
    return a_task(APP, id=f"task_{number}", description=f"Task {number}", depends_on=edges, **over)


@st.composite
def wishes(draw: st.DrawFn) -> list[tuple[int, list[int]]]:
    """Some tasks, one after another, are each said to wait for some others, now and then for themselves."""
    number = st.integers(0, SIZE - 1)
    return draw(st.lists(st.tuples(number, st.lists(number, max_size=4)), max_size=14))


@st.composite
def plans(draw: st.DrawFn) -> Plan:
    """Any plan that can be stored: every task waits for earlier ones in some order of them all."""
    order = draw(st.permutations(range(SIZE)))
    found: list[Task] = []
    for place, number in enumerate(order):
        waits_for = draw(st.lists(st.sampled_from(order[:place]), max_size=3, unique=True)) if place else []
        state = draw(st.sampled_from(_STATES))
        claim = Claim(holder="run_1", until=START + timedelta(seconds=draw(st.sampled_from([-5, 5]))), fence=1)
        over = {
            "state": state, "claim": claim if state == TaskState.CLAIMED else None,
            "unproven": draw(st.booleans()), "stale": draw(st.sampled_from([None, None, "The text is another."])),
            "priority": draw(st.sampled_from(["low", "normal", "high"])),
            "effort": draw(st.sampled_from(["XS", "M", "XL"])),
            "evidence": draw(st.sampled_from([(), (Evidence(revision_id="rev_1", at=START),)])),
        }  # fmt: skip
        found.append(task(number, *waits_for, **over))
    return Plan.of(sorted(found, key=lambda one: one.id), [], START)


@given(wishes())
@settings(max_examples=200, deadline=None)
def test_whatever_people_wish_no_cycle_is_kept(asked: list[tuple[int, list[int]]]) -> None:
    plan = Plan.of([task(number) for number in range(SIZE)], [], START)
    for number, waits_for in asked:
        wish = task(number).model_copy(update={"unresolved": tuple(f"task_{other}" for other in waits_for)})
        wanted = dict(plan.edges) | {wish.id: tuple(dict.fromkeys(wish.unresolved))}
        try:
            changed = connect([wish], plan, source="person")
        except PlanCycle as refused:
            cycle = refused.extra["cycle"]
            assert cycle[0] == cycle[-1] and len(cycle) >= 2
            assert all(after in wanted[before] for before, after in pairwise(cycle))
        else:
            plan = Plan.of((plan.tasks | {one.id: one for one in changed}).values(), [], START)
            assert plan.edges[wish.id] == wanted[wish.id]
        assert len(in_order(plan.edges)) == SIZE
        assert cycle_through(plan.edges, plan.edges) == []


@given(wishes())
@settings(max_examples=100, deadline=None)
def test_what_a_model_wishes_is_kept_as_far_as_it_closes_no_cycle(asked: list[tuple[int, list[int]]]) -> None:
    plan = Plan.of([task(number) for number in range(SIZE)], [], START)
    for number, waits_for in asked:
        names = tuple(f"task_{other}" for other in waits_for)
        wish = plan.tasks[f"task_{number}"].model_copy(update={"unresolved": names})
        changed = connect([wish], plan, source="model")
        plan = Plan.of((plan.tasks | {one.id: one for one in changed}).values(), [], START)
        kept = {edge.task_id for edge in changed[0].depends_on} | set(changed[0].unresolved)
        assert set(names) <= kept
        assert len(in_order(plan.edges)) == SIZE


@given(plans())
@settings(max_examples=150, deadline=None)
def test_the_order_has_every_task_after_what_it_waits_for(plan: Plan) -> None:
    order = in_order(plan.edges)
    place = {task_id: number for number, task_id in enumerate(order)}
    assert set(order) == set(plan.edges) and len(order) == SIZE
    assert all(place[other] < place[task_id] for task_id, others in plan.edges.items() for other in others)


@given(plans())
@settings(max_examples=150, deadline=None)
def test_ready_is_what_the_definition_says(plan: Plan) -> None:
    for one in plan.tasks.values():
        others = [plan.tasks[edge.task_id] for edge in one.depends_on]
        claimed = one.claim is not None and one.claim.until > START
        free = one.state in (TaskState.OPEN, TaskState.CLAIMED) and not claimed
        parents = all(
            (other.state == TaskState.DONE and not other.unproven)
            or (other.state == TaskState.IN_REVIEW and bool(other.evidence))
            for other in others
        )
        assert plan.standing(one).ready == (free and parents and one.stale is None)
    ready = next_tasks(plan, None)
    assert {one.id for one in ready} == {task_id for task_id, each in plan.standings.items() if each.ready}


@given(plans(), st.data())
@settings(max_examples=150, deadline=None)
def test_without_an_edge_nothing_is_less_ready(plan: Plan, data: st.DataObject) -> None:
    linked = [one for one in plan.tasks.values() if one.depends_on]
    if not linked:
        return
    one = data.draw(st.sampled_from(linked))
    gone = data.draw(st.sampled_from(one.depends_on))
    left = tuple(edge for edge in one.depends_on if edge != gone)
    after = Plan.of((plan.tasks | {one.id: one.model_copy(update={"depends_on": left})}).values(), [], START)
    for task_id, standing in plan.standings.items():
        assert not standing.ready or after.standings[task_id].ready


@given(plans())
@settings(max_examples=100, deadline=None)
def test_the_counts_are_of_all_that_waits(plan: Plan) -> None:
    counts = count_dependents(plan.edges)
    assert counts == {task_id: len(all_dependents(plan.edges, [task_id])) for task_id in plan.edges}


@given(plans())
@settings(max_examples=100, deadline=None)
def test_the_first_of_what_is_next_has_the_highest_priority(plan: Plan) -> None:
    words = [one.priority for one in next_tasks(plan, None)]
    assert words == sorted(words, key=["high", "normal", "low"].index)


def test_the_way_round_is_named_by_titles_and_ids() -> None:
    edges = edges_of([task(1, 2), task(2, 3), task(3), task(4)])
    assert path_between(edges, "task_1", "task_3") == ["task_1", "task_2", "task_3"]
    assert path_between(edges, "task_3", "task_1") == []
    with pytest.raises(PlanCycle, match="Pay → Cart → Pay") as refused:
        refuse_cycle({"a": ["b"], "b": ["a"]}, ["a"], {"a": "Pay", "b": "Cart"})
    assert refused.value.extra["cycle"] == ["a", "b", "a"]
    with pytest.raises(PlanCycle):
        refuse_cycle({"a": ["a"]}, ["a"], {})


def test_a_chain_of_thousands_is_no_trouble() -> None:
    chain = {str(number): [str(number - 1)] if number else [] for number in range(5_000)}
    assert in_order(chain)[-1] == "4999"
    assert count_dependents(chain)["0"] == 4_999
    assert len(path_between(chain, "4999", "0")) == 5_000


def test_of_equal_priority_the_one_more_waits_for_comes_first_then_the_small_one() -> None:
    tasks = [task(1, effort="XS"), task(2, effort="L"), task(3, 2), task(4, effort="S"), task(5, priority="low")]
    assert [one.id for one in next_tasks(Plan.of(tasks, [], START), None)] == ["task_2", "task_1", "task_4", "task_5"]


@pytest.mark.parametrize(
    ("over", "reason"),
    [
        ({}, "not_done"),
        ({"state": TaskState.DONE, "unproven": True}, "unproven"),
        ({"state": TaskState.CANCELLED}, "cancelled"),
        ({"state": TaskState.IN_REVIEW}, "in_progress"),
    ],
)
def test_why_it_is_blocked(over: dict[str, object], reason: str) -> None:
    first, second = task(1, **over), task(2, 1, 9)
    found = standing_of(second, {first.id: first, second.id: second}, {}, START)
    assert found.status == TaskStatus.BLOCKED
    assert [(one.task_id, one.title, one.reason) for one in found.blocked_by] == [
        ("task_1", "Task 1", reason),
        ("task_9", None, "missing"),
    ]


def test_a_claim_that_has_died_leaves_the_task_open() -> None:
    held = task(1, state=TaskState.CLAIMED, claim=Claim(holder="run_1", until=START + timedelta(seconds=9), fence=1))
    plan = Plan.of([held], [], START)
    assert plan.standing(held).status == TaskStatus.IN_PROGRESS
    later = Plan.of([held], [], START + timedelta(seconds=9))
    assert (later.standing(held).status, later.standing(held).ready) == (TaskStatus.OPEN, True)
