"""What an execution's end means for its run, whoever says so: the loop itself, or the rule on dead executions."""

from typing import Literal

from shared.domain.errors import NotFound
from shared.domain.runs.run import Run
from shared.domain.trail import note_run
from shared.services.loop_ports import LoopPorts
from shared.services.runs.end.end_run import end_run

Ending = Literal["expected", "crashed", "aborted", "timed_out", "unanswered"]
_SAID = {
    "crashed": "Something on our side broke while the run was at work. What it did is kept.",
    "aborted": "The run was interrupted. What it did is kept.",
    "unanswered": "Nobody answered what the run asked in time. What it did is kept.",
    "timed_out": "The run took longer than it may. What it did is kept.",
}


def record_ending(
    tenant_id: str, run_id: str, ending: Ending, *, ports: LoopPorts, execution_name: str | None = None
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
            tenant_id, run_id, status="aborted", failure_code="CANCELLED", summary=_cancelled(run), ports=ports
        )
    if ending == "crashed" and run.status == "awaiting_approval":
        ending = "unanswered"
    match ending:
        case "unanswered":
            return end_run(
                tenant_id,
                run_id,
                status="interrupted",
                failure_code="APPROVAL_TIMEOUT",
                summary=_SAID[ending],
                ports=ports,
            )
        case "expected":
            return end_run(tenant_id, run_id, status="failed", ports=ports)
        case "crashed":
            return end_run(
                tenant_id, run_id, status="failed", failure_code="INTERNAL", summary=_SAID[ending], ports=ports
            )
        case "timed_out":
            return end_run(
                tenant_id, run_id, status="failed", failure_code="TIMED_OUT", summary=_SAID[ending], ports=ports
            )
        case "aborted":
            return end_run(
                tenant_id, run_id, status="interrupted", failure_code="INTERRUPTED", summary=_SAID[ending], ports=ports
            )


def _cancelled(run: Run) -> str | None:
    """Words in place of those about another end that the cancel came before; None where there are none."""
    return "The run was cancelled." if run.failure_code not in (None, "CANCELLED") else None
