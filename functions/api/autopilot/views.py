"""The manager's plan, the dashboard and a tick, as they are shown. Money in dollars."""

from datetime import date
from typing import Any, Literal

from functions.api.http.view import View
from functions.api.planning.task_views import Task, TaskReference, TasksMeant, task_view, tasks_meant
from functions.api.planning.views import Blueprint as PlanBlueprint
from functions.api.planning.views import PlanNode, PlanNodeReference, blueprint_view, node_view
from functions.api.runs.views import Run, run_view
from shared.domain.apps.app import AutonomyMode
from shared.domain.autopilot.record import Pill, TickSaid
from shared.domain.autopilot.steps import TickStatus
from shared.domain.base import Moment
from shared.domain.runs.kpis import Kpis
from shared.services.autopilot.explain_plan import ManagerPlan
from shared.services.autopilot.read_dashboard import Dashboard, recent_decisions
from shared.services.spending.read_usage import Used

_MILLION = 1_000_000


class Tick(View):
    """`reason` says why, in a word; `details` say the same to clients of the older API. `run_id` is of the run that was
    started, went on, or waits.
    """

    status: TickStatus
    reason: str | None
    about: str
    run_id: str | None
    task_id: str | None
    details: dict[str, Any]
    at: Moment


class AutopilotMoney(View):
    """Spent and reserved by runs, of the phase and of the night, from noon to noon in UTC.

    Where the model in use has no price (not `priced`) nothing is counted in dollars: each run stops at `run_tokens` and
    `run_model_calls`.
    """

    phase_usd: float
    phase_reserved_usd: float
    phase_budget_usd: float
    night_usd: float
    night_reserved_usd: float
    night_budget_usd: float
    priced: bool
    run_tokens: int
    run_model_calls: int


class AutopilotState(View):
    """`pill`: off, idle, running, waiting, paused or error."""

    pill: Pill
    mode: AutonomyMode
    paused: bool
    active_phase_node_id: str | None
    max_parallel_runs: int
    spent: AutopilotMoney
    last_tick: Tick | None


class TaskSetAside(View):
    """A task that the autopilot does not try before a person continues.

    `failed`: its runs ended with `failure` again and again; `taken_back`: a person took back what was built.
    """

    task: TaskReference
    reason: Literal["failed", "taken_back"]
    failure: str


class ManagerPlanView(View):
    """`estimated_usd`: what the tasks that are left of the phase may cost; null where the model in use has no price.

    `to_confirm`: what of the phase is built and waits for a person's confirmation.
    """

    active_phase: PlanNode | None
    next_tasks: list[Task]
    to_confirm: TasksMeant
    set_aside: list[TaskSetAside]
    runs_in_progress: list[Run]  # type: ignore[valid-type]  # made by a call
    tasks_done: int
    tasks_left: int
    estimated_usd: float | None
    autopilot: AutopilotState
    summary: str


class DashboardView(View):
    """`tasks` counts by status, `runs` the latest two hundred; `snapshot` is the project's summary. `usage` and `kpis`
    are of the last thirty days, from `since` on.
    """

    project_id: str
    name: str
    active_blueprint: PlanBlueprint | None
    active_phase: PlanNodeReference | None
    snapshot: str | None
    tasks: dict[str, int]
    runs: dict[str, int]
    autopilot: AutopilotState
    decisions: list[dict[str, Any]]
    next_tasks: list[Task]
    to_confirm: TasksMeant
    set_aside: list[TaskSetAside]
    summary: str
    since: date
    usage: Used
    kpis: Kpis


def tick_view(said: TickSaid) -> View:
    details = {name: value for name, value in said.model_dump(mode="json").items() if value and name != "status"}
    return Tick.of(said, details=details)


def state_view(plan: ManagerPlan) -> View:
    app, spent, last = plan.app, plan.spent, plan.last_tick
    money = AutopilotMoney.of(
        phase_usd=spent.phase.spent / _MILLION,
        phase_reserved_usd=spent.phase.reserved / _MILLION,
        phase_budget_usd=spent.phase.most / _MILLION,
        night_usd=spent.night.spent / _MILLION,
        night_reserved_usd=spent.night.reserved / _MILLION,
        night_budget_usd=spent.night.most / _MILLION,
        priced=plan.estimate is not None,
        run_tokens=plan.caps.tokens,
        run_model_calls=plan.caps.model_calls,
    )
    return AutopilotState.of(
        app,
        pill=plan.pill,
        mode=app.autonomy_mode,
        paused=app.autopilot_paused,
        spent=money,
        last_tick=tick_view(last) if last is not None else None,
    )


def _waits(plan: ManagerPlan) -> dict[str, object]:
    aside = [TaskSetAside.of(each, task=TaskReference.of(each.task)) for each in plan.set_aside]
    return {"to_confirm": tasks_meant(plan.to_confirm), "set_aside": aside}


def plan_view(plan: ManagerPlan) -> View:
    return ManagerPlanView.of(
        active_phase=node_view(plan.phase) if plan.phase is not None else None,
        next_tasks=[*map(task_view, plan.next_tasks)],
        **_waits(plan),
        runs_in_progress=[*map(run_view, plan.runs)],
        tasks_done=plan.done,
        tasks_left=plan.left,
        estimated_usd=None if plan.estimate is None else plan.estimate / _MILLION,
        autopilot=state_view(plan),
        summary=plan.summary,
    )


def dashboard_view(found: Dashboard) -> View:
    plan = found.plan
    active = blueprint_view(found.blueprint, plan.app.active_blueprint_id) if found.blueprint else None
    return DashboardView.of(
        project_id=plan.app.id,
        name=plan.app.name,
        active_blueprint=active,
        active_phase=PlanNodeReference.of(plan.phase) if plan.phase is not None else None,
        snapshot=found.snapshot,
        tasks=found.tasks,
        runs=found.runs,
        autopilot=state_view(plan),
        decisions=recent_decisions(found.state),
        next_tasks=[*map(task_view, plan.next_tasks)],
        **_waits(plan),
        summary=plan.summary,
        since=found.since,
        usage=found.usage,
        kpis=found.kpis,
    )
