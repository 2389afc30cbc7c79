"""The row of a reading's job: several leaves write it at once, so each change is made again on what others wrote."""

import random
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from shared.domain.errors import BudgetExceeded, Conflict, NotFound, Transient
from shared.domain.planning.blueprint import IngestionJob, job_key
from shared.domain.planning.plan_state import PlanState
from shared.domain.planning.words import JobStatus
from shared.services.loop_ports import LoopPorts

_ATTEMPTS = 12
Change = Callable[[IngestionJob], dict[str, Any] | None]


def get_job(state: PlanState, ports: LoopPorts) -> IngestionJob:
    """The job that `state` is about. Conflict when a newer reading has taken its place, or it has ended."""
    job = ports.blueprints.job(state.tenant_id, state.app_id, job_key(state.blueprint_id, state.job))
    if job is None:
        raise NotFound("There is no such reading.")
    if job.round != state.round or not job.open:
        raise Conflict("This reading has ended.")
    return job


def change_job(state: PlanState, change: Change, ports: LoopPorts) -> IngestionJob:
    """The job with the fields that `change` gives; as it is when that gives none."""
    for attempt in range(_ATTEMPTS):
        if attempt:
            ports.clock.sleep(random.uniform(0.0, 0.01 * 2 ** min(attempt, 6)))  # noqa: S311 - a pause, not a secret
        job = get_job(state, ports)
        fields = change(job)
        if fields is None:
            return job
        try:
            return ports.blueprints.put_job(job.model_copy(update={**fields, "updated_at": ports.clock.now()}))
        except Conflict:
            continue
    raise Transient("Others are writing this job.")


def say_why(state: PlanState, error: BudgetExceeded, ports: LoopPorts) -> None:
    """The rest stays undone: the job says which cap was reached."""
    why = {"error_code": error.extra.get("cap") or error.code, "error_message": error.message}
    change_job(state, lambda row: why, ports)


def end_job(state: PlanState, code: str, message: str, *, ports: LoopPorts) -> None:
    """Nothing when it has ended already, or another has taken its place."""
    failed = {"status": JobStatus.ERROR, "error_code": code, "error_message": message}
    with suppress(Conflict, NotFound):
        change_job(state, lambda row: failed, ports)
