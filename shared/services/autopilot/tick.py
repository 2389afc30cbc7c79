"""One tick of a project's autopilot: one look, one decision, at most one thing done."""

from shared.domain.apps.app import App
from shared.domain.autopilot.decide import Advance, Ask, Decision, Start, Stop, Wait, decide, status_of
from shared.domain.autopilot.record import Autopilot, ManagedRun, TickSaid
from shared.domain.autopilot.run_budget import run_budget
from shared.domain.autopilot.steps import TickStatus
from shared.domain.errors import AppError, Conflict
from shared.domain.ids import require_id
from shared.services.autopilot.autopilot_ports import Manager
from shared.services.autopilot.begin_task import give_up, make_run, reserve_run
from shared.services.autopilot.read_facts import Reading, read_facts
from shared.services.autopilot.record_run import record_run
from shared.services.runs.queue.start_next import start_planned


def tick(tenant_id: str, app_id: str, manager: Manager) -> TickSaid:
    """What was done, or why nothing was. Safe to call often and from many sides: who loses says what the winner did."""
    app = manager.ports.apps.get(tenant_id, require_id("app", app_id))
    reading = read_facts(app, manager.ports)
    decision = decide(reading.state)
    try:
        return _act(decision, reading, manager)
    except Conflict:
        row = manager.ports.autopilots.get(tenant_id, app_id)
        return row.last_tick or _said(Wait("at_work"), manager)


def _act(decision: Decision, reading: Reading, manager: Manager) -> TickSaid:
    active = not isinstance(decision, Wait) or decision.reason not in ("off", "paused", "no_phase")
    if active and reading.missing:
        return _make(reading.row, reading.missing[0], reading, manager)
    match decision:
        case Start(task_id=task_id):
            task, budget = reading.plan.tasks[task_id], run_budget(reading.state)
            row, managed = reserve_run(reading.row, task, budget, manager)
            return _make(row, managed, reading, manager)
        case Advance(run_id=run_id, move="settle"):
            return _record(run_id, reading, manager)
        case Advance(run_id=run_id):
            start_planned(reading.runs[run_id], ports=manager.ports, workflows=manager.workflows)
            return _keep(reading.row, _said(decision, manager, reading), manager)
        case Wait() | Ask() | Stop():
            return _keep(reading.row, _said(decision, manager, reading), manager)


def _make(row: Autopilot, managed: ManagedRun, reading: Reading, manager: Manager) -> TickSaid:
    """The run that was reserved, by this tick or by one that did not come to its end."""
    task = reading.plan.tasks.get(managed.task_id)
    if task is None:
        return _drop(row, managed, manager)
    try:
        make_run(row, managed, task, reading.app, manager)
    except AppError as why:
        row = give_up(row, managed, why, manager)
        nothing, now = TickStatus.NOTHING_TO_DO, manager.ports.clock.now()
        said = TickSaid(status=nothing, reason=why.code, about=why.message, task_id=managed.task_id, at=now)
        return _keep(row, said, manager)
    said = _said(Start(managed.task_id), manager)
    return _keep(row, said.model_copy(update={"run_id": managed.run_id}), manager)


def _drop(row: Autopilot, managed: ManagedRun, manager: Manager) -> TickSaid:
    row = manager.ports.autopilots.put(row.without(managed.run_id, cost=0))
    return _keep(row, _said(Wait("blocked"), manager), manager)


def _record(run_id: str, reading: Reading, manager: Manager) -> TickSaid:
    managed = next(one for one in reading.row.runs if one.run_id == run_id)
    task = reading.plan.tasks.get(managed.task_id)
    recorded = record_run(reading.row, managed, reading.runs[run_id], task, manager.ports)
    said = _said(Advance(run_id, "settle"), manager, reading).model_copy(update={"about": recorded.word})
    return _keep(recorded.row, _aside(said, managed, reading.row, recorded.row), manager)


def _aside(said: TickSaid, managed: ManagedRun, before: Autopilot, after: Autopilot) -> TickSaid:
    """What was said of the run, and that its task is not tried again."""
    is_new = managed.task_id in after.set_aside and managed.task_id not in before.set_aside
    return said.model_copy(update={"reason": "set_aside"}) if is_new else said


def _keep(row: Autopilot, said: TickSaid, manager: Manager) -> TickSaid:
    """Written where it says something new, or the row is not the stored one."""
    stored = manager.ports.autopilots.get(row.tenant_id, row.app_id)
    known = stored.last_tick.model_copy(update={"at": said.at}) if stored.last_tick else None
    if known != said or row.model_copy(update={"last_tick": stored.last_tick}) != stored:
        manager.ports.autopilots.put(row.model_copy(update={"last_tick": said}))
    return said


def _said(decision: Decision, manager: Manager, reading: Reading | None = None) -> TickSaid:
    fields: dict[str, object] = {"status": status_of(decision), "at": manager.ports.clock.now()}
    match decision:
        case Wait(reason=reason):
            fields |= {"reason": reason}
        case Advance(run_id=run_id, move=move):
            fields |= {"reason": move, "run_id": run_id}
        case Start(task_id=task_id):
            fields |= {"reason": "start", "task_id": task_id}
        case Ask(reason=reason, run_id=run_id):
            fields |= {"reason": reason, "run_id": run_id}
        case Stop(reason=reason, about=about):
            fields |= {"reason": reason, "about": about}
    run_id = str(fields.get("run_id"))
    if reading is not None and run_id in reading.runs:
        fields["task_id"] = reading.runs[run_id].request.task_id
    return TickSaid.model_validate(fields)


def is_active(app: App) -> bool:
    """Whether ticks may do anything."""
    return app.autonomy_mode != "off" and not app.autopilot_paused and app.active_phase_node_id is not None
