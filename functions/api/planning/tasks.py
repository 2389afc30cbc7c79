"""Tasks: added, read, changed, claimed."""

from typing import Annotated

from fastapi import APIRouter, Response
from pydantic import Field

from functions.api.access.callers import Deps, Reader, Stopper, Writer
from functions.api.http.idempotency import IdempotentRoute
from functions.api.http.operation import operation
from functions.api.http.view import Answer, Cursor, Limit
from functions.api.planning import task_views
from functions.api.planning.task_views import full_task_view, impact_view, next_view, task_view
from shared.domain.base import Input
from shared.domain.errors import (
    BlueprintArchived,
    ClaimLost,
    EvidenceRequired,
    EvidenceTakenBack,
    PlanCycle,
    PlanTooLarge,
    TaskClaimed,
    TaskNotReady,
)
from shared.domain.planning.words import TaskStatus
from shared.services.planning.add_tasks import create_task
from shared.services.planning.change_tasks import delete_task, patch_task
from shared.services.planning.claim import claim_task, release_task
from shared.services.planning.list_tasks import (
    TaskFilter,
    TaskOrder,
    list_next,
    list_tasks,
    read_impact,
    read_task,
    shown_task,
)
from shared.services.planning.task_bodies import TaskPatch, TaskRequest

router = APIRouter(tags=["planning"], route_class=IdempotentRoute)


class ClaimRequest(Input):
    """How long the claim lasts unless it is renewed."""

    seconds: Annotated[int, Field(ge=1, le=86_400)] = 900


class ReleaseRequest(Input):
    """The `fence` of the claim."""

    fence: Annotated[int, Field(ge=0)]


@router.post("/projects/{project_id}/tasks", status_code=201)
@operation("createTask", task_views.Task, PlanCycle, PlanTooLarge, BlueprintArchived)
def create(project_id: str, request: TaskRequest, who: Writer, deps: Deps) -> Answer:
    """Add a task. What it waits for is named by id or title; a name that fits no task, or several, is kept as it is."""
    task = create_task(principal=who, app_id=project_id, request=request, ports=deps.ports)
    return task_view(shown_task(task, deps.ports))


@router.get("/projects/{project_id}/tasks")
@operation("listTasks", task_views.TaskPage)
def list_all(
    project_id: str,
    who: Reader,
    deps: Deps,
    limit: Limit = 50,
    cursor: Cursor = None,
    status: TaskStatus | None = None,
    node: str | None = None,
    phase: str | None = None,
    order: TaskOrder = "newest",
) -> Answer:
    """The project's tasks: of a status, of one plan node (`node`), of a node and all below (`phase`).

    Newest first, or in the order of work: phase by phase, and in each what is waited for before what waits.
    """
    wanted = TaskFilter(status, node, phase, order)
    found = list_tasks(principal=who, app_id=project_id, wanted=wanted, ports=deps.ports, limit=limit, cursor=cursor)
    return task_views.TaskPage.of(found, items=[task_view(one) for one in found.items])


@router.get("/projects/{project_id}/next_tasks")
@operation("listNextTasks", task_views.NextTaskList)
def list_ready(project_id: str, who: Reader, deps: Deps, limit: Limit = 10) -> Answer:
    """What can be started now in the active phase, the best first; in the whole project while no phase is active.

    By priority, then by how much waits for it, small before large, in reading order.
    """
    return next_view(list_next(principal=who, app_id=project_id, ports=deps.ports, limit=limit))


@router.get("/tasks/{task_id}")
@operation("readTask", task_views.FullTask)
def read(task_id: str, who: Reader, deps: Deps) -> Answer:
    """One task, and why it is blocked."""
    return full_task_view(read_task(principal=who, task_id=task_id, ports=deps.ports))


@router.get("/tasks/{task_id}/impact")
@operation("readTaskImpact", task_views.PlanImpact)
def impact(task_id: str, who: Reader, deps: Deps) -> Answer:
    """What finishing, cancelling or changing the task would do to others."""
    return impact_view(read_impact(principal=who, task_id=task_id, ports=deps.ports))


@router.patch("/tasks/{task_id}")
@operation(
    "changeTask", task_views.Task, PlanCycle, TaskClaimed, EvidenceRequired, EvidenceTakenBack, BlueprintArchived
)
def change(task_id: str, patch: TaskPatch, who: Writer, deps: Deps) -> Answer:
    """Change a task, or say how it stands. `done` is shown by a revision that was built (`evidence`)."""
    task = patch_task(principal=who, task_id=task_id, patch=patch, ports=deps.ports)
    return task_view(shown_task(task, deps.ports))


@router.delete("/tasks/{task_id}", status_code=204)
@operation("deleteTask", None, TaskClaimed)
def delete(task_id: str, who: Stopper, deps: Deps) -> Response:
    """Take a task away; what waited for it waits for it no more."""
    delete_task(principal=who, task_id=task_id, ports=deps.ports)
    return Response(status_code=204)


@router.post("/tasks/{task_id}/claim")
@operation("claimTask", task_views.Task, TaskClaimed, TaskNotReady)
def claim(task_id: str, request: ClaimRequest, who: Writer, deps: Deps) -> Answer:
    """Take a task that can be started, for a while; the same caller renews it. `claim.fence` is what releases it."""
    task = claim_task(principal=who, task_id=task_id, seconds=request.seconds, ports=deps.ports)
    return task_view(shown_task(task, deps.ports))


@router.post("/tasks/{task_id}/release")
@operation("releaseTask", task_views.Task, ClaimLost)
def release(task_id: str, request: ReleaseRequest, who: Writer, deps: Deps) -> Answer:
    """Give a claimed task back."""
    task = release_task(principal=who, task_id=task_id, fence=request.fence, ports=deps.ports)
    return task_view(shown_task(task, deps.ports))
