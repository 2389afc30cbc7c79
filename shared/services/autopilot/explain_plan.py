"""What the manager is at, and what it would do next."""

from typing import Literal, NamedTuple

from shared.domain.agent.model_messages import Usage
from shared.domain.apps.app import App
from shared.domain.autopilot.record import Autopilot, Pill, TickSaid, pill_of
from shared.domain.autopilot.state import AutopilotState, Money
from shared.domain.identity import Principal
from shared.domain.planning.needs import needs_said, needy_parts
from shared.domain.planning.plan import Plan, next_tasks, to_confirm
from shared.domain.planning.plan_node import PlanNode
from shared.domain.planning.task import Task
from shared.domain.planning.words import TaskState
from shared.domain.runs.run import Run
from shared.domain.runs.run_parts import Bounds
from shared.domain.spending.spending import dollars_of, micro
from shared.services.autopilot.read_facts import Reading, read_facts
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
    "to_confirm": "What is left of the phase is built, and waits for your confirmation.",
    "same_failure": "It stopped: runs failed again and again.",
    "taken_back": "It stopped: what it had built was taken back.",
    "stale_plan": "It stopped: the text of a task has changed since it was planned.",
    "person_edited": "It stopped: you edited files that a run works on.",
    "refused": "It stopped: you refused three times.",
}


class Spent(NamedTuple):
    """What the phase and the night have spent, and what their running runs have reserved."""

    phase: Money
    night: Money


class SetAside(NamedTuple):
    """A task that is not tried before a person continues: its runs `failed`, or what they built was `taken_back`."""

    task: Task
    reason: Literal["failed", "taken_back"]
    failure: str


class ManagerPlan(NamedTuple):
    """`next_tasks`: what comes when everything running is done. `to_confirm`: what is built and waits for a person.
    `set_aside`: what the autopilot does not try before a person continues. `estimate`: what the tasks that are left of
    the phase may cost, in micro-dollars, by what tasks have cost; None where the model in use has no price. `caps`: at
    what each of its runs stops.
    """

    app: App
    pill: Pill
    phase: PlanNode | None
    next_tasks: list[ShownTask]
    to_confirm: list[Task]
    set_aside: list[SetAside]
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
    aside = _set_aside(reading)
    skipped = {each.task.id for each in aside}
    coming = next_tasks(reading.plan.when_done(), app.active_phase_node_id)
    shown = [show(reading.plan, task) for task in coming if task.id not in skipped][:_SHOWN]
    waiting = to_confirm(reading.plan, phase.id) if phase is not None else []
    done = _done(phase, reading.plan)
    return ManagerPlan(
        app=app,
        pill=pill_of(app, reading.row),
        phase=phase,
        next_tasks=shown,
        to_confirm=waiting,
        set_aside=aside,
        runs=list(reading.runs.values()),
        done=done,
        left=reading.state.left,
        spent=Spent(reading.state.phase_money, reading.state.night_money),
        caps=caps_of_app(app, ports.limits),
        estimate=estimate(app, reading.row, reading.state.left, ports),
        last_tick=reading.row.last_tick,
        summary=_summary(phase, done, shown, reading) + _waiting(waiting, aside) + _needs(phase, reading.plan),
    )


def _set_aside(reading: Reading) -> list[SetAside]:
    state, tasks = reading.state, reading.plan.tasks
    # The fingerprint after the code only tells failures apart.
    failed = [SetAside(tasks[task_id], "failed", why.partition(":")[0]) for task_id, why in state.aside.items()]
    return [*failed, *(SetAside(tasks[task_id], "taken_back", "") for task_id in state.taken_back)]


def _waiting(waiting: list[Task], aside: list[SetAside]) -> str:
    """What a person is to do: a sentence each, with the next step."""
    failed = [each for each in aside if each.reason == "failed"]
    back = [each.task for each in aside if each.reason == "taken_back"]
    said = list[str]()
    if waiting:
        said.append(f"Waits for your confirmation: {_named(waiting)}. Look at it, and call it done or open it again.")
    if failed:
        which = f"{_named([each.task for each in failed])} ({failed[0].failure})"
        said.append(f"Set aside: {which}. Change it, do it yourself, or continue to have it tried again.")
    if back:
        said.append(f"Taken back: {_named(back)}. Change it, or continue to have it built again.")
    return "".join(f" {sentence}" for sentence in said)


def _named(tasks: list[Task]) -> str:
    more = len(tasks) - 1
    return f'"{tasks[0].description}"' + (f" and {more} more" if more else "")


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


def _why(reason: str | None, state: AutopilotState) -> str | None:
    """Return the sentence for the reason, if it has one; for a budget with its amounts and what to do next."""
    match reason:
        case "phase_budget":
            return _over_budget("phase", state.phase_money, state)
        case "night_budget":
            return _over_budget("night", state.night_money, state)
        case _:
            return _WHY.get(reason or "")


def _over_budget(name: str, money: Money, state: AutopilotState) -> str:
    spent, most = (f"${dollars_of(amount):,.2f}" for amount in (money.spent, money.most))
    if money.reached:
        return f"It stopped: the budget of this {name} is used up: {spent} of {most}. Raise it to continue."
    least = f"${dollars_of(state.run_least):,.2f}"
    return f"It stopped: {spent} of the {most} for this {name} is spent; a run needs {least}. Raise it to continue."


def _needs(phase: PlanNode | None, plan: Plan) -> str:
    """Of the phase as a whole only what all of it needs, or it says of itself."""
    parts = needy_parts(plan.children, phase)[:_SHOWN] if phase is not None else []
    said = [f"{'It' if one.root == phase else one.root.title} needs {needs_said(one.needs)}" for one in parts]
    return f" {'; '.join(said)}, which a published app here has not." if said else ""


def _summary(phase: PlanNode | None, done: int, shown: list[ShownTask], reading: Reading) -> str:
    if phase is None:
        return _WHY["no_phase"]
    parts = [f"{phase.title}: {_counted(done, done + reading.state.left)}"]
    reason = reading.row.last_tick.reason if reading.row.last_tick else None
    if reason == "phase_done" and reading.state.left:  # a task was added, or opened again, since it was said
        reason = None
    why = _why(reason, reading.state)
    parts += [why] if why else []
    parts += [f"Next: {shown[0].task.description}"] if shown else []
    return " ".join(parts)
