"""The manager: what it is at and would do next, a tick, starting and pausing it; and a project on one page."""

from typing import Annotated

from fastapi import APIRouter, Depends

from functions.api.access.callers import Deps, Reader, Start, Talker, Writer
from functions.api.autopilot import views
from functions.api.http.idempotency import IdempotentRoute
from functions.api.http.operation import operation
from functions.api.http.view import Answer
from shared.services.autopilot.autopilot_ports import Manager
from shared.services.autopilot.control import AutopilotOrder, order_autopilot
from shared.services.autopilot.explain_plan import explain_plan
from shared.services.autopilot.keep_ticking import nudge
from shared.services.autopilot.propose_action import Asking, ReadIntent, Said, propose_action
from shared.services.autopilot.read_dashboard import read_dashboard

router = APIRouter(tags=["autopilot"], route_class=IdempotentRoute)


def manager_of(start: Start) -> Manager:
    return Manager(start.ports, start.workflows, start.default_model, start.request_id)


ManagerDep = Annotated[Manager, Depends(manager_of)]


@router.get("/projects/{project_id}/manager/plan")
@operation("readManagerPlan", views.ManagerPlanView)
def plan(project_id: str, who: Reader, deps: Deps) -> Answer:
    """What the manager is at, what it would do next, what that may cost, and a summary in words."""
    return views.plan_view(explain_plan(principal=who, app_id=project_id, ports=deps.ports))


@router.post("/projects/{project_id}/autopilot_tick")
@operation("tickAutopilot", views.Tick)
def tick(project_id: str, who: Writer, manager: ManagerDep) -> Answer:
    """One look and at most one thing done. Safe to send often: the same is done by itself while a phase is active."""
    return views.tick_view(nudge(principal=who, app_id=project_id, manager=manager))


@router.post("/projects/{project_id}/autopilot")
@operation("orderAutopilot", views.AutopilotState)
def order(project_id: str, body: AutopilotOrder, who: Writer, manager: ManagerDep) -> Answer:
    """Start a phase, go on, or pause. A start and a go-on clear what stopped it, and set the budgets that are named."""
    app = order_autopilot(principal=who, app_id=project_id, order=body, manager=manager)
    return views.state_view(explain_plan(principal=who, app_id=app.id, ports=manager.ports))


@router.post("/projects/{project_id}/intents")
@operation("readIntent", ReadIntent)
def intent(project_id: str, body: Said, who: Talker, deps: Deps) -> ReadIntent:
    """What a message wants of the manager, with what could be confirmed and its estimated price. Nothing is started but
    the writing of a proposal where it asks for a change of the plan or of its document.
    """
    asking = Asking(deps.ports.messages, deps.jobs)
    return propose_action(principal=who, app_id=project_id, said=body, ports=deps.ports, asking=asking)


@router.get("/projects/{project_id}/dashboard")
@operation("readDashboard", views.DashboardView)
def dashboard(project_id: str, who: Reader, deps: Deps) -> Answer:
    """Plan, snapshot, tasks, runs, autopilot and decisions of a project on one page."""
    return views.dashboard_view(read_dashboard(principal=who, app_id=project_id, ports=deps.ports))
