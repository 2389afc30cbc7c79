"""Whatever is proposed for a plan, it stays a tree in the order of kinds without a cycle, and what is at work stays."""

from datetime import timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter

from devkit.fakes.clock import START
from devkit.fakes.planned import a_blueprint, a_node, a_task
from devkit.fakes.samples import an_app
from shared.domain.planning.adjust_plan import Adjusted, adjust_plan
from shared.domain.planning.adjusting import Adjustment
from shared.domain.planning.graph import cycle_through, edges_of
from shared.domain.planning.plan import Plan
from shared.domain.planning.plan_node import PlanNode
from shared.domain.planning.task import Claim, Dependency, Evidence
from shared.domain.planning.words import NODE_KINDS, TaskState

APP = an_app()
BLUEPRINT = a_blueprint(APP)
READ: TypeAdapter[list[Adjustment]] = TypeAdapter(list[Adjustment])
NODES = ("n0", "n1", "n2", "n3", "n4", "n5")
TASKS = ("t0", "t1", "t2", "t3")


def made_plan() -> Plan:
    """A phase with two epics, features in both; t1 waits for t0, t2 is worked at, t3 is done."""
    phase = a_node(BLUEPRINT, id="n0", title="Phase", version=1)
    epics = [a_node(BLUEPRINT, phase, id=f"n{n}", kind="epic", order_index=n - 1, version=1) for n in (1, 2)]
    features = [
        a_node(BLUEPRINT, epics[n % 2], id=f"n{n}", kind="feature", order_index=n, version=1) for n in (3, 4, 5)
    ]
    claim = Claim(holder="user-2", until=START + timedelta(hours=1), fence=1)
    shown = (Evidence(revision_id="rev_1", at=START),)
    tasks = [
        a_task(APP, id="t0", source_plan_node_id="n3", version=1),
        a_task(APP, id="t1", source_plan_node_id="n3", depends_on=(Dependency(task_id="t0"),), version=1),
        a_task(APP, id="t2", source_plan_node_id="n4", state=TaskState.CLAIMED, claim=claim, fence=1, version=1),
        a_task(APP, id="t3", source_plan_node_id="n5", state=TaskState.DONE, evidence=shown, version=1),
    ]
    return Plan.of(tasks, [phase, *epics, *features], START)


def adjusted(*operations: dict[str, Any]) -> Adjusted:
    read = READ.validate_python([{"quote": "said so"} | one for one in operations])
    return adjust_plan(made_plan(), BLUEPRINT, read)


def after(plan: Plan, change: Adjusted) -> Plan:
    nodes = dict(plan.nodes) | {node.id: node for node in change.nodes}
    tasks = dict(plan.tasks) | {task.id: task for task in change.tasks}
    return Plan(tasks, nodes, plan.now)


NODE, TASK = st.sampled_from(NODES), st.sampled_from(TASKS)
OPERATION = st.one_of(
    st.fixed_dictionaries({"op": st.just("move"), "id": NODE, "parent": st.none() | NODE}),
    st.fixed_dictionaries({"op": st.just("put_before"), "id": NODE, "before": NODE}),
    st.fixed_dictionaries({"op": st.just("set_kind"), "id": NODE, "kind": st.sampled_from(NODE_KINDS)}),
    st.fixed_dictionaries({"op": st.just("set_priority"), "id": NODE | TASK, "priority": st.just("high")}),
    st.fixed_dictionaries({"op": st.just("cancel_task"), "id": TASK}),
    st.fixed_dictionaries({"op": st.just("add_dependency"), "id": TASK, "after": TASK}),
    st.fixed_dictionaries({"op": st.just("remove_dependency"), "id": TASK, "after": TASK}),
    st.fixed_dictionaries({
        "op": st.just("add_node"), "id": st.sampled_from(("x0", "x1")), "parent": st.none() | NODE,
        "kind": st.sampled_from(NODE_KINDS), "title": st.just("New"),
    }),
)  # fmt: skip


def rank(node: PlanNode) -> int:
    return NODE_KINDS.index(node.kind)


@given(st.lists(OPERATION, max_size=12))
def test_whatever_is_proposed_the_plan_stays_one(wanted: list[dict[str, Any]]) -> None:
    before = made_plan()
    read = READ.validate_python([{"quote": "said so"} | one for one in wanted])
    change = adjust_plan(before, BLUEPRINT, read)
    plan = after(before, change)
    for node in plan.nodes.values():
        assert node.parent_id is None or rank(plan.nodes[node.parent_id]) < rank(node)
    edges = edges_of(plan.tasks.values())
    assert cycle_through(edges, edges) == []
    for task_id in ("t2", "t3"):
        assert plan.tasks[task_id] == before.tasks[task_id]
    bad = {one.number for one in change.refused}
    usable = [one for number, one in enumerate(read) if number not in bad]
    assert adjust_plan(before, BLUEPRINT, usable) == change._replace(refused=[])


def test_an_order_is_that_of_the_nodes_around() -> None:
    change = adjusted({"op": "put_before", "id": "n2", "before": "n1"})
    assert {node.id: node.order_index for node in change.nodes} == {"n2": 0, "n1": 1}


@pytest.mark.parametrize(("operation", "why"), [
    ({"op": "cancel_task", "id": "t2"}, "being worked at"), ({"op": "cancel_task", "id": "t3"}, "is done"),
    ({"op": "put_before", "id": "n3", "before": "n1"}, "in the same node"),
    ({"op": "put_before", "id": "n1", "before": "n1"}, "in the same node"),
    ({"op": "move", "id": "n0", "parent": "n3"}, "below itself"),
    ({"op": "add_dependency", "id": "t0", "after": "t1"}, "wait for itself"),
    ({"op": "add_task", "id": "x", "parent": "n9", "title": "T", "kind": "docs"}, "no plan node"),
])  # fmt: skip
def test_what_is_refused_says_why_and_changes_nothing(operation: dict[str, Any], why: str) -> None:
    change = adjusted(operation)
    assert (change.nodes, change.tasks) == ([], []) and why in change.refused[0].why


def test_more_than_one_step_can_write_is_too_large() -> None:
    new = [{"op": "add_node", "id": f"x{n}", "parent": "n1", "kind": "story", "title": "T"} for n in range(50)]
    assert adjusted(*new).too_large and not adjusted(*new[:30]).too_large
