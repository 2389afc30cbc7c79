"""Goes on with the work of a run that stopped before its end, in a new run of the same conversation."""

from shared.domain.errors import NotReady, RunActive
from shared.domain.identity import Principal
from shared.domain.runs.run import Run
from shared.domain.runs.run_status import RunStatus
from shared.services.diffs.find_diff import is_open
from shared.services.loop_ports import LoopPorts
from shared.services.runs.list_runs import find_run
from shared.services.runs.start.find_work import Leftover
from shared.services.runs.start.run_request import Budget, RunRequest
from shared.services.runs.start.run_start import RunBasis, RunStart
from shared.services.runs.start.start_run import start_run
from shared.services.spending.run_bounds import bounds_of


def resume_run(*, principal: Principal, run_id: str, start: RunStart) -> Run:
    """The new run: the same request, caps and judge, beginning with what the old one had done, on the draft as it is.

    The old run's diff is closed as continued, since the new run holds its work, and is told what was verified.
    Conflict `RUN_ACTIVE`, `MERGE_CONFLICT`; Invalid `NOT_READY` for a run that was completed, or whose work was decided
    on already.
    """
    ports = start.ports
    old = find_run(principal=principal, run_id=run_id, ports=ports)
    if not old.ended:
        raise RunActive("The run is still at work.", active_run_id=old.id)
    if old.status == RunStatus.COMPLETED:
        raise NotReady("The run came to its end. Send a new message to go on.")
    app = ports.apps.get(old.tenant_id, old.app_id)
    asked = RunRequest(
        message=old.request.message,
        conversation_id=old.conversation_id,
        base_revision_id=app.draft_revision_id,
        mentions=old.request.mentions,
        autonomy=old.request.autonomy,
        review=old.request.review,
        mode=old.request.mode,
        only=old.request.only,
        session_id=old.request.session_id,
        run_type=old.request.run_type,
        started_by=old.request.started_by,
        task_id=old.request.task_id,
        meta=old.request.meta,
        budget=Budget.model_validate(bounds_of(app, old.bounds.model_dump(), ports.limits).model_dump()),
    )
    return start_run(
        principal,
        app.id,
        asked,
        start,
        RunBasis(
            work=_work_of(old, ports),
            evaluator=old.request.evaluator,
            untrusted=old.memory.untrusted,
            attachments=old.request.attachments,
            charge=old.request.charge,
        ),
    )


def _work_of(old: Run, ports: LoopPorts) -> Leftover | None:
    if old.outcome.diff_id is None:
        return None
    diff = ports.diffs.get(old.tenant_id, old.app_id, old.outcome.diff_id)
    if not is_open(diff):
        raise NotReady(f"The work of this run is already {diff.status}.")
    return Leftover(old, diff, passed_over=False)
