"""Goes on with the work of a run that stopped before its end, in a new run of the same conversation."""

from shared.domain.diff import Diff
from shared.domain.errors import Conflict, Invalid
from shared.domain.identity import Principal
from shared.domain.run import Run
from shared.ports.engine import Workflows
from shared.services.find_diff import is_open
from shared.services.list_runs import find_run
from shared.services.loop_ports import LoopPorts
from shared.services.rebase_diff import merged_onto, require_clean
from shared.services.start_run import Budget, RunRequest, start_run


def resume_run(
    *,
    principal: Principal,
    run_id: str,
    request_id: str,
    default_model: str,
    ports: LoopPorts,
    workflows: Workflows,
) -> Run:
    """The new run: the same request, caps and judge, beginning with what the old one had done, on the draft as it is.

    The old run's diff is set aside, since the new run holds its work. Conflict `RUN_ACTIVE`, `MERGE_CONFLICT`; Invalid
    `NOT_READY` for a run that was completed, or whose work was decided on already.
    """
    old = find_run(principal=principal, run_id=run_id, ports=ports)
    if not old.ended:
        raise Conflict("The run is still at work.", code="RUN_ACTIVE", active_run_id=old.id)
    if old.status == "completed":
        raise Invalid("The run came to its end. Send a new message to go on.", code="NOT_READY")
    app = ports.apps.get(old.tenant_id, old.app_id)
    diff = ports.diffs.get(old.tenant_id, old.app_id, old.diff_id) if old.diff_id else None
    asked = RunRequest(
        message=old.message,
        conversation_id=old.conversation_id,
        base_revision_id=app.draft_revision_id,
        mentions=old.mentions,
        autonomy=old.autonomy,
        review=old.review,
        run_type=old.run_type,
        started_by=old.started_by,
        task_id=old.task_id,
        meta=old.meta,
        budget=Budget.model_validate(old.bounds.model_dump()),
    )
    new = start_run(
        principal,
        app.id,
        asked,
        request_id=request_id,
        default_model=default_model,
        ports=ports,
        workflows=workflows,
        candidate_tree=_work_of(diff, app.draft_revision_id, ports) if diff else None,
        evaluator=old.evaluator,
        untrusted=old.untrusted,
    )
    if diff is not None:
        _set_aside(diff, new, ports)
    return new


def _work_of(diff: Diff, draft_id: str | None, ports: LoopPorts) -> str:
    """The diff's tree on the draft as it is now."""
    if not is_open(diff) or draft_id is None:
        raise Invalid(f"The work of this run is already {diff.status}.", code="NOT_READY")
    draft = ports.revisions.get(diff.tenant_id, diff.app_id, draft_id)
    if draft.tree == diff.base_tree:
        return diff.tree
    merged = merged_onto(diff, draft.tree, ports)
    require_clean(merged)
    return ports.snapshots.put(diff.tenant_id, diff.app_id, merged.files)


def _set_aside(diff: Diff, new: Run, ports: LoopPorts) -> None:
    said = f"Continued by {new.id}."
    changes = {"status": "discarded", "human_feedback": said, "updated_at": ports.clock.now()}
    try:
        ports.diffs.update(diff.model_copy(update=changes))
    except Conflict:
        return  # somebody decided on it in this very moment, and that stands
