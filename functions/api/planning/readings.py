"""A blueprint's document is read into a plan, compared to the version before, and carried out by tasks."""

from fastapi import APIRouter, Response

from functions.api.access.callers import Deps, Reader, Talker, Writer
from functions.api.http.idempotency import IdempotentRoute
from functions.api.http.operation import operation
from functions.api.http.view import Answer, page
from functions.api.planning.views import IngestionJob, job_view
from shared.domain.errors import BlueprintArchived, BudgetExceeded, Conflict, FeatureDisabled, NotReady, PlanFailed
from shared.domain.planning.comparison import NodeChange
from shared.services.planning.compare_blueprint import compare_to_parent
from shared.services.planning.ingest.start_jobs import (
    PlanRequest,
    TasksRequest,
    generate_all_tasks,
    generate_tasks,
    read_tasks_job,
    start_reading,
)

nodes = APIRouter(prefix="/plan_nodes/{node_id}", tags=["planning"], route_class=IdempotentRoute)
router = APIRouter(prefix="/blueprints/{blueprint_id}", tags=["planning"], route_class=IdempotentRoute)
Comparison = page("PlanComparison", NodeChange)


@router.post("/generate_plan", status_code=202)
@operation(
    "generatePlan", IngestionJob, PlanFailed, BlueprintArchived, BudgetExceeded, FeatureDisabled,
    also={200: IngestionJob},
)  # fmt: skip
def generate(blueprint_id: str, request: PlanRequest, who: Talker, deps: Deps, response: Response) -> Answer:
    """Read the document into a plan: 202 while that goes on, 200 when there is one, 400 when the last reading failed.

    The headings are a plan at once; requirements follow. Asked again it starts nothing twice, and goes on where a
    lost one stopped.
    """
    job = start_reading(principal=who, blueprint_id=blueprint_id, request=request, ports=deps.ports, engine=deps.jobs)
    response.status_code = 202 if job.open else 200
    return job_view(job)


@router.post("/compare_to_parent")
@operation("compareToParent", Comparison, once=False)
def compare(blueprint_id: str, who: Writer, deps: Deps) -> Answer:
    """Each node that this version has changed, moved, added or left out: both texts, and the tasks that are stale."""
    found = compare_to_parent(principal=who, blueprint_id=blueprint_id, ports=deps.ports)
    return Comparison.of(items=found, next_cursor=None)


@router.post("/generate_all_tasks", status_code=202)
@operation("generateAllTasks", IngestionJob, Conflict, NotReady, BlueprintArchived, BudgetExceeded, FeatureDisabled)
def generate_all(blueprint_id: str, request: TasksRequest, who: Talker, deps: Deps) -> Answer:
    """Write tasks for every innermost node that has none, one model call a node. 422 NOT_READY when all have some."""
    job = generate_all_tasks(
        principal=who, blueprint_id=blueprint_id, request=request, ports=deps.ports, engine=deps.jobs
    )
    return job_view(job)


@nodes.post("/generate_tasks", status_code=202)
@operation("generateTasks", IngestionJob, Conflict, BlueprintArchived, BudgetExceeded, FeatureDisabled)
def generate_some(node_id: str, request: TasksRequest, who: Talker, deps: Deps) -> Answer:
    """Write the tasks of one node from what the document says there; those that it has already stay as they are."""
    job = generate_tasks(principal=who, node_id=node_id, request=request, ports=deps.ports, engine=deps.jobs)
    return job_view(job)


@router.get("/tasks_job")
@operation("readTasksJob", IngestionJob)
def tasks_job(blueprint_id: str, who: Reader, deps: Deps) -> Answer:
    """How far the writing of tasks is. 404 before the first."""
    return job_view(read_tasks_job(principal=who, blueprint_id=blueprint_id, ports=deps.ports))
