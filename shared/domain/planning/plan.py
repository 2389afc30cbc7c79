"""A plan as it was read: the tasks of an app, the nodes of a blueprint, and what follows from them at a moment."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property

from shared.domain.planning.asked import questions_by_part
from shared.domain.planning.graph import count_dependents, edges_of
from shared.domain.planning.plan_node import PlanNode
from shared.domain.planning.plan_tree import Children, children_of, in_reading_order, subtree
from shared.domain.planning.standing import Standing, is_taken, standing_of
from shared.domain.planning.task import Task
from shared.domain.planning.words import EFFORTS, Priority, TaskState

_PRIORITIES: tuple[Priority, ...] = ("high", "normal", "low")


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

    def standing(self, task: Task) -> Standing:
        return standing_of(task, self.tasks, self.nodes, self.now)

    def when_done(self) -> "Plan":
        """As it will stand when all that is at work is done."""
        taken = [task for task in self.tasks.values() if is_taken(task, self.now)]
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
    ready = [task for task in scope if plan.standing(task).ready]
    waiting = count_dependents(plan.edges)
    place = {node.id: number for number, node in enumerate(in_reading_order(plan.children))}

    def rank(task: Task) -> tuple[int, int, int, int, int, int, str]:
        node = plan.nodes.get(task.source_plan_node_id or "")
        return (
            _PRIORITIES.index(task.priority),
            _PRIORITIES.index(node.priority) if node is not None else 1,
            -waiting[task.id],
            EFFORTS.index(task.effort),
            place.get(task.source_plan_node_id or "", len(place)),
            task.order_index,
            task.id,
        )

    return sorted(ready, key=rank)
