"""What finishing, cancelling or changing tasks does to the others, before somebody does it."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from shared.domain.planning.graph import all_dependents
from shared.domain.planning.plan import Plan
from shared.domain.planning.task import Task
from shared.domain.planning.words import TaskState, TaskStatus

_OVER = (TaskState.DONE, TaskState.CANCELLED)


class Impact(NamedTuple):
    """Tasks, in the order of their ids.

    `unblocks`: ready once these are done with evidence. `leads_to`: all that waits for them, by way of others too.
    `blocks`: what could not be started any more if these were cancelled. `stales`: what was built or planned on the
    present words of these, if those changed: themselves, and what depends on them.
    """

    unblocks: list[Task]
    leads_to: list[Task]
    blocks: list[Task]
    stales: list[Task]


def impact_of(plan: Plan, changed: Iterable[str]) -> Impact:
    """Of these tasks together."""
    of = {task_id for task_id in changed if task_id in plan.tasks}
    below = all_dependents(plan.edges, of) - of
    return Impact(
        unblocks=_tasks(plan, (each for each in below if _would_be_ready(plan, plan.tasks[each], of))),
        leads_to=_tasks(plan, below),
        blocks=_tasks(plan, (each for each in below if plan.tasks[each].state not in _OVER)),
        stales=_tasks(plan, (each for each in below | of if plan.tasks[each].state != TaskState.CANCELLED)),
    )


def roots_of(plan: Plan, task_id: str) -> list[Task]:
    """What the task waits for in the end: of all it depends on those that nothing keeps from being worked at."""
    found: dict[str, Task] = {}
    seen, waiting = {task_id}, [task_id]
    while waiting:
        for blocker in plan.standing(plan.tasks[waiting.pop()]).blocked_by:
            other = plan.tasks.get(blocker.task_id)
            if other is None or other.id in seen:
                continue
            seen.add(other.id)
            if blocker.reason in ("unproven", "cancelled") or not plan.standing(other).blocked_by:
                found[other.id] = other
            else:
                waiting.append(other.id)
    return [found[each] for each in sorted(found)]


def _would_be_ready(plan: Plan, task: Task, done: set[str]) -> bool:
    standing = plan.standing(task)
    left = [blocker for blocker in standing.blocked_by if blocker.task_id not in done]
    return standing.status == TaskStatus.BLOCKED and not left and standing.stale is None


def _tasks(plan: Plan, ids: Iterable[str]) -> list[Task]:
    known: Mapping[str, Task] = plan.tasks
    return [known[each] for each in sorted(ids)]
