"""A task is changed, decided or taken away by a person, or by a program in one's name."""

from datetime import datetime, timedelta
from functools import partial
from typing import assert_never

from shared.domain.apps.app import App
from shared.domain.builds.build_status import BuildStatus
from shared.domain.errors import EvidenceRequired, EvidenceTakenBack, Invalid, TaskClaimed
from shared.domain.identity import Principal
from shared.domain.ids import require_id
from shared.domain.planning.dependencies import connect
from shared.domain.planning.evidence import apply_evidence, confirm, reopen, with_evidence
from shared.domain.planning.plan import Plan
from shared.domain.planning.plan_change import WRITES_MOST, PlanChange, PlanGraph
from shared.domain.planning.standing import is_taken
from shared.domain.planning.task import Evidence, Task
from shared.domain.planning.words import TaskState, TaskStatus
from shared.services.get_app import belongs_to
from shared.services.loop_ports import LoopPorts
from shared.services.planning.add_tasks import require_open_node
from shared.services.planning.change_plan import change_plan, change_task, counted, find_task, stamped
from shared.services.planning.claim import claimed, refuse_other
from shared.services.planning.follow_revisions import revisions_taken_back
from shared.services.planning.follow_tasks import follow_tasks
from shared.services.planning.record_evidence import evidence_of
from shared.services.planning.task_bodies import EvidenceWish, TaskPatch

_A_DAY = timedelta(days=1)
_FREE = {"claim": None, "unproven": False, "confirmed": None, "reopened": None}


def patch_task(*, principal: Principal, task_id: str, patch: TaskPatch, ports: LoopPorts) -> Task:
    """The task with the fields that were given. PlanCycle for a dependency that would close one."""
    before, app = find_task(principal, task_id, ports)
    changed = partial(_changed, principal=principal, patch=patch, app=app, ports=ports)
    if patch.metadata_json.renames:
        task = _rewire(app, before.id, patch, changed, ports)
    else:
        task = change_task(before.tenant_id, before.id, ports, lambda stored: changed(stored))
    for node_id in {before.source_plan_node_id, task.source_plan_node_id}:
        follow_tasks(task.tenant_id, node_id, ports)
    return task


def _changed(task: Task, *, principal: Principal, patch: TaskPatch, app: App, ports: LoopPorts) -> Task:
    given = patch.stored()
    if "source_plan_node_id" in given:
        node = require_open_node(app, patch.metadata_json.source_plan_node_id, ports)
        given["blueprint_id"] = node.blueprint_id if node else None
    return decide(task.model_copy(update=given), principal, patch, ports)


def _rewire(app: App, task_id: str, patch: TaskPatch, changed: "partial[Task]", ports: LoopPorts) -> Task:
    """The task, waiting for what the patch names and for nothing else."""

    def change(plan: Plan, graph: PlanGraph) -> PlanChange:
        task = plan.tasks.get(task_id) or ports.plans.task(app.tenant_id, task_id)
        names = patch.metadata_json.names
        kept = tuple(edge for edge in task.depends_on if edge.task_id in names)
        named = changed(task).model_copy(update={"depends_on": kept, "unresolved": names})
        return PlanChange(tasks=stamped(connect([named], plan, source="person"), ports), graph=counted(graph))

    return change_plan(app, ports, change).tasks[0]


def delete_task(*, principal: Principal, task_id: str, ports: LoopPorts) -> None:
    """Take it away, and from what waits for it. TaskClaimed while somebody works at it."""
    known, app = find_task(principal, task_id, ports)

    def change(plan: Plan, graph: PlanGraph) -> PlanChange:
        task = plan.tasks.get(known.id) or ports.plans.task(app.tenant_id, known.id)
        if is_taken(task, plan.now):
            raise TaskClaimed("The task is being worked at. Release or cancel it first.")
        freed = [_without(other, task.id) for other in plan.tasks.values() if task.id in plan.edges[other.id]]
        if len(freed) > WRITES_MOST - 3:
            raise Invalid(f"{len(freed)} tasks wait for this one. Cancel it instead.")
        return PlanChange(tasks=stamped(freed, ports), removed_tasks=[task], graph=counted(graph, -1))

    freed = change_plan(app, ports, change).tasks
    for node_id in {known.source_plan_node_id, *(task.source_plan_node_id for task in freed)}:
        follow_tasks(known.tenant_id, node_id, ports)


def _without(task: Task, gone: str) -> Task:
    return task.model_copy(update={"depends_on": tuple(edge for edge in task.depends_on if edge.task_id != gone)})


def decide(task: Task, principal: Principal, patch: TaskPatch, ports: LoopPorts) -> Task:
    """The task at the status that the patch names, with its evidence; what says nothing of either leaves it."""
    evidence = find_evidence(task, patch.evidence, ports) if patch.evidence is not None else None
    before, task = task, with_evidence(task, evidence) if evidence is not None else task
    if "status" not in patch.model_fields_set:
        return task
    now = ports.clock.now()
    if principal.machine:
        refuse_other(task, principal.subject, now)
    match patch.status:
        case TaskStatus.OPEN:
            return reopen(task, principal.subject, now)
        case TaskStatus.IN_PROGRESS:
            return claimed(task, principal.subject, _A_DAY, now)
        case TaskStatus.DONE:
            return done(before, principal, evidence, now)
        case TaskStatus.CANCELLED:
            return task.model_copy(update={**_FREE, "state": TaskState.CANCELLED})
        case TaskStatus.BLOCKED:
            raise Invalid("A task is blocked by what it waits for: name that in `dependencies`.")
        case _:
            assert_never(patch.status)


def done(task: Task, principal: Principal, evidence: Evidence | None, now: datetime) -> Task:
    """The task done by a person's word, which confirms what no check shows; `unproven` without a built revision.

    A program's word counts for nothing: its evidence settles the task as that of a run does, and without any it is
    EvidenceRequired.
    """
    if not principal.machine:
        return confirm(task if evidence is None else with_evidence(task, evidence), principal.subject, now)
    if evidence is None:
        raise EvidenceRequired("Name the revision that shows it: `evidence`.")
    return apply_evidence(task, evidence)


def find_evidence(task: Task, wish: EvidenceWish, ports: LoopPorts) -> Evidence:
    """The evidence, which is a revision of the task's app that was built green; else EvidenceRequired.

    EvidenceTakenBack for one whose change the draft has no more, NotFound for a revision or a run of another project.
    """
    revision = ports.revisions.get(task.tenant_id, task.app_id, require_id("rev", wish.revision_id))
    if wish.run_id is not None:
        belongs_to(ports.runs.get(task.tenant_id, require_id("run", wish.run_id)), task.app_id)
    if revision.build_status != BuildStatus.SUCCEEDED or (revision.verdict is not None and revision.verdict.failed):
        raise EvidenceRequired("That revision is not built, or not all its checks passed.")
    by = revisions_taken_back(task.tenant_id, task.app_id, ports).get(revision.id)
    if by is not None:
        said = f"That revision was taken back: {by.title}. Name one whose change is in the app."
        raise EvidenceTakenBack(said, taken_back_by=by.revision_id)
    evidence = evidence_of(task, revision, ports)
    return evidence if wish.run_id is None else evidence.model_copy(update={"run_id": wish.run_id})
