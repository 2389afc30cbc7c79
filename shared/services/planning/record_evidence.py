"""Record what a run's revision shows of its task, or give the task back: of runs of people and of the autopilot."""

from contextlib import suppress

from shared.domain.autopilot.shown_by import shown_by
from shared.domain.builds.build_status import BuildStatus
from shared.domain.builds.check_status import CheckStatus
from shared.domain.builds.verdict import CHECKS
from shared.domain.diffs.changes import changed_paths
from shared.domain.errors import ClaimLost, NotFound
from shared.domain.ids import is_id
from shared.domain.planning.evidence import apply_evidence, replace_evidence
from shared.domain.planning.standing import is_taken
from shared.domain.planning.task import Evidence, Task
from shared.domain.planning.words import TaskState
from shared.domain.revisions.revision import Revision
from shared.domain.runs.run import Run
from shared.services.or_none import or_none
from shared.services.planning.change_plan import change_task
from shared.services.planning.claim import release_claim
from shared.services.planning.follow_revisions import revisions_taken_back
from shared.services.planning.follow_tasks import follow_tasks
from shared.services.planning.task_ports import EvidencePorts


def record_run_evidence(run: Run, ports: EvidencePorts) -> Task | None:
    """The run's task afterwards; None where it names none of its project.

    A run that ended without a revision gives its task back; a diff that it left settles the task once it is committed.
    Idempotent. What a person has decided about the task meanwhile stands.
    """
    task = task_of(run, ports)
    if task is None or not run.ended:
        return task
    if run.outcome.revision_id is None:
        return _release(task, run, ports)
    return _record(task, run, ports.revisions.get(run.tenant_id, run.app_id, run.outcome.revision_id), ports)


def record_revision_evidence(revision: Revision, ports: EvidencePorts) -> None:
    """As `record_run_evidence`, once a revision of a run is committed from its diff, or its build has ended."""
    run = or_none(ports.runs.get, revision.tenant_id, revision.run_id) if revision.run_id else None
    if run is None or not run.ended or revision.origin not in ("chat", "diff"):
        return
    if (task := task_of(run, ports)) is not None:
        _record(task, run, revision, ports)


def task_of(run: Run, ports: EvidencePorts) -> Task | None:
    """The task of its own project that the run is for."""
    task_id = run.request.task_id or ""
    task = or_none(ports.plans.task, run.tenant_id, task_id) if is_id("task", task_id) else None
    return task if task is not None and task.app_id == run.app_id else None


def _record(task: Task, run: Run, revision: Revision, ports: EvidencePorts) -> Task:
    """The task, unless the build of the revision has not ended: the run keeps its claim until then."""
    if not revision.build_status.finished:
        return task
    if revision.build_status != BuildStatus.SUCCEEDED or _is_taken_back(revision, ports):
        return _release(task, run, ports)
    evidence = evidence_of(task, revision, ports)

    def change(known: Task) -> Task:
        if any(each.revision_id == revision.id for each in known.evidence):
            return known  # it was recorded once, and what a person said of it since stands
        freed = _without_replaced(known, run, revision, ports)
        return apply_evidence(freed, evidence) if _may_record(freed, run, revision, ports) else freed

    try:
        after = change_task(task.tenant_id, task.id, ports, change)
    except NotFound:  # it was taken away meanwhile
        return task
    follow_tasks(after.tenant_id, after.source_plan_node_id, ports)
    return after


def _is_taken_back(revision: Revision, ports: EvidencePorts) -> bool:
    """Whether it was undone before this was recorded. The draft itself was not, whatever its history."""
    app = ports.apps.get(revision.tenant_id, revision.app_id, include_deleted=True)
    if app.draft_revision_id == revision.id:
        return False
    return revision.id in revisions_taken_back(revision.tenant_id, revision.app_id, ports)


def _without_replaced(task: Task, run: Run, revision: Revision, ports: EvidencePorts) -> Task:
    """The task without what an earlier answer to the same message showed: the revision holds this one instead."""
    if run.request.regenerates is None:
        return task
    for run_id in {each.run_id for each in task.standing_evidence if each.run_id is not None}:
        earlier = or_none(ports.runs.get, task.tenant_id, run_id)
        if earlier is not None and earlier.turn_id == run.request.regenerates:
            task = replace_evidence(task, run_id, revision.id, ports.clock.now())
    return task


def _may_record(task: Task, run: Run, revision: Revision, ports: EvidencePorts) -> bool:
    """A run settles the task that it holds; a diff that a person committed settles one that no one else holds."""
    if task.claim is not None and task.claim.holder == run.id:
        return True
    if run.request.regenerates is not None and task.evidence and not task.standing_evidence:
        return task.state == TaskState.OPEN
    match task.state:
        case TaskState.CANCELLED:
            return False
        case TaskState.DONE:
            return task.unproven
        case TaskState.OPEN | TaskState.CLAIMED | TaskState.IN_REVIEW:
            by_person = run.outcome.revision_id != revision.id
            return by_person and not is_taken(task, ports.clock.now())


def evidence_of(task: Task, revision: Revision, ports: EvidencePorts) -> Evidence:
    """What a revision whose build succeeded shows of the task: by the files that it changed and what it passed."""
    verdict = revision.verdict
    passed = [name for name in CHECKS if verdict and verdict.part(name).status == CheckStatus.PASSED]
    files = ports.snapshots.get(revision.tenant_id, revision.app_id, revision.tree)
    written = changed_paths(_before(revision, ports), files)
    return Evidence(
        run_id=revision.run_id,
        revision_id=revision.id,
        build_id=revision.build_id,
        checks=("build", *passed),
        failed=tuple(verdict.failed) if verdict else (),
        shown_by=shown_by(task, files, run_id=revision.run_id or "-", written=written, passed=passed),
        at=ports.clock.now(),
    )


def _before(revision: Revision, ports: EvidencePorts) -> dict[str, bytes]:
    if revision.parent_revision_id is None:
        return {}
    parent = ports.revisions.get(revision.tenant_id, revision.app_id, revision.parent_revision_id)
    return ports.snapshots.get(parent.tenant_id, parent.app_id, parent.tree)


def _release(task: Task, run: Run, ports: EvidencePorts) -> Task:
    if task.claim is None or task.claim.holder != run.id:
        return task
    with suppress(ClaimLost, NotFound):
        return release_claim(task.tenant_id, task.id, task.claim.fence, ports)
    return task
