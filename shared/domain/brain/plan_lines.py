"""How a plan stands, in lines for a model that is asked about it."""

from collections.abc import Iterator

from shared.domain.planning.plan import Plan
from shared.domain.planning.plan_tree import in_reading_order
from shared.domain.planning.task import Task
from shared.domain.planning.words import TaskState


def plan_lines(plan: Plan, active: str | None) -> Iterator[str]:
    """Each outermost part with how many of its tasks are done, then each task of the active phase and what it waits
    for.
    """
    for root in plan.children.get(None, ()):
        tasks = plan.tasks_in(root.id)
        done = sum(task.state == TaskState.DONE for task in tasks)
        now = ", active" if root.id == active else ""
        yield f"- {root.kind} {root.title} ({root.status}{now}): {done} of {len(tasks)} tasks done"
    if active is not None and active in plan.nodes:
        yield "Tasks of the active phase:"
        yield from (_task_line(task, plan) for task in _in_order(plan.tasks_in(active), plan))


def _in_order(tasks: list[Task], plan: Plan) -> list[Task]:
    place = {node.id: number for number, node in enumerate(in_reading_order(plan.children))}
    return sorted(tasks, key=lambda task: (place.get(task.source_plan_node_id or "", 0), task.order_index))


def _task_line(task: Task, plan: Plan) -> str:
    standing = plan.standing(task)
    waits = "; ".join(blocker.title or "a task that is gone" for blocker in standing.blocked_by)
    return f"- {task.description} ({standing.status}{', waits for: ' * bool(waits)}{waits})"
