"""The work of a run that is done is put onto a draft that others moved meanwhile, and goes on to be verified."""

from contextlib import suppress

from shared.domain.errors import MergeConflict, NotFound
from shared.domain.runs.run import Run
from shared.domain.runs.run_status import RunStatus
from shared.domain.runs.steps import NextStep
from shared.services.loop_ports import LoopPorts
from shared.services.runs.advance_run import rebase_run
from shared.services.runs.end.end_run import end_run

_CLASH = "Others changed the same places while the run was at work. The run's work is kept as a diff."


def merges(run: Run, ports: LoopPorts) -> bool:
    """Whether a run works beside others: this one, or the one that made the draft."""
    if run.request.in_parallel:
        return True
    with suppress(NotFound):
        app = ports.apps.get(run.tenant_id, run.app_id)
        draft = ports.revisions.get(run.tenant_id, run.app_id, app.draft_revision_id or "")
        return draft.run_id is not None and ports.runs.get(run.tenant_id, draft.run_id).request.in_parallel
    return False


def put_on_draft(run: Run, ports: LoopPorts) -> NextStep:
    """What comes next: an iteration that verifies the merged tree, or the end, with the work as a diff."""
    try:
        moved = rebase_run(run, ports)
    except MergeConflict as clash:
        said = f"{_CLASH} {clash.message}"
        end_run(run.tenant_id, run.id, status=RunStatus.FAILED, failure_code=clash.code, summary=said, ports=ports)
        return "done"
    except NotFound:
        end_run(run.tenant_id, run.id, status=RunStatus.ABORTED, failure_code="APP_DELETED", ports=ports)
        return "done"
    ports.runs.update(moved.change(merged=True, build_id=None, pending_call_id=None, finishing=False))
    return "continue"
