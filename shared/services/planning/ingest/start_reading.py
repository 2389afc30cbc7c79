"""A blueprint's document is read into a plan: started once, gone on with after a loss, started anew when asked for."""

from pydantic import Field

from shared.domain.base import Input
from shared.domain.errors import PlanFailed
from shared.domain.identity import Principal
from shared.domain.planning.blueprint import IngestionJob
from shared.domain.planning.words import JobStatus
from shared.services.loop_ports import LoopPorts
from shared.services.planning.blueprints import find_blueprint
from shared.services.planning.ingest.jobs import COST_DOLLARS, JobEngine, JobStart, continue_job, new_job, started


class PlanRequest(Input):
    """`regenerate`: read anew what could not be read, and draft the plan again. `max_dollars`: what it may cost."""

    regenerate: bool = False
    max_dollars: float = Field(default=COST_DOLLARS, gt=0, le=1_000, allow_inf_nan=False)


def start_reading(
    *, principal: Principal, blueprint_id: str, request: PlanRequest, ports: LoopPorts, engine: JobEngine
) -> IngestionJob:
    """The job, open or done. Asked again it starts no second one. PlanFailed when the last one failed."""
    blueprint, app = find_blueprint(principal=principal, blueprint_id=blueprint_id, ports=ports)
    job = ports.blueprints.job(blueprint.tenant_id, blueprint.app_id, blueprint.id)
    if job is not None and job.open:
        return continue_job(job, ports=ports, workflows=engine.workflows)
    if job is not None and not request.regenerate:
        if job.status == JobStatus.ERROR:
            raise PlanFailed(f"{job.error_message or 'The reading failed.'} Ask with `regenerate` to try again.")
        return job
    start = JobStart(app, blueprint, "plan", request.max_dollars, engine)
    return started(ports.blueprints.put_job(new_job(start, job, ports)), engine.workflows)
