"""Who works at a task: a claim is made on a condition, expires, and has a number (`fence`).

A claim is renewed by its holder. When it has expired another may claim the task; its number is the next one, and
what the first holder writes then is refused with ClaimLost.
"""

from contextlib import suppress
from datetime import datetime, timedelta

from shared.domain.errors import ClaimLost, NotFound, TaskClaimed, TaskNotReady
from shared.domain.identity import Principal
from shared.domain.ids import is_id
from shared.domain.planning.plan import Plan
from shared.domain.planning.standing import is_taken
from shared.domain.planning.task import Claim, Task
from shared.domain.planning.words import TaskState
from shared.domain.runs.run import Run
from shared.services.loop_ports import LoopPorts
from shared.services.planning.change_plan import change_task, find_task, read_plan
from shared.services.planning.follow_tasks import follow_tasks
from shared.services.planning.task_ports import TaskPorts

RUN_CLAIM = timedelta(days=7)
"""As long as a run may wait for a person."""


def claim_task(*, principal: Principal, task_id: str, seconds: int, ports: LoopPorts, holder: str = "") -> Task:
    """The task, claimed for `holder` (the caller, unless a run is named), or its claim renewed.

    TaskClaimed while another has it, TaskNotReady with what it waits for.
    """
    known, app = find_task(principal, task_id, ports)
    plan = read_plan(app, ports)
    who = holder or principal.subject

    def change(task: Task) -> Task:
        now = ports.clock.now()
        if not _has(task, who, now):
            require_ready(task, plan, now)
        return claimed(task, who, timedelta(seconds=seconds), now)

    task = change_task(known.tenant_id, known.id, ports, change)
    follow_tasks(task.tenant_id, task.source_plan_node_id, ports)
    return task


def claim_for_run(run: Run, ports: TaskPorts) -> None:
    """Claim the run's task, if it names one that is free. A person's own claim passes to their run.

    What is over, or another has, stays as it is: the run does its work all the same, and settles no task.
    """

    def change(task: Task) -> Task:
        now = ports.clock.now()
        holder = task.claim.holder if is_taken(task, now) and task.claim is not None else None
        is_over = task.state in (TaskState.DONE, TaskState.CANCELLED)
        if task.app_id != run.app_id or is_over or holder == run.id or holder not in (None, run.request.created_by):
            return task
        return claimed(task, run.id, RUN_CLAIM, now, instead_of=run.request.created_by)

    task_id = run.request.task_id
    if run.request.only is not None or task_id is None or not is_id("task", task_id):
        return
    with suppress(NotFound):
        task = change_task(run.tenant_id, task_id, ports, change)
        follow_tasks(task.tenant_id, task.source_plan_node_id, ports)


def release_task(*, principal: Principal, task_id: str, fence: int, ports: LoopPorts) -> Task:
    """The task as it was before. ClaimLost when the claim of that number is not the latest; once released it stays."""
    known, _ = find_task(principal, task_id, ports)
    return release_claim(known.tenant_id, known.id, fence, ports)


def release_claim(tenant_id: str, task_id: str, fence: int, ports: TaskPorts) -> Task:
    """As `release_task`, for a caller that knows the task."""

    def change(task: Task) -> Task:
        if task.claim is None and task.fence == fence and task.state in (TaskState.OPEN, TaskState.IN_REVIEW):
            return task
        return task.model_copy(update={"claim": None, "state": require_claim(task, fence).released})

    task = change_task(tenant_id, task_id, ports, change)
    follow_tasks(task.tenant_id, task.source_plan_node_id, ports)
    return task


def claimed(task: Task, holder: str, lasts: timedelta, now: datetime, *, instead_of: str = "") -> Task:
    """The task in the hands of `holder`, `instead_of` whom may have it now. TaskClaimed while another has it; a renewed
    claim keeps its number.
    """
    if not _has(task, instead_of, now):
        refuse_other(task, holder, now)
    fence = task.fence if _has(task, holder, now) else task.fence + 1
    if task.state == TaskState.IN_REVIEW:
        released = TaskState.IN_REVIEW
    else:
        released = task.claim.released if task.claim is not None else TaskState.OPEN
    claim = Claim(holder=holder, until=now + lasts, fence=fence, released=released)
    said = {"unproven": False, "confirmed": None, "reopened": None}
    return task.model_copy(update={"state": TaskState.CLAIMED, "claim": claim, "fence": fence, **said})


def refuse_other(task: Task, holder: str, now: datetime) -> None:
    """TaskClaimed while another than `holder` works at it."""
    if is_taken(task, now) and not _has(task, holder, now):
        other = task.claim.holder if task.claim is not None else None
        raise TaskClaimed("Another works at this task.", holder=other)


def require_ready(task: Task, plan: Plan, now: datetime) -> None:
    """TaskClaimed or TaskNotReady unless the task can be started."""
    refuse_other(task, "", now)
    standing = plan.standing(task)
    if not standing.ready:
        why = standing.stale or f"It is {standing.status.replace('_', ' ')}."
        waits = [blocker.model_dump() for blocker in standing.blocked_by]
        raise TaskNotReady(f"The task cannot be started. {why}", blocked_by=waits)


def require_claim(task: Task, fence: int) -> Claim:
    """The claim of this number, be it expired, while no one has had the task since; else ClaimLost."""
    if task.fence != fence or task.claim is None:
        raise ClaimLost("The claim has ended: somebody else has decided about the task since.")
    return task.claim


def _has(task: Task, holder: str, now: datetime) -> bool:
    return is_taken(task, now) and task.claim is not None and task.claim.holder == holder
