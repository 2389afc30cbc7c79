"""What an execution's end means for its run, from either source: the loop itself, or the rule on dead executions."""

from shared.domain.errors import NotFound
from shared.domain.log_context import note_run
from shared.domain.runs.execution_end import ExecutionEnd
from shared.domain.runs.run import Run
from shared.domain.runs.run_status import RunStatus
from shared.services.loop_ports import LoopPorts
from shared.services.runs.end.end_run import end_run


def record_ending(
    tenant_id: str, run_id: str, ending: ExecutionEnd, *, ports: LoopPorts, execution_name: str | None = None
) -> Run | None:
    """End the run accordingly; None when there is no such run, or a later execution has taken it over. Idempotent."""
    try:
        run = ports.runs.get(tenant_id, run_id)
    except NotFound:
        return None
    note_run(run)
    if execution_name is not None and execution_name != f"{run.id}-{run.restarts}":
        return None
    if run.failure_code == "CANCELLED" or ports.runs.cancel_requested(tenant_id, run_id):
        return end_run(
            tenant_id, run_id, status=RunStatus.ABORTED, failure_code="CANCELLED", summary=_cancelled(run), ports=ports
        )
    if ending == ExecutionEnd.CRASHED and run.status == RunStatus.AWAITING_APPROVAL:
        ending = ExecutionEnd.UNANSWERED
    made = ending.of_run
    return end_run(tenant_id, run_id, status=made.status, failure_code=made.code, summary=made.summary, ports=ports)


def _cancelled(run: Run) -> str | None:
    """Words in place of those about another end that the cancel came before; None where there are none."""
    return "The run was cancelled." if run.failure_code not in (None, "CANCELLED") else None
