"""Who works at a task: a claim is made on a condition, expires, and has a number (`fence`).

A claim is renewed by its holder. When it has expired another may claim the task; its number is the next one, and
what the first holder writes then is refused with ClaimLost.
"""

from datetime import datetime, timedelta

from shared.domain.errors import ClaimLost, TaskClaimed, TaskNotReady
from shared.domain.identity import Principal
from shared.domain.planning.plan import Plan
from shared.domain.planning.standing import is_taken
from shared.domain.planning.task import Claim, Evidence, Task
from shared.domain.planning.words import TaskState
from shared.services.loop_ports import LoopPorts
from shared.services.planning.change_plan import change_task, find_task, read_plan
from shared.services.planning.follow_tasks import follow_tasks


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


def release_task(*, principal: Principal, task_id: str, fence: int, ports: LoopPorts) -> Task:
    """The task open again. ClaimLost when the claim of that number is not the latest; once released it stays so."""

    def change(task: Task) -> Task:
        if task.state == TaskState.OPEN and task.fence == fence:
            return task
        require_claim(task, fence)
        return task.model_copy(update={"claim": None, "state": TaskState.OPEN})

    known, _ = find_task(principal, task_id, ports)
    task = change_task(known.tenant_id, known.id, ports, change)
    follow_tasks(task.tenant_id, task.source_plan_node_id, ports)
    return task


def end_claim(tenant_id: str, task_id: str, fence: int, ports: LoopPorts, evidence: Evidence | None) -> Task:
    """The task done with this evidence; without any it waits for a person's review. ClaimLost as for `release_task`.

    A second call with the same number and evidence changes nothing.
    """

    def change(task: Task) -> Task:
        if task.state != TaskState.DONE or task.fence != fence:
            require_claim(task, fence)
        elif evidence is None or not task.unproven:
            return task
        if evidence is None:
            return task.model_copy(update={"state": TaskState.IN_REVIEW})
        shown = {"evidence": (*task.evidence, evidence), "unproven": False}
        return task.model_copy(update={"state": TaskState.DONE, "claim": None, **shown})

    task = change_task(tenant_id, task_id, ports, change)
    follow_tasks(task.tenant_id, task.source_plan_node_id, ports)
    return task


def claimed(task: Task, holder: str, lasts: timedelta, now: datetime) -> Task:
    """The task in the hands of `holder`. TaskClaimed while another has it; a renewed claim keeps its number."""
    refuse_other(task, holder, now)
    fence = task.fence if _has(task, holder, now) else task.fence + 1
    claim = Claim(holder=holder, until=now + lasts, fence=fence)
    update = {"state": TaskState.CLAIMED, "claim": claim, "fence": fence, "unproven": False}
    return task.model_copy(update=update)


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


def require_claim(task: Task, fence: int) -> None:
    """ClaimLost unless the claim of this number stands, be it expired: no one has had the task since."""
    if task.fence != fence or task.claim is None:
        raise ClaimLost("The claim has ended: somebody else has decided about the task since.")


def _has(task: Task, holder: str, now: datetime) -> bool:
    return is_taken(task, now) and task.claim is not None and task.claim.holder == holder
