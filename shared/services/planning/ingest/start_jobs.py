"""Jobs that a person asks for: a document read into a plan, tasks out of the plan, each started once at a time."""

from collections.abc import Sequence

from pydantic import Field

from shared.domain.apps.app import App
from shared.domain.base import Input
from shared.domain.errors import Conflict, NotFound, NotReady, PlanFailed
from shared.domain.identity import Principal
from shared.domain.ids import require_id
from shared.domain.planning.blueprint import Blueprint, IngestionJob, job_key
from shared.domain.planning.coverage import parts_without_tasks
from shared.domain.planning.words import JobStatus
from shared.services.loop_ports import LoopPorts
from shared.services.planning.blueprints import find_blueprint
from shared.services.planning.change_plan import read_plan
from shared.services.planning.ingest.jobs import COST_DOLLARS, JobEngine, JobStart, continue_job, new_job, started
from shared.services.planning.ingest.plan_files import PlanFiles


class PlanRequest(Input):
    """`regenerate`: read anew what could not be read, and draft the plan again. `max_dollars`: what it may cost."""

    regenerate: bool = False
    max_dollars: float = Field(default=COST_DOLLARS, gt=0, le=1_000, allow_inf_nan=False)


class TasksRequest(Input):
    """`max_dollars`: what it may cost."""

    max_dollars: float = Field(default=COST_DOLLARS, gt=0, le=1_000, allow_inf_nan=False)


def generate_tasks(
    *, principal: Principal, node_id: str, request: TasksRequest, ports: LoopPorts, engine: JobEngine
) -> IngestionJob:
    """The job that writes the tasks of one node. Conflict while another job writes tasks of the same blueprint."""
    node = ports.plans.node(principal.tenant_id, require_id("node", node_id))
    blueprint, app = find_blueprint(principal=principal, blueprint_id=node.blueprint_id, ports=ports)
    return _start(app, blueprint, [node.id], request, ports, engine)


def generate_all_tasks(
    *, principal: Principal, blueprint_id: str, request: TasksRequest, ports: LoopPorts, engine: JobEngine
) -> IngestionJob:
    """The job that writes tasks for every innermost node that no task speaks for. NotReady when there is none.

    Asked again while it is open it is the same job.
    """
    blueprint, app = find_blueprint(principal=principal, blueprint_id=blueprint_id, ports=ports)
    job = ports.blueprints.job(app.tenant_id, app.id, job_key(blueprint.id, "tasks"))
    if job is not None and job.open:
        return continue_job(job, ports=ports, workflows=engine.workflows)
    node_ids = [node.id for node in parts_without_tasks(read_plan(app, ports, blueprint.id))]
    if not node_ids:
        raise NotReady("Tasks speak for every innermost node of the plan, or there is no plan yet.")
    return _start(app, blueprint, node_ids, request, ports, engine)


def _start(
    app: App, blueprint: Blueprint, node_ids: Sequence[str], request: TasksRequest, ports: LoopPorts, engine: JobEngine
) -> IngestionJob:
    before = ports.blueprints.job(app.tenant_id, app.id, job_key(blueprint.id, "tasks"))
    if before is not None and before.open:
        raise Conflict("Tasks of this blueprint are being written; wait until that has ended.")
    job = new_job(JobStart(app, blueprint, "tasks", request.max_dollars, engine), before, ports)
    PlanFiles(job, ports.blobs).put_node_ids(node_ids)
    return started(ports.blueprints.put_job(job), engine.workflows)


def read_tasks_job(*, principal: Principal, blueprint_id: str, ports: LoopPorts) -> IngestionJob:
    """The newest job that writes tasks of the blueprint."""
    blueprint, app = find_blueprint(principal=principal, blueprint_id=blueprint_id, ports=ports)
    job = ports.blueprints.job(app.tenant_id, app.id, job_key(blueprint.id, "tasks"))
    if job is None:
        raise NotFound("No tasks were asked for yet.")
    return job


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
