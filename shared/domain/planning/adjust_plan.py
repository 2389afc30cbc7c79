"""Proposed operations on a plan that stands: each applied whole, or refused with the reason. Pure."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple, TypeVar, assert_never

from shared.domain.errors import AppError, Invalid
from shared.domain.planning.adjusting import (
    AddDependency,
    AddNode,
    AddTask,
    Adjustment,
    CancelTask,
    MoveNode,
    PutBefore,
    RemoveDependency,
    RenameNode,
    SetKind,
    SetPriority,
)
from shared.domain.planning.blueprint import Blueprint
from shared.domain.planning.graph import edges_of, refuse_cycle
from shared.domain.planning.plan import Plan
from shared.domain.planning.plan_change import WRITES_MOST
from shared.domain.planning.plan_node import PlanNode
from shared.domain.planning.plan_tree import check_place, children_of
from shared.domain.planning.standing import is_taken
from shared.domain.planning.task import Dependency, Task
from shared.domain.planning.words import TaskState

_One = TypeVar("_One", PlanNode, Task)
WRITER = "planner"
"""Whom new tasks are said to be made by."""


class Refused(NamedTuple):
    """An operation that the plan does not allow, by its place in the list."""

    number: int
    why: str


class Adjusted(NamedTuple):
    """What has become another, and the new ones; and what was refused."""

    nodes: list[PlanNode]
    tasks: list[Task]
    refused: list[Refused]

    @property
    def new_nodes(self) -> int:
        return sum(not node.version for node in self.nodes)

    @property
    def new_tasks(self) -> int:
        return sum(not task.version for task in self.tasks)

    @property
    def too_large(self) -> bool:
        """More than is written in one step: half of it would be there for a moment."""
        written = len(self.nodes) + len(self.tasks) + self.new_nodes + self.new_tasks + 1
        return written > WRITES_MOST


def adjust_plan(plan: Plan, blueprint: Blueprint, operations: Sequence[Adjustment]) -> Adjusted:
    """The plan after all operations that keep it a tree in the order of kinds, without a cycle.

    Tasks that somebody works at, or that are done, stay as they are. What is so already is no change: applied twice
    nothing comes of the second time.
    """
    work = _Work(plan, blueprint)
    refused: list[Refused] = []
    for number, operation in enumerate(operations):
        try:
            work.apply(operation)
        except AppError as why:
            refused.append(Refused(number, why.message))
    return Adjusted(*work.changed(), refused)


class _Work:
    """The plan while operations are applied; the one thing here that changes."""

    def __init__(self, plan: Plan, blueprint: Blueprint) -> None:
        self._before, self._blueprint, self._now = plan, blueprint, plan.now
        self._nodes, self._tasks = dict(plan.nodes), dict(plan.tasks)

    def changed(self) -> tuple[list[PlanNode], list[Task]]:
        nodes = [node for key, node in self._nodes.items() if self._before.nodes.get(key) != node]
        tasks = [task for key, task in self._tasks.items() if self._before.tasks.get(key) != task]
        return [_touched(node, self._now) for node in nodes], [_touched(task, self._now) for task in tasks]

    def apply(self, operation: Adjustment) -> None:
        match operation:
            case RenameNode():
                self._put(self._node(operation.id).model_copy(update={"title": operation.title}))
            case SetKind():
                self._place(self._node(operation.id).model_copy(update={"kind": operation.kind}))
            case MoveNode():
                self._move(operation)
            case PutBefore():
                self._put_before(operation)
            case SetPriority():
                self._set_priority(operation)
            case AddNode():
                self._add_node(operation)
            case AddTask():
                self._add_task(operation)
            case CancelTask():
                self._cancel(operation)
            case AddDependency() | RemoveDependency():
                self._wire(operation)
            case _:
                assert_never(operation)

    def _node(self, key: str) -> PlanNode:
        if key not in self._nodes:
            raise Invalid(f"There is no plan node {key} here.")
        return self._nodes[key]

    def _task(self, key: str) -> Task:
        if key not in self._tasks:
            raise Invalid(f"There is no task {key} here.")
        return self._tasks[key]

    def _open_task(self, key: str) -> Task:
        task = self._task(key)
        if task.state in (TaskState.DONE, TaskState.IN_REVIEW) or is_taken(task, self._now):
            raise Invalid(f"The task {task.description!r} is done or being worked at; it stays as it is.")
        return task

    def _put(self, node: PlanNode) -> None:
        self._nodes[node.id] = node

    def _place(self, node: PlanNode) -> None:
        check_place(node, self._nodes)
        self._put(node)

    def _move(self, operation: MoveNode) -> None:
        node = self._node(operation.id)
        if node.parent_id != operation.parent:
            order = self._next_order(operation.parent)
            self._place(node.model_copy(update={"parent_id": operation.parent, "order_index": order}))

    def _put_before(self, operation: PutBefore) -> None:
        node, other = self._node(operation.id), self._node(operation.before)
        if node.id == other.id or node.parent_id != other.parent_id:
            raise Invalid("Only nodes that lie in the same node have an order.")
        siblings = [one for one in self._siblings(node.parent_id) if one.id != node.id]
        place = next(number for number, one in enumerate(siblings) if one.id == other.id)
        for number, one in enumerate([*siblings[:place], node, *siblings[place:]]):
            self._put(one.model_copy(update={"order_index": number}))

    def _set_priority(self, operation: SetPriority) -> None:
        update = {"priority": operation.priority}
        if operation.id in self._nodes:
            self._put(self._nodes[operation.id].model_copy(update=update))
        else:
            task = self._open_task(operation.id)
            self._tasks[task.id] = task.model_copy(update=update)

    def _add_node(self, operation: AddNode) -> None:
        if operation.id in self._nodes:
            return
        made = self._blueprint
        self._place(PlanNode(
            id=operation.id, tenant_id=made.tenant_id, app_id=made.app_id, blueprint_id=made.id,
            parent_id=operation.parent, kind=operation.kind, title=operation.title, summary=operation.summary,
            acceptance=tuple(operation.acceptance), order_index=self._next_order(operation.parent),
            auto_status_from_tasks=None, created_at=self._now, updated_at=self._now,
        ))  # fmt: skip

    def _add_task(self, operation: AddTask) -> None:
        if operation.id in self._tasks:
            return
        node = self._node(operation.parent)
        self._tasks[operation.id] = Task(
            id=operation.id, tenant_id=node.tenant_id, app_id=node.app_id, description=operation.title,
            kind=operation.kind, acceptance_criteria=tuple(operation.acceptance_criteria),
            effort=operation.estimated_effort, risk=operation.risk_level, priority=node.priority,
            blueprint_id=node.blueprint_id, source_plan_node_id=node.id, created_by=WRITER, created_at=self._now,
            updated_at=self._now,
        )  # fmt: skip

    def _cancel(self, operation: CancelTask) -> None:
        task = self._task(operation.id)
        if task.state != TaskState.CANCELLED:
            task = self._open_task(operation.id)
            self._tasks[task.id] = task.model_copy(update={"state": TaskState.CANCELLED, "claim": None})

    def _wire(self, operation: AddDependency | RemoveDependency) -> None:
        task = self._open_task(operation.id)
        if isinstance(operation, AddDependency):
            self._wait_for(task, self._task(operation.after))
        else:
            left = tuple(edge for edge in task.depends_on if edge.task_id != operation.after)
            self._tasks[task.id] = task.model_copy(update={"depends_on": left})

    def _wait_for(self, task: Task, other: Task) -> None:
        if all(edge.task_id != other.id for edge in task.depends_on):
            edges = (*task.depends_on, Dependency(task_id=other.id, source="model"))
            after = self._tasks | {task.id: task.model_copy(update={"depends_on": edges})}
            titles = {key: one.description for key, one in after.items()}
            refuse_cycle(edges_of(after.values()), [task.id], titles)
            self._tasks = after

    def _siblings(self, parent: str | None) -> list[PlanNode]:
        return children_of(self._nodes.values()).get(parent, [])

    def _next_order(self, parent: str | None) -> int:
        return max((one.order_index for one in self._siblings(parent)), default=-1) + 1


def _touched(one: _One, now: datetime) -> _One:
    return one.model_copy(update={"updated_at": now})
