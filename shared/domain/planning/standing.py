"""How a task stands: derived from its state, its claim and what it waits for, and never stored.

A task is *ready* when it is open, not claimed, not stale, and every task that it waits for is built.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Literal, assert_never

from shared.domain.base import Entity
from shared.domain.planning.plan_node import PlanNode
from shared.domain.planning.task import Task
from shared.domain.planning.words import TaskState, TaskStatus

BlockedFor = Literal["not_done", "in_progress", "unproven", "cancelled", "missing"]


class Blocker(Entity):
    """A task that another waits for. `unproven`: it is called done, and nothing shows it; `missing`: there is none."""

    task_id: str
    title: str | None
    reason: BlockedFor


class Standing(Entity):
    """`stale` says why the text has left the task, or its node, behind."""

    status: TaskStatus
    ready: bool
    blocked_by: tuple[Blocker, ...] = ()
    stale: str | None = None


def proven(task: Task) -> bool:
    """Whether it is done, and a built revision shows it."""
    return task.state == TaskState.DONE and not task.unproven


def built(task: Task) -> bool:
    """Whether what waits for it may begin: its revision is there and no check of it failed, be it confirmed or not."""
    if task.state == TaskState.IN_REVIEW:
        return bool(task.standing_evidence) and not task.standing_evidence[-1].failed
    return proven(task)


def is_taken(task: Task, now: datetime) -> bool:
    """Whether somebody works at it: a claim counts until it expires."""
    return task.state == TaskState.CLAIMED and task.claim is not None and task.claim.until > now


def standing_of(task: Task, tasks: Mapping[str, Task], nodes: Mapping[str, PlanNode], now: datetime) -> Standing:
    """How it stands among the other tasks of its app and the nodes of the plan."""
    node = nodes.get(task.source_plan_node_id or "")
    stale = task.stale or (node.stale if node is not None else None)
    blockers = tuple(_blockers(task, tasks, now))
    status = _status(task, now, blocked=bool(blockers))
    return Standing(status=status, ready=status == TaskStatus.OPEN and stale is None, blocked_by=blockers, stale=stale)


def _blockers(task: Task, tasks: Mapping[str, Task], now: datetime) -> list[Blocker]:
    others = ((edge.task_id, tasks.get(edge.task_id)) for edge in task.depends_on)
    return [
        Blocker(task_id=task_id, title=other.description if other else None, reason=_reason(other, now))
        for task_id, other in others
        if other is None or not built(other)
    ]


def _reason(task: Task | None, now: datetime) -> BlockedFor:
    if task is None:
        return "missing"
    match task.state:
        case TaskState.DONE:
            return "unproven"
        case TaskState.CANCELLED:
            return "cancelled"
        case TaskState.IN_REVIEW:
            return "in_progress"
        case TaskState.OPEN | TaskState.CLAIMED:
            return "in_progress" if is_taken(task, now) else "not_done"
        case _:
            assert_never(task.state)


def _status(task: Task, now: datetime, *, blocked: bool) -> TaskStatus:
    match task.state:
        case TaskState.DONE:
            return TaskStatus.DONE
        case TaskState.CANCELLED:
            return TaskStatus.CANCELLED
        case TaskState.IN_REVIEW:
            return TaskStatus.IN_PROGRESS
        case TaskState.OPEN | TaskState.CLAIMED:
            if is_taken(task, now):
                return TaskStatus.IN_PROGRESS
            return TaskStatus.BLOCKED if blocked else TaskStatus.OPEN
        case _:
            assert_never(task.state)
