"""Which phase an order is about, by its name, its number, or what is left of the plan."""

import pytest

from devkit.fakes.planned import a_blueprint, a_node, a_task
from devkit.fakes.samples import START, an_app
from shared.domain.autopilot.which_phase import named_phase, next_phase, phase_to_start
from shared.domain.planning.plan import Plan
from shared.domain.planning.plan_node import PlanNode
from shared.domain.planning.words import NodeStatus, TaskState

APP = an_app()
BLUEPRINT = a_blueprint(APP)


def phases(*titles: str) -> list[PlanNode]:
    return [a_node(BLUEPRINT, title=title, order_index=number) for number, title in enumerate(titles)]


NUMBERED, NAMED = phases("Phase 1: Shop", "Phase 2: Payment", "Phase 10: More"), phases("Shop", "Payment")


@pytest.mark.parametrize(("known", "message", "place"), [
    (NUMBERED, "start phase 2", 1), (NUMBERED, "Starte die zweite Phase", 1), (NUMBERED, "start phase two", 1),
    (NUMBERED, "start phase 1", 0), (NUMBERED, "Phase 10, please", 2), (NUMBERED, "go: phase 2: payment", 1),
    (NUMBERED, "start phase 3", None), (NUMBERED, "start", None), (NUMBERED, "start phase 1 or phase 2", None),
    (NAMED, "start phase 2", 1), (NAMED, "begin with the first phase", 0), (NAMED, "start payment", 1),
    (NAMED, "start phase 3", None), (NAMED, "start the shopping", None), (NAMED, "start the next phase", None),
])  # fmt: skip
def test_a_phase_is_known_by_its_name_or_number(known: list[PlanNode], message: str, place: int | None) -> None:
    found = named_phase(known, message)
    assert found == (None if place is None else known[place])


def plan_of(*states: TaskState | None) -> tuple[Plan, list[PlanNode]]:
    """Phases with a task of that state each, or none."""
    nodes = phases(*(f"Part {number}" for number in range(len(states))))
    tasks = [
        a_task(APP, source_plan_node_id=node.id, state=state)
        for node, state in zip(nodes, states, strict=True)
        if state is not None
    ]
    return Plan.of(tasks, nodes, START), nodes


OPEN, DONE, OFF = TaskState.OPEN, TaskState.DONE, TaskState.CANCELLED


@pytest.mark.parametrize(("states", "active", "place"), [
    ((OPEN, OPEN), 0, 0), ((DONE, OPEN), 0, 1), ((OPEN, DONE, OPEN), 1, 2), ((OPEN, DONE), 1, 0), ((DONE, None), 0, 1),
    ((DONE, OFF), 0, None), ((OFF, OPEN), None, 1), ((None, OPEN), None, 1), ((None, OPEN), 0, 0),
])  # fmt: skip
def test_the_next_phase_is_the_first_with_something_left(
    states: tuple[TaskState | None, ...], active: int | None, place: int | None
) -> None:
    plan, nodes = plan_of(*states)
    found = next_phase(plan, None if active is None else nodes[active].id)
    assert found == (None if place is None else nodes[place])


def test_a_phase_without_tasks_is_over_when_a_person_says_so_and_a_number_that_none_has_is_no_phase() -> None:
    plan, (first, second) = plan_of(None, None)
    done = first.model_copy(update={"status": NodeStatus.DONE})
    assert next_phase(Plan.of([], [done, second], START), first.id) == second
    assert phase_to_start(plan, first.id, "start phase 3") is None
    assert phase_to_start(plan, first.id, "start") == first
