"""Takes back what one run changed, as a new revision; or says what that would change, before anything is stored."""

from shared.domain.errors import Invalid, NotReady, RunActive
from shared.domain.identity import Principal
from shared.domain.revisions.revision import Revision
from shared.domain.runs.run import Run
from shared.services.get_app import get_draft
from shared.services.planning.follow_revisions import follow_revisions
from shared.services.ports_bundle import Ports
from shared.services.revision_history import history_of
from shared.services.revisions.undo_apply import (
    Undo,
    mark_rolled_back,
    reverted,
    take_back,
    undo_of,
    unmarked_rollback,
)
from shared.services.runs.list_runs import find_run


def plan_rollback(*, principal: Principal, run_id: str, ports: Ports) -> Undo:
    """The files that would change, and what came later and would stay; with `conflicts` it is refused.

    Conflict `RUN_ACTIVE` while the run is at work; Invalid `NOT_READY` when it committed nothing, or nothing of it is
    left in the draft.
    """
    run = find_run(principal=principal, run_id=run_id, ports=ports)
    applied = ports.revisions.get(run.tenant_id, run.app_id, require_committed(run, ports))
    _, draft = get_draft(principal=principal, app_id=run.app_id, ports=ports)
    now = ports.snapshots.get(run.tenant_id, run.app_id, draft.tree)
    merged = reverted(applied, now, ports)
    if not merged.conflicts and merged.files == now:
        raise nothing_left(run)
    later = []
    for revision in history_of(draft, ports):
        if revision.id == applied.id:
            break
        later.append(revision)
    return undo_of(applied, later, merged, now)


def require_committed(run: Run, ports: Ports) -> str:
    """The revision that holds the work of a run that is over."""
    if not run.ended:
        raise RunActive("The run is not over. Cancel it first.", active_run_id=run.id)
    committed = committed_by(run, ports)
    if committed is None:
        raise NotReady("This run committed nothing, so there is nothing to take back.")
    return committed


def nothing_left(run: Run) -> Invalid:
    """Why there is nothing to take back of a run that did commit something."""
    by = f" {run.outcome.rolled_back_by_revision} took it back." if run.outcome.rolled_back_by_revision else ""
    return NotReady(f"Nothing of this run is left in the draft.{by}")


def committed_by(run: Run, ports: Ports) -> str | None:
    """The revision that holds the run's work, committed by itself or by a person from its diff."""
    if run.outcome.revision_id is not None or run.outcome.diff_id is None:
        return run.outcome.revision_id
    return ports.diffs.get(run.tenant_id, run.app_id, run.outcome.diff_id).revision_id


def rollback_run(*, principal: Principal, run_id: str, ports: Ports) -> Revision:
    """A new revision, queued. Conflict `RUN_ACTIVE` while it is at work, `MERGE_CONFLICT` when later work overlaps.

    Invalid `NOT_READY` when the run committed nothing, or nothing of it is left in the draft. The run says afterwards
    which revision took it back; an attempt that was killed before that is completed by the next.
    """
    run = find_run(principal=principal, run_id=run_id, ports=ports)
    committed = require_committed(run, ports)
    app, draft = get_draft(principal=principal, app_id=run.app_id, ports=ports)
    applied = ports.revisions.get(run.tenant_id, run.app_id, committed)
    now = ports.snapshots.get(app.tenant_id, app.id, draft.tree)
    merged = reverted(applied, now, ports)
    if not merged.conflicts and merged.files == now:
        return _taken_back(run, committed, ports)
    return take_back(principal=principal, app=app, draft=draft, applied=applied, merged=merged, ports=ports)


def _taken_back(run: Run, committed: str, ports: Ports) -> Revision:
    follow_revisions(run.tenant_id, run.app_id, ports)  # the attempt before may have come to less
    made = unmarked_rollback(run, committed, ports)
    if made is None:
        raise nothing_left(run)
    mark_rolled_back(run.id, made, ports)
    return made
