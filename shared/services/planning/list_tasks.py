"""Tasks of a project: listed, one with all about it, and those that can be started now."""

from typing import Literal, NamedTuple

from shared.domain.apps.app import App
from shared.domain.base import Page
from shared.domain.errors import Malformed, NotFound
from shared.domain.identity import Principal
from shared.domain.ids import is_id, require_id
from shared.domain.planning.coverage import nodes_of
from shared.domain.planning.impact import Impact, impact_of, roots_of
from shared.domain.planning.plan import Plan, in_order_of_work, next_tasks, to_confirm
from shared.domain.planning.standing import Standing, is_taken
from shared.domain.planning.task import Task
from shared.domain.planning.words import TaskState, TaskStatus
from shared.services.loop_ports import LoopPorts
from shared.services.planning.add_tasks import require_node
from shared.services.planning.change_plan import find_task, read_plan

Idle = Literal["no_tasks", "all_done", "in_progress", "to_confirm", "stale", "blocked"]
TaskOrder = Literal["newest", "work"]


class ShownTask(NamedTuple):
    """A task, and how it stands."""

    task: Task
    standing: Standing


class TaskDetail(NamedTuple):
    """`waits_for_first`: of all that it depends on what nothing keeps from being worked at."""

    shown: ShownTask
    waits_for_first: list[Task]


class NextTasks(NamedTuple):
    """What can be started now, the best first. `reason`: why that is nothing. `to_confirm`: what waits for a person."""

    app: App
    items: list[ShownTask]
    total: int
    reason: Idle | None
    to_confirm: list[Task]


class TaskFilter(NamedTuple):
    """Of the given status; of one node; of a node (a phase, above all) and all below it. `order`: how to sort them."""

    status: TaskStatus | None = None
    node_id: str | None = None
    phase_id: str | None = None
    order: TaskOrder = "newest"


def list_tasks(
    *, principal: Principal, app_id: str, wanted: TaskFilter, ports: LoopPorts, limit: int, cursor: str | None = None
) -> Page[ShownTask]:
    """In the order that is wanted. NotFound for a node of another project."""
    if cursor is not None and not is_id("task", cursor):
        raise Malformed("The cursor is not one this list gave out.")
    app = ports.apps.get(principal.tenant_id, require_id("app", app_id))
    node = require_node(app, wanted.phase_id or wanted.node_id, ports)
    plan = read_plan(app, ports, node.blueprint_id if node else None)
    ordered = _after(cursor, _ordered(plan, wanted), wanted.order)
    left = [one for one in _shown(plan, ordered) if wanted.status in (None, one.standing.status)]
    return Page(items=left[:limit], next_cursor=left[limit - 1].task.id if len(left) > limit else None)


def _ordered(plan: Plan, wanted: TaskFilter) -> list[Task]:
    tasks = _scope(plan, wanted)
    return in_order_of_work(plan, tasks) if wanted.order == "work" else tasks[::-1]


def _after(cursor: str | None, tasks: list[Task], order: TaskOrder) -> list[Task]:
    """What comes after the last one of the page before. Malformed where that one is gone and nothing says more."""
    if cursor is None:
        return tasks
    place = next((place for place, task in enumerate(tasks) if task.id == cursor), None)
    if place is not None:
        return tasks[place + 1 :]
    if order == "work":
        raise Malformed("The task that the cursor names is gone: begin with the first page again.")
    return [task for task in tasks if task.id < cursor]


def _scope(plan: Plan, wanted: TaskFilter) -> list[Task]:
    tasks = plan.tasks_in(wanted.phase_id) if wanted.phase_id is not None else [*plan.tasks.values()]
    return [task for task in tasks if wanted.node_id in (None, *nodes_of(task))]


def read_task(*, principal: Principal, task_id: str, ports: LoopPorts) -> TaskDetail:
    """The task, why it is blocked, and where that begins."""
    task, plan = _find(principal, task_id, ports)
    return TaskDetail(ShownTask(task, plan.standing(task)), roots_of(plan, task.id))


def read_impact(*, principal: Principal, task_id: str, ports: LoopPorts) -> Impact:
    """What finishing, cancelling or changing the task does to others."""
    task, plan = _find(principal, task_id, ports)
    return impact_of(plan, [task.id])


def list_next(*, principal: Principal, app_id: str, ports: LoopPorts, limit: int) -> NextTasks:
    """Of the active phase; where none is active, of the whole project."""
    app = ports.apps.get(principal.tenant_id, require_id("app", app_id))
    return next_of(app, read_plan(app, ports), limit)


def next_of(app: App, plan: Plan, limit: int) -> NextTasks:
    """The same of a plan that is read already."""
    found = next_tasks(plan, app.active_phase_node_id)
    reason = None if found else _idle(plan, app.active_phase_node_id)
    waiting = to_confirm(plan, app.active_phase_node_id)
    return NextTasks(app, _shown(plan, found[:limit]), len(found), reason, waiting)


def _idle(plan: Plan, phase_id: str | None) -> Idle:
    tasks = plan.tasks_in(phase_id) if phase_id is not None else [*plan.tasks.values()]
    words = {plan.standing(task).status for task in tasks}
    if not tasks:
        return "no_tasks"
    if words <= {TaskStatus.DONE, TaskStatus.CANCELLED}:
        return "all_done"
    if any(is_taken(task, plan.now) for task in tasks):
        return "in_progress"
    if any(task.state == TaskState.IN_REVIEW for task in tasks):
        return "to_confirm"
    return "stale" if TaskStatus.OPEN in words else "blocked"


def _find(principal: Principal, task_id: str, ports: LoopPorts) -> tuple[Task, Plan]:
    known, app = find_task(principal, task_id, ports)
    plan = read_plan(app, ports)
    if known.id not in plan.tasks:
        raise NotFound("There is no such task.")
    return plan.tasks[known.id], plan


def show(plan: Plan, task: Task) -> ShownTask:
    """The task as it stands in the plan."""
    return ShownTask(task, plan.standing(task))


def shown_task(task: Task, ports: LoopPorts) -> ShownTask:
    """A task that was just written, as it stands."""
    return show(read_plan(ports.apps.get(task.tenant_id, task.app_id), ports), task)


def _shown(plan: Plan, tasks: list[Task]) -> list[ShownTask]:
    return [show(plan, task) for task in tasks]
