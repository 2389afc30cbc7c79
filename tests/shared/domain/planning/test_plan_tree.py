"""The tree of a plan: kinds in their order, nothing below itself, statuses that follow from tasks."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import pytest

from devkit.fakes.planned import a_blueprint, a_node, a_task
from devkit.fakes.samples import START, an_app
from shared.domain.errors import Invalid, NotFound, PlanCycle, PlanKindOrder
from shared.domain.planning.basis import node_standings
from shared.domain.planning.coverage import parts_without_tasks
from shared.domain.planning.emptied import moved_to
from shared.domain.planning.node_status import follow_tasks
from shared.domain.planning.plan import Plan, next_tasks
from shared.domain.planning.plan_node import Anchor, PlanNode
from shared.domain.planning.plan_tree import (
    ancestors,
    check_place,
    children_of,
    in_reading_order,
    require_phase,
    subtree,
)
from shared.domain.planning.task import Claim, Dependency, Task
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


def test_what_comes_when_the_work_is_done_is_what_waits_for_it() -> None:
    claim = Claim(holder="ann", until=START + timedelta(hours=1), fence=1)
    tasks = [
        task("a", OTHER, state=TaskState.CLAIMED, claim=claim),
        task("b", FEATURE, depends_on=(Dependency(task_id="task_a"),), priority="high"),
        task("c", STORY),
    ]
    plan = Plan.of(tasks, NODES.values(), START)
    assert [one.id for one in next_tasks(plan, None)] == ["task_c"]
    assert [one.id for one in next_tasks(plan.when_done(), None)] == ["task_b", "task_c"]


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
    nodes = [each.model_copy(update={"auto_status_from_tasks": True}) for each in (PHASE, EPIC, FEATURE)]
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


def test_parts_that_tasks_of_their_phase_carry_out_follow_those() -> None:
    nodes = [each.model_copy(update={"auto_status_from_tasks": True}) for each in NODES.values()]

    def of_phase(*tasks: Task) -> dict[str, str]:
        return {each.title: each.status.value for each in follow_tasks(Plan.of(tasks, nodes, START), PHASE.id)}

    done = task("a", PHASE, TaskState.DONE, covers=(STORY.id, "node_gone"))
    assert of_phase(done) == {"story": "done", "feature": "done", "epic": "done", "phase": "done"}
    more = task("b", PHASE, covers=(STORY.id, OTHER.id))
    assert of_phase(done, more) == dict.fromkeys(("story", "feature", "epic", "phase"), "in_progress")
    standings = node_standings(Plan.of([done], nodes, START))
    assert {name: one.basis for name, one in standings.items() if one.basis != "tasks"} == {OTHER.id: "above"}


def test_what_has_no_tasks_of_its_own_is_not_called_done_by_those_of_what_it_lies_in() -> None:
    every = (PHASE, EPIC, FEATURE, STORY, OTHER)
    done = task("a", PHASE, TaskState.DONE)

    def of_phase(*tasks: Task, auto: tuple[PlanNode, ...] = every, **was: NodeStatus) -> dict[str, str]:
        nodes = [
            each.model_copy(
                update={"auto_status_from_tasks": each in auto, "status": was.get(each.title, NodeStatus.PLANNED)}
            )
            for each in every
        ]
        return {each.title: each.status.value for each in follow_tasks(Plan.of(tasks, nodes, START), PHASE.id)}

    assert of_phase(done) == {"phase": "done"}, "nothing shows how far the others are, and they hold up nothing"
    assert of_phase(done, task("b", PHASE)) == {"phase": "in_progress"}
    assert of_phase(done, auto=(PHASE, OTHER)) == {"phase": "in_progress"}, "a person says that the epic is planned"
    assert of_phase(done, task("b", FEATURE)) == {"phase": "in_progress"}, "the epic and the feature have one"
    assert of_phase(task("a", PHASE, TaskState.CANCELLED)) == {}
    assert of_phase(done, phase=NodeStatus.DONE, story=NodeStatus.DONE) == {"story": "planned"}, (
        "as it was written once"
    )
    gone = of_phase(task("a", PHASE, TaskState.CANCELLED), phase=NodeStatus.IN_PROGRESS)
    assert gone == {"phase": "planned"}, "its only task was called off"


def bases(nodes: Sequence[PlanNode], *tasks: Task) -> dict[str, str]:
    found = node_standings(Plan.of(tasks, nodes, START))
    return {each.title: f"{found[each.id].basis}:{found[each.id].status.value}" for each in nodes}


def test_what_a_status_rests_on_is_known() -> None:
    auto = [each.model_copy(update={"auto_status_from_tasks": None}) for each in NODES.values()]
    assert set(bases(auto).values()) == {"none:planned"}
    done = [each.model_copy(update={"status": NodeStatus.DONE, "unproven": True}) for each in auto]
    of_feature = bases(done, task("a", FEATURE, TaskState.DONE))
    assert of_feature == {
        "phase": "tasks:done", "epic": "tasks:done", "feature": "tasks:done", "story": "above:planned",
        "other": "none:done",
    }  # fmt: skip
    said = [each.model_copy(update={"auto_status_from_tasks": each.id != STORY.id}) for each in done]
    of_phase = bases(said, task("a", PHASE))
    assert (of_phase["story"], of_phase["epic"], of_phase["other"]) == ("said:done", "tasks:done", "above:planned")
    kept = node_standings(Plan.of([task("a", PHASE)], said, START))
    assert (kept[STORY.id].unproven, kept[OTHER.id].unproven) == (True, False)


TEXT = """# Shop
## Hours
Show the hours.
Mark today.
## Prices
Show the prices.
## Words
Nothing here asks for anything.
"""


def heading(name: str, parent: PlanNode | None = PHASE, **over: Any) -> PlanNode:
    start = TEXT.index(f"## {name}")
    anchors = (Anchor(start=start, end=start + 3 + len(name), quote_hash="x"), *over.pop("anchors", ()))
    return node(name.lower(), parent, "epic", anchors=anchors, auto_status_from_tasks=None, **over)


def quote(words: str) -> Anchor:
    start = TEXT.index(words)
    return Anchor(start=start, end=start + len(words), quote_hash="x")


def part(name: str, words: str, parent: PlanNode) -> PlanNode:
    anchors = (quote(words),)
    return node(name, parent, "story", anchors=anchors, quoted=True, auto_status_from_tasks=None)


def test_a_heading_whose_parts_were_moved_is_no_open_work() -> None:
    hours, prices, words = heading("Hours"), heading("Prices"), heading("Words")
    today, shown = part("today", "Mark today", PHASE), part("shown", "Show the hours", OTHER)
    cost = part("cost", "Show the prices", prices)
    plan = Plan.of([], [PHASE, OTHER, hours, prices, words, today, shown, cost], START)
    found = node_standings(plan)
    assert [one for one, standing in found.items() if standing.basis == "moved"] == [hours.id]
    assert [one.title for one in moved_to(hours, plan)] == ["shown", "today"]
    gone = {"stale": "The text no longer says it."}
    left = [each.model_copy(update=gone) if each in (today, shown) else each for each in plan.nodes.values()]
    assert node_standings(Plan.of([], left, START))[hours.id].basis == "none", "those places are of another text"
    without = [one.title for one in parts_without_tasks(plan)]
    assert "hours" not in without and {"words", "today", "cost", "shown"} <= set(without)


@pytest.mark.parametrize("over", [
    {"acceptance": ("It is open on Sundays",)}, {"anchors": (quote("Mark today"),)}, {"kind": "phase"},
    {"quoted": True}, {"auto_status_from_tasks": False},
])  # fmt: skip
def test_a_heading_that_asks_for_something_is_work(over: dict[str, Any]) -> None:
    hours = heading("Hours").model_copy(update=over)
    if "anchors" in over:
        hours = heading("Hours", **over)
    plan = Plan.of([], [PHASE, hours, part("today", "Mark today", PHASE)], START)
    assert node_standings(plan)[hours.id].basis != "moved"
    with_task = Plan.of([task("a", hours)], [PHASE, heading("Hours"), part("today", "Mark today", PHASE)], START)
    assert node_standings(with_task)[hours.id].basis == "tasks"


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
