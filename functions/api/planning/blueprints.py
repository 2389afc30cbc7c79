"""Blueprints and the nodes of their plans."""

from fastapi import APIRouter

from functions.api.access.callers import Deps, Reader, Writer
from functions.api.http.idempotency import IdempotentRoute
from functions.api.http.operation import operation
from functions.api.http.view import Answer, Cursor, Limit
from functions.api.planning import views
from functions.api.planning.task_views import PlanImpact, impact_view
from functions.api.planning.views import blueprint_view, full_node_view, node_view, tree_view
from shared.domain.errors import BlueprintArchived, Conflict, PlanCycle, PlanKindOrder, StateConflict
from shared.services.brain.answer_question import change_node
from shared.services.planning.blueprints import (
    BlueprintPatch,
    BlueprintRequest,
    create_blueprint,
    find_blueprint,
    list_blueprints,
    patch_blueprint,
    read_blueprint,
)
from shared.services.planning.plan_nodes import NodePatch, read_node, read_node_impact

router = APIRouter(tags=["planning"], route_class=IdempotentRoute)


@router.post("/projects/{project_id}/blueprints", status_code=201)
@operation("createBlueprint", views.Blueprint, Conflict, BlueprintArchived)
def create(project_id: str, request: BlueprintRequest, who: Writer, deps: Deps) -> Answer:
    """Make a document of the project the specification of what is built, or the next version of one."""
    with deps.turns.turn(who, "read"):
        made = create_blueprint(principal=who, app_id=project_id, request=request, ports=deps.ports)
    return _shown(made.id, who, deps)


@router.get("/projects/{project_id}/blueprints")
@operation("listBlueprints", views.BlueprintPage)
def list_all(project_id: str, who: Reader, deps: Deps, limit: Limit = 50, cursor: Cursor = None) -> Answer:
    """All versions of all blueprints, newest first; the newest of each has `is_primary`."""
    app, found = list_blueprints(principal=who, app_id=project_id, ports=deps.ports, limit=limit, cursor=cursor)
    items = [blueprint_view(one, app.active_blueprint_id) for one in found.items]
    return views.BlueprintPage.of(found, items=items)


@router.get("/blueprints/{blueprint_id}")
@operation("readBlueprint", views.BlueprintTree)
def read(blueprint_id: str, who: Reader, deps: Deps) -> Answer:
    """A blueprint with its whole plan, how far its tasks are, and how far the text has been read."""
    return tree_view(read_blueprint(principal=who, blueprint_id=blueprint_id, ports=deps.ports))


@router.patch("/blueprints/{blueprint_id}")
@operation("changeBlueprint", views.Blueprint, Conflict, BlueprintArchived)
def change(blueprint_id: str, patch: BlueprintPatch, who: Writer, deps: Deps) -> Answer:
    """Change title, description or status, or make it the project's active one."""
    patch_blueprint(principal=who, blueprint_id=blueprint_id, patch=patch, ports=deps.ports)
    return _shown(blueprint_id, who, deps)


@router.get("/plan_nodes/{node_id}")
@operation("readPlanNode", views.FullPlanNode)
def read_one(node_id: str, who: Reader, deps: Deps) -> Answer:
    """A node with its tasks, where it lies, and what the document says there."""
    return full_node_view(read_node(principal=who, node_id=node_id, ports=deps.ports))


@router.get("/plan_nodes/{node_id}/impact")
@operation("readPlanNodeImpact", PlanImpact)
def impact(node_id: str, who: Reader, deps: Deps) -> Answer:
    """What finishing, cancelling or changing everything below the node would do to other tasks."""
    return impact_view(read_node_impact(principal=who, node_id=node_id, ports=deps.ports))


@router.patch("/plan_nodes/{node_id}")
@operation("changePlanNode", views.PlanNode, StateConflict, PlanCycle, PlanKindOrder, BlueprintArchived)
def change_one(node_id: str, patch: NodePatch, who: Writer, deps: Deps) -> Answer:
    """Change a node, or move it: phase > epic > feature > story > task_spec, and never below itself. An answer to an
    open question becomes a decision of the project.
    """
    return node_view(change_node(principal=who, node_id=node_id, patch=patch, ports=deps.ports))


def _shown(blueprint_id: str, who: Reader, deps: Deps) -> Answer:
    blueprint, app = find_blueprint(principal=who, blueprint_id=blueprint_id, ports=deps.ports)
    return blueprint_view(blueprint, app.active_blueprint_id)
