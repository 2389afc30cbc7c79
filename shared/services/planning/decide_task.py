"""What a new status of a task means, by who says it and what shows it."""

from datetime import timedelta
from typing import assert_never

from shared.domain.builds.build_status import BuildStatus
from shared.domain.errors import EvidenceRequired, Invalid
from shared.domain.identity import Principal
from shared.domain.ids import require_id
from shared.domain.planning.task import Evidence, Task
from shared.domain.planning.words import TaskState, TaskStatus
from shared.services.loop_ports import LoopPorts
from shared.services.planning.claim import claimed, refuse_other
from shared.services.planning.task_bodies import EvidenceWish, TaskPatch

_A_DAY = timedelta(days=1)
_FREE = {"claim": None, "unproven": False}


def decide(task: Task, principal: Principal, patch: TaskPatch, ports: LoopPorts) -> Task:
    """The task at the status that the patch names, with its evidence; what says nothing of either leaves it."""
    if patch.evidence is not None:
        task = _with(task, find_evidence(task, patch.evidence, ports))
    if "status" not in patch.model_fields_set:
        return task
    if principal.machine:
        refuse_other(task, principal.subject, ports.clock.now())
    match patch.status:
        case TaskStatus.OPEN:
            return task.model_copy(update={**_FREE, "state": TaskState.OPEN})
        case TaskStatus.IN_PROGRESS:
            return claimed(task, principal.subject, _A_DAY, ports.clock.now())
        case TaskStatus.DONE:
            return done(task, principal, proven=patch.evidence is not None)
        case TaskStatus.CANCELLED:
            return task.model_copy(update={**_FREE, "state": TaskState.CANCELLED})
        case TaskStatus.BLOCKED:
            raise Invalid("A task is blocked by what it waits for: name that in `dependencies`.")
        case _:
            assert_never(patch.status)


def done(task: Task, principal: Principal, *, proven: bool) -> Task:
    """EvidenceRequired for a program that has none; a person's word is kept, and marked."""
    if not proven and principal.machine:
        raise EvidenceRequired("Name the revision that shows it: `evidence`.")
    return task.model_copy(update={**_FREE, "state": TaskState.DONE, "unproven": not proven})


def find_evidence(task: Task, wish: EvidenceWish, ports: LoopPorts) -> Evidence:
    """The evidence, which is a revision of the task's app that was built green; else EvidenceRequired or NotFound."""
    revision = ports.revisions.get(task.tenant_id, task.app_id, require_id("rev", wish.revision_id))
    if revision.build_status != BuildStatus.SUCCEEDED or (revision.verdict is not None and revision.verdict.failed):
        raise EvidenceRequired("That revision is not built, or not all its checks passed.")
    return Evidence(
        run_id=require_id("run", wish.run_id) if wish.run_id is not None else revision.run_id,
        revision_id=revision.id,
        build_id=revision.build_id,
        at=ports.clock.now(),
    )


def _with(task: Task, evidence: Evidence) -> Task:
    """With more evidence; what was called done without any is proven by it."""
    return task.model_copy(update={"evidence": (*task.evidence, evidence), "unproven": False})
