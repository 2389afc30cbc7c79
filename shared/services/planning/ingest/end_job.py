"""A job of planning that cannot go on ends with the reason."""

from contextlib import suppress

from shared.domain.errors import Conflict, NotFound
from shared.domain.planning.plan_state import PlanState
from shared.domain.planning.words import JobStatus
from shared.services.loop_ports import LoopPorts
from shared.services.planning.ingest.job_row import change_job


def end_job(state: PlanState, code: str, message: str, *, ports: LoopPorts) -> None:
    """Nothing when it has ended already, or another has taken its place."""
    failed = {"status": JobStatus.ERROR, "error_code": code, "error_message": message}
    with suppress(Conflict, NotFound):
        change_job(state, lambda row: failed, ports)
