"""The tree of a plan: kinds in their order, nothing below itself, statuses that follow from tasks."""

from typing import Any

import pytest

from devkit.fakes.planned import a_blueprint, a_node, a_task
from devkit.fakes.samples import START, an_app
from shared.domain.errors import Invalid, NotFound, PlanCycle, PlanKindOrder
from shared.domain.planning.coverage import parts_without_tasks
from shared.domain.planning.node_status import follow_tasks
from shared.domain.planning.plan import Plan, next_tasks
from shared.domain.planning.plan_node import PlanNode
from shared.domain.planning.plan_tree import (
    ancestors,
    check_place,
    children_of,
    in_reading_order,
    require_phase,
    subtree,
)
from shared.domain.planning.task import Dependency, Task
from shared.domain.planning.words import NODE_KINDS, NodeStatus, TaskState

APP = an_app()
BLUEPRINT = a_blueprint(APP)


def node(name: str, parent: PlanNode | None, kind: str, **over: Any) -> PlanNode:
    return a_node(BLUEPRINT, parent, id=f"node_{name}", title=name, kind=kind, **over)


PHASE = node("phase", None, "phase")
EPIC = node("epic", PHASE, "epic", order_index=1)
FEATURE = node("feature", EPIC, "feature")
STORY = node("story", FEATURE, "story")
OTHER = node("other", PHASE, "feature", order_index=0)
NODES = {each.id: each for each in (STORY, OTHER, FEATURE, EPIC, PHASE)}


def task(name: str, of: PlanNode, state: TaskState = TaskState.OPEN, **over: Any) -> Task:
    return a_task(APP, id=f"task_{name}", source_plan_node_id=of.id, state=state, **over)


def test_a_tree_is_read_in_its_order() -> None:
    children = children_of(NODES.values())
    assert [each.title for each in in_reading_order(children)] == ["phase", "other", "epic", "feature", "story"]
    assert subtree(children, EPIC.id) == {"node_epic", "node_feature", "node_story"}
    assert [each.title for each in ancestors(STORY, NODES)] == ["feature", "epic", "phase"]


def test_a_node_whose_parent_is_gone_is_a_root() -> None:
    lost = node("lost", None, "story", parent_id="node_gone")
    assert children_of([lost])[None] == [lost]


@pytest.mark.parametrize("below", [PHASE, FEATURE, STORY])
def test_a_node_is_never_moved_below_itself(below: PlanNode) -> None:
    with pytest.raises(PlanCycle) as refused:
        check_place(PHASE.model_copy(update={"parent_id": below.id}), NODES)
    assert refused.value.extra["cycle"][0] == refused.value.extra["cycle"][-1] == PHASE.id


@pytest.mark.parametrize("outer", NODE_KINDS)
@pytest.mark.parametrize("inner", NODE_KINDS)
def test_only_an_inner_kind_lies_in_an_outer_one(outer: str, inner: str) -> None:
    nodes = {each.id: each for each in (node("a", None, outer), node("b", None, inner))}
    moved = nodes["node_b"].model_copy(update={"parent_id": "node_a"})
    if NODE_KINDS.index(inner) > NODE_KINDS.index(outer):
        check_place(moved, nodes)
    else:
        with pytest.raises(PlanKindOrder):
            check_place(moved, nodes)


def test_a_kind_that_what_lies_in_it_does_not_allow_is_refused() -> None:
    with pytest.raises(PlanKindOrder, match="a feature cannot lie in a story"):
        check_place(EPIC.model_copy(update={"kind": "story"}), NODES)
    with pytest.raises(NotFound):
        check_place(EPIC.model_copy(update={"parent_id": "node_none"}), NODES)


def test_only_a_phase_is_the_active_one() -> None:
    assert require_phase(PHASE) is PHASE
    with pytest.raises(Invalid, match="an epic"):
        require_phase(EPIC)


def test_next_are_those_of_the_phase_in_reading_order() -> None:
    tasks = [task("b", STORY), task("a", OTHER), task("c", FEATURE, order_index=1), task("d", FEATURE)]
    plan = Plan.of([*tasks, a_task(APP, id="task_e")], NODES.values(), START)
    assert [one.id for one in next_tasks(plan, PHASE.id)] == ["task_a", "task_d", "task_c", "task_b"]
    assert [one.id for one in next_tasks(plan, EPIC.id)] == ["task_d", "task_c", "task_b"]
    assert len(next_tasks(plan, None)) == 5
    assert next_tasks(plan, "node_none") == []


def test_a_node_of_high_priority_lifts_its_tasks_and_a_stale_one_stops_them() -> None:
    nodes = [PHASE, EPIC, FEATURE, OTHER.model_copy(update={"priority": "low"}), STORY]
    tasks = [task("a", OTHER), task("b", STORY), task("c", STORY, priority="low")]
    assert [one.id for one in next_tasks(Plan.of(tasks, nodes, START), None)] == ["task_b", "task_a", "task_c"]
    stale = [each.model_copy(update={"stale": "Changed."}) if each is STORY else each for each in nodes]
    assert [one.id for one in next_tasks(Plan.of(tasks, stale, START), None)] == ["task_a"]


def follows(
    *tasks: Task, auto: tuple[PlanNode, ...] = (FEATURE, EPIC), without: tuple[PlanNode, ...] = ()
) -> dict[str, str]:
    left = [each for each in NODES.values() if each not in without]
    nodes = [each.model_copy(update={"auto_status_from_tasks": each in auto}) for each in left]
    changed = follow_tasks(Plan.of(tasks, nodes, START), FEATURE.id)
    return {each.title: each.status.value + ("?" if each.unproven else "") for each in changed}


def test_a_status_follows_from_tasks_up_to_where_it_is_asked_for() -> None:
    done, open_ = task("a", FEATURE, TaskState.DONE), task("b", FEATURE)
    quiet = NODES[STORY.id]
    assert quiet.status == NodeStatus.PLANNED
    assert follows(done, open_) == {"feature": "in_progress", "epic": "in_progress"}
    assert follows(task("a", FEATURE, TaskState.IN_REVIEW)) == {"feature": "in_progress", "epic": "in_progress"}
    assert follows(open_) == {}
    assert follows(done, auto=(EPIC,)) == {}, "the feature itself does not ask for it, so it is as it was"
    assert follows(done, auto=()) == {}


def test_a_node_is_done_when_all_in_it_is_and_says_when_nothing_shows_it() -> None:
    nodes = [
        each.model_copy(update={"auto_status_from_tasks": True})
        for each in (PHASE, EPIC, FEATURE)
    ]  # fmt: skip
    tasks = [task("a", FEATURE, TaskState.DONE), task("b", FEATURE, TaskState.CANCELLED)]
    changed = follow_tasks(Plan.of(tasks, nodes, START), FEATURE.id)
    assert {each.title: (each.status, each.unproven) for each in changed} == {
        "feature": (NodeStatus.DONE, False), "epic": (NodeStatus.DONE, False), "phase": (NodeStatus.DONE, False),
    }  # fmt: skip
    doubtful = [task("a", FEATURE, TaskState.DONE, unproven=True)]
    assert all(each.unproven for each in follow_tasks(Plan.of(doubtful, nodes, START), FEATURE.id))


def test_a_node_whose_every_task_waits_is_blocked() -> None:
    waits = task("b", FEATURE, depends_on=(Dependency(task_id="task_a"),))
    outside = a_task(APP, id="task_a")
    assert follows(outside, waits, without=(STORY,)) == {"feature": "blocked", "epic": "blocked"}
    assert follows(outside, waits) == {}, "the story can be started"


def test_what_has_no_tasks_of_its_own_follows_those_of_what_it_lies_in() -> None:
    every = (PHASE, EPIC, FEATURE, STORY, OTHER)
    done = task("a", PHASE, TaskState.DONE)

    def of_phase(*tasks: Task, auto: tuple[PlanNode, ...] = every) -> dict[str, str]:
        nodes = [each.model_copy(update={"auto_status_from_tasks": each in auto}) for each in NODES.values()]
        return {each.title: each.status.value for each in follow_tasks(Plan.of(tasks, nodes, START), PHASE.id)}

    assert of_phase(done) == dict.fromkeys(("phase", "other", "epic", "feature", "story"), "done")
    assert of_phase(done, task("b", PHASE))["story"] == "in_progress"
    assert of_phase(done, auto=(PHASE, OTHER)) == {"other": "done", "phase": "in_progress"}
    left = of_phase(done, task("b", FEATURE))
    assert left == {"other": "done", "phase": "in_progress"}, "the epic and the story have a task that is open"
    assert of_phase(task("a", PHASE, TaskState.CANCELLED)) == {}


def test_a_part_has_no_tasks_when_none_names_it_nor_what_it_lies_in() -> None:
    def missing(*tasks: Task, stale: PlanNode | None = None) -> list[str]:
        nodes = [each.model_copy(update={"stale": "Gone."}) if each is stale else each for each in NODES.values()]
        return [each.title for each in parts_without_tasks(Plan.of(tasks, nodes, START))]

    assert missing() == missing(a_task(APP, id="task_x")) == ["other", "story"]
    assert missing(task("a", STORY)) == missing(task("a", FEATURE)) == missing(task("a", EPIC)) == ["other"]
    assert missing(task("a", PHASE)) == [], "the tasks of a phase speak for all in it"
    assert missing(task("a", OTHER)) == ["story"]
    assert missing(task("a", EPIC, TaskState.CANCELLED), stale=OTHER) == []
    alone = Plan.of([], [PHASE], START)
    assert parts_without_tasks(alone) == []
