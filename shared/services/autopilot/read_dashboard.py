"""A project on one page: what is planned, how far it is, what is at work, what it costs."""

from collections import Counter
from datetime import date
from typing import NamedTuple

from shared.domain.apps.project_state import ProjectState
from shared.domain.identity import Principal
from shared.domain.ids import first_id, last_id
from shared.domain.planning.blueprint import Blueprint
from shared.domain.planning.words import TaskStatus
from shared.domain.runs.kpis import Kpis, kpis_of
from shared.domain.runs.run_status import RunOutcome
from shared.services.autopilot.explain_plan import ManagerPlan, explain_plan
from shared.services.brain.refresh_snapshot import snapshot_of
from shared.services.loop_ports import LoopPorts
from shared.services.or_none import or_none
from shared.services.planning.change_plan import read_plan
from shared.services.spending.read_usage import Used, usage_range, used_of

_DECISIONS, _RUNS = 5, 200
Counts = dict[str, int]


class Dashboard(NamedTuple):
    """`runs` counts the latest two hundred; `snapshot` is the project's as it stands now. `usage` and `kpis` are of
    the days from `since` to today.
    """

    plan: ManagerPlan
    blueprint: Blueprint | None
    snapshot: str
    tasks: Counts
    runs: Counts
    state: ProjectState
    since: date
    usage: Used
    kpis: Kpis


def read_dashboard(*, principal: Principal, app_id: str, ports: LoopPorts) -> Dashboard:
    """Writes nothing but the snapshot, where it reads otherwise now. NotFound for a project of somebody else."""
    plan = explain_plan(principal=principal, app_id=app_id, ports=ports)
    app = plan.app
    whole = read_plan(app, ports)
    first, last = usage_range(None, None, ports.clock)
    days = ports.spending.days(app.tenant_id, app.id, first.isoformat(), last.isoformat())
    tasks = Counter(standing.status.value for standing in whole.standings.values())
    return Dashboard(
        plan=plan,
        blueprint=_blueprint(app.tenant_id, app.id, app.active_blueprint_id, ports),
        snapshot=snapshot_of(app, ports).summary_text,
        tasks={status.value: tasks[status.value] for status in TaskStatus},
        runs=_runs(app.tenant_id, app.id, ports),
        state=ports.states.get(app.tenant_id, app.id),
        since=first,
        usage=used_of(day.counts for day in days),
        kpis=kpis_of(ports.kpis.of_app(app.tenant_id, app.id, first_id("run", first), last_id("run", last))),
    )


def recent_decisions(state: ProjectState) -> list[dict[str, object]]:
    """The latest five that people or agents have made, and after those the latest five of what the autopilot noted that
    it has implemented; each newest first.
    """
    ordered = sorted(state.decisions, key=lambda one: one.at, reverse=True)
    made = [one for one in ordered if one.by != "autopilot"][:_DECISIONS]
    latest = [*made, *[one for one in ordered if one.by == "autopilot"][:_DECISIONS]]
    return [one.model_dump(include={"id", "decision", "reason", "at", "by"}) for one in latest]


def _blueprint(tenant_id: str, app_id: str, blueprint_id: str | None, ports: LoopPorts) -> Blueprint | None:
    return or_none(ports.blueprints.get, tenant_id, app_id, blueprint_id) if blueprint_id else None


def _runs(tenant_id: str, app_id: str, ports: LoopPorts) -> Counts:
    counts: Counts = {"in_progress": 0, "completed": 0, "failed": 0, "cancelled": 0}
    for run in ports.runs.list(tenant_id, app_id, limit=_RUNS).items:
        outcome = run.status.outcome
        counts["in_progress" if outcome is None else _NAMES[outcome]] += 1
    return counts


_NAMES = {RunOutcome.COMPLETED: "completed", RunOutcome.FAILED: "failed", RunOutcome.CANCELLED: "cancelled"}
