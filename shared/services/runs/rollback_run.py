"""Takes back what one run changed, as a new revision; whatever came later stays."""

from shared.domain.identity import Principal
from shared.domain.revisions.revision import Revision
from shared.domain.runs.run import Run
from shared.services.get_draft import get_draft
from shared.services.loop_ports import LoopPorts
from shared.services.ports_bundle import Ports
from shared.services.revisions.mark_rolled_back import mark_rolled_back, unmarked_rollback
from shared.services.revisions.undo_apply import reverted, take_back
from shared.services.runs.list_runs import find_run
from shared.services.runs.plan_rollback import nothing_left, require_committed


def rollback_run(*, principal: Principal, run_id: str, loop: LoopPorts, ports: Ports) -> Revision:
    """A new revision, queued. Conflict `RUN_ACTIVE` while it is at work, `MERGE_CONFLICT` when later work overlaps.

    Invalid `NOT_READY` when the run committed nothing, or nothing of it is left in the draft. The run says afterwards
    which revision took it back; an attempt that was killed before that is completed by the next.
    """
    run = find_run(principal=principal, run_id=run_id, ports=loop)
    committed = require_committed(run, ports)
    app, draft = get_draft(principal=principal, app_id=run.app_id, apps=ports.apps, revisions=ports.revisions)
    applied = ports.revisions.get(run.tenant_id, run.app_id, committed)
    now = ports.snapshots.get(app.tenant_id, app.id, draft.tree)
    merged = reverted(applied, now, ports)
    if not merged.conflicts and merged.files == now:
        return _taken_back(run, committed, ports)
    return take_back(principal=principal, app=app, draft=draft, applied=applied, merged=merged, ports=ports)


def _taken_back(run: Run, committed: str, ports: Ports) -> Revision:
    made = unmarked_rollback(run, committed, ports)
    if made is None:
        raise nothing_left(run)
    mark_rolled_back(run.id, made, ports)
    return made
