"""What the manager is at, and what it would do next."""

from typing import NamedTuple

from shared.domain.agent.model_messages import Usage
from shared.domain.apps.app import App
from shared.domain.autopilot.record import Autopilot, Pill, TickSaid, pill_of
from shared.domain.identity import Principal
from shared.domain.planning.needs import needs_said, needy_parts
from shared.domain.planning.plan import Plan, next_tasks
from shared.domain.planning.plan_node import PlanNode
from shared.domain.planning.words import TaskState
from shared.domain.runs.run import Run
from shared.domain.runs.run_parts import Bounds
from shared.domain.spending.spending import micro
from shared.services.autopilot.read_facts import caps_of, read_facts
from shared.services.get_app import get_app
from shared.services.loop_ports import LoopPorts
from shared.services.planning.list_tasks import ShownTask, show
from shared.services.spending.choose_model import AUTO
from shared.services.spending.run_bounds import caps_of_app

_SHOWN = 10
_MUCH = Usage(input_tokens=1_000_000, output_tokens=1_000_000)
_WHY = {
    "off": "The autopilot is off.",
    "paused": "It is paused.",
    "no_phase": "No phase is active: choose one.",
    "at_work": "Runs are at work.",
    "blocked": "No task of the phase can be started now.",
    "no_tasks": "The phase has no tasks yet: generate them.",
    "phase_done": "Every task of the phase is done.",
    "run_waits": "A run waits for you.",
    "plan_waits": "The steps of a run wait for your approval.",
    "same_failure": "It stopped: the same failure came twice.",
    "phase_budget": "It stopped: the budget of the phase is used up.",
    "night_budget": "It stopped: the budget of the night is used up.",
    "stale_plan": "It stopped: the text of a task has changed since it was planned.",
    "person_edited": "It stopped: you edited files that a run works on.",
    "refused": "It stopped: you refused three times.",
}


class Spent(NamedTuple):
    """In micro-dollars."""

    phase: int
    phase_cap: int
    night: int
    night_cap: int


class ManagerPlan(NamedTuple):
    """`next_tasks`: what comes when all that is at work is done. `estimate`: what the tasks that are left of the phase
    may cost, in micro-dollars, by what tasks have cost; None where the model in use has no price. `caps`: at what each
    of its runs stops.
    """

    app: App
    pill: Pill
    phase: PlanNode | None
    next_tasks: list[ShownTask]
    runs: list[Run]
    done: int
    left: int
    spent: Spent
    caps: Bounds
    estimate: int | None
    last_tick: TickSaid | None
    summary: str


def explain_plan(*, principal: Principal, app_id: str, ports: LoopPorts) -> ManagerPlan:
    """Reads only. NotFound for a project of somebody else."""
    app = get_app(principal=principal, app_id=app_id, apps=ports.apps)
    reading = read_facts(app, ports)
    phase = reading.plan.nodes.get(app.active_phase_node_id or "")
    phase_cap, night_cap = caps_of(reading.row, ports.limits)
    coming = next_tasks(reading.plan.when_done(), app.active_phase_node_id)[:_SHOWN]
    shown = [show(reading.plan, task) for task in coming]
    done = _done(phase, reading.plan)
    return ManagerPlan(
        app=app,
        pill=pill_of(app, reading.row),
        phase=phase,
        next_tasks=shown,
        runs=list(reading.runs.values()),
        done=done,
        left=reading.state.left,
        spent=Spent(reading.state.phase_money.spent, phase_cap, reading.state.night_money.spent, night_cap),
        caps=caps_of_app(app, ports.limits),
        estimate=estimate(app, reading.row, reading.state.left, ports),
        last_tick=reading.row.last_tick,
        summary=_summary(phase, done, reading.state.left, shown, reading.row) + _needs(phase, reading.plan),
    )


def estimate(app: App, row: Autopilot, left: int, ports: LoopPorts) -> int | None:
    """What so many tasks may cost: as those of the phase have, or a fifth of what a run may spend; None where the model
    in use has no price, nothing where it is free.
    """
    price = ports.price(app.settings.models.get(AUTO, ports.models.default), _MUCH)
    if not price:
        return None if price is None else 0
    each = row.spent_phase // row.done if row.done else micro(caps_of_app(app, ports.limits).dollars) // 5
    return each * left


def _done(phase: PlanNode | None, plan: Plan) -> int:
    tasks = plan.tasks_in(phase.id) if phase is not None else []
    return sum(task.state == TaskState.DONE for task in tasks)


def _counted(done: int, of: int) -> str:
    if of == 0:
        return "no task is written yet."
    return (
        f"{done} of {of} tasks {'is' if done == 1 else 'are'} done."
        if of > 1
        else f"its task is {'' if done else 'not '}done."
    )


def _needs(phase: PlanNode | None, plan: Plan) -> str:
    """Of the phase as a whole only what all of it needs, or it says of itself."""
    parts = needy_parts(plan.children, phase)[:_SHOWN] if phase is not None else []
    said = [f"{'It' if one.root == phase else one.root.title} needs {needs_said(one.needs)}" for one in parts]
    return f" {'; '.join(said)}, which a published app here has not." if said else ""


def _summary(phase: PlanNode | None, done: int, left: int, shown: list[ShownTask], row: Autopilot) -> str:
    if phase is None:
        return _WHY["no_phase"]
    parts = [f"{phase.title}: {_counted(done, done + left)}"]
    reason = row.last_tick.reason if row.last_tick else None
    parts += [_WHY[reason]] if reason in _WHY else []
    parts += [f"Next: {shown[0].task.description}"] if shown else []
    return " ".join(parts)
