"""A plan as it was read: the tasks of an app, the nodes of a blueprint, and what follows from them at a moment."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property
from heapq import heapify, heappop, heappush

from shared.domain.planning.asked import questions_by_part
from shared.domain.planning.graph import count_dependents, edges_of
from shared.domain.planning.plan_node import PlanNode
from shared.domain.planning.plan_tree import Children, children_of, in_reading_order, subtree
from shared.domain.planning.standing import Standing, is_taken, standing_of
from shared.domain.planning.task import Task
from shared.domain.planning.words import EFFORTS, Priority, TaskState

_PRIORITIES: tuple[Priority, ...] = ("high", "normal", "low")
Rank = tuple[int, int, int, int, int, int, str]
"""Ends with the id of its task, so no two are equal."""


@dataclass(frozen=True)
class Plan:
    tasks: Mapping[str, Task]
    nodes: Mapping[str, PlanNode]
    now: datetime

    @classmethod
    def of(cls, tasks: Iterable[Task], nodes: Iterable[PlanNode], now: datetime) -> "Plan":
        return cls({task.id: task for task in tasks}, {node.id: node for node in nodes}, now)

    @cached_property
    def edges(self) -> dict[str, tuple[str, ...]]:
        return edges_of(self.tasks.values())

    @cached_property
    def children(self) -> Children:
        return children_of(self.nodes.values())

    @cached_property
    def questions(self) -> dict[str, list[PlanNode]]:
        """For each node that has any: what the text leaves open, or says in two ways, in its words."""
        return questions_by_part(in_reading_order(self.children))

    @cached_property
    def standings(self) -> dict[str, Standing]:
        return {task_id: self.standing(task) for task_id, task in self.tasks.items()}

    @cached_property
    def waits(self) -> dict[str, list[str]]:
        """For each node that has any: the other nodes whose tasks its own tasks wait for, in reading order."""
        node_of = {task.id: task.source_plan_node_id for task in self.tasks.values()}
        found = {(node_of[task_id], node_of.get(other)) for task_id, others in self.edges.items() for other in others}
        place = {node.id: number for number, node in enumerate(in_reading_order(self.children))}
        pairs = [(one, other) for one, other in found if one in place and other in place and one != other]
        waits: dict[str, list[str]] = {}
        for one, other in sorted(pairs, key=lambda pair: place[pair[1]]):
            waits.setdefault(one, []).append(other)
        return waits

    @cached_property
    def ranks(self) -> dict[str, Rank]:
        """Of two tasks that could be started, the one with the smaller rank is."""
        waiting = count_dependents(self.edges)
        place = {node.id: number for number, node in enumerate(in_reading_order(self.children))}

        def rank(task: Task) -> Rank:
            node = self.nodes.get(task.source_plan_node_id or "")
            return (
                _PRIORITIES.index(task.priority),
                _PRIORITIES.index(node.priority) if node is not None else 1,
                -waiting[task.id],
                EFFORTS.index(task.effort),
                place.get(task.source_plan_node_id or "", len(place)),
                task.order_index,
                task.id,
            )

        return {task.id: rank(task) for task in self.tasks.values()}

    def standing(self, task: Task) -> Standing:
        return standing_of(task, self.tasks, self.nodes, self.now)

    def when_done(self) -> "Plan":
        """As it will stand when all that is at work is done."""
        taken = [task for task in self.tasks.values() if task.state == TaskState.IN_REVIEW or is_taken(task, self.now)]
        done = {task.id: task.model_copy(update={"state": TaskState.DONE, "unproven": False}) for task in taken}
        return replace(self, tasks={**self.tasks, **done})

    def tasks_in(self, node_id: str) -> list[Task]:
        """Those of a node and of all below it."""
        inside = subtree(self.children, node_id)
        return [task for task in self.tasks.values() if task.source_plan_node_id in inside]


def next_tasks(plan: Plan, phase_id: str | None) -> list[Task]:
    """What can be started now, the best first: by priority, how much waits for it, small before large, as it is read.

    Only what belongs to the phase, or to one of its nodes; without a phase all of the app.
    """
    scope = plan.tasks_in(phase_id) if phase_id is not None else plan.tasks.values()
    return sorted((task for task in scope if plan.standing(task).ready), key=lambda task: plan.ranks[task.id])


def to_confirm(plan: Plan, phase_id: str | None) -> list[Task]:
    """What is built and waits for a person's confirmation, in the order of ids: of a phase, or of the whole app."""
    scope = plan.tasks_in(phase_id) if phase_id is not None else plan.tasks.values()
    return [task for task in scope if task.state == TaskState.IN_REVIEW]


def in_order_of_work(plan: Plan, tasks: Sequence[Task]) -> list[Task]:
    """Phase by phase as they are read, in each what is waited for before what waits, else the best first; what belongs
    to no phase comes last. What is over keeps its place.
    """
    first = {
        node_id: place
        for place, root in enumerate(plan.children.get(None, ()))
        for node_id in subtree(plan.children, root.id)
    }
    by_phase: dict[int, list[Task]] = {}
    for task in tasks:
        by_phase.setdefault(first.get(task.source_plan_node_id or "", len(plan.nodes)), []).append(task)
    return [task for place in sorted(by_phase) for task in _unblocked_first(plan, by_phase[place])]


def _unblocked_first(plan: Plan, tasks: Sequence[Task]) -> Iterator[Task]:
    """The best of those that wait for no other of them, again and again."""
    inside = {task.id for task in tasks}
    left = {task_id: inside.intersection(plan.edges[task_id]) for task_id in inside}
    waiting_for = _turned(left)
    free = [plan.ranks[task_id] for task_id, others in left.items() if not others]
    heapify(free)
    while free:
        first = heappop(free)[-1]
        yield plan.tasks[first]
        for task_id in waiting_for.get(first, ()):
            left[task_id].discard(first)
            if not left[task_id]:
                heappush(free, plan.ranks[task_id])
    yield from (plan.tasks[task_id] for task_id, others in left.items() if others)


def _turned(edges: Mapping[str, set[str]]) -> dict[str, list[str]]:
    turned: dict[str, list[str]] = {}
    for task_id, others in edges.items():
        for other in others:
            turned.setdefault(other, []).append(task_id)
    return turned
