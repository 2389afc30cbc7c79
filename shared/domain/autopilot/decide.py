"""What the autopilot does next: at most one thing, chosen from facts alone."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import assert_never

from shared.domain.autopilot.run_budget import run_budget, startable, used_up
from shared.domain.autopilot.state import (
    ASIDE_MOST,
    REFUSALS_MOST,
    SAME_FAILURE,
    AskReason,
    AutopilotState,
    Move,
    RunFacts,
    StopReason,
    WaitReason,
)
from shared.domain.autopilot.steps import TickStatus
from shared.domain.runs.run_status import RunStatus


@dataclass(frozen=True)
class Wait:
    """Nothing is to be done now."""

    reason: WaitReason


@dataclass(frozen=True)
class Advance:
    """A run goes on: what came of it is written down, or its plan is approved."""

    run_id: str
    move: Move


@dataclass(frozen=True)
class Start:
    """A task is started, in a run of its own."""

    task_id: str


@dataclass(frozen=True)
class Ask:
    """A person decides about a run."""

    reason: AskReason
    run_id: str


@dataclass(frozen=True)
class Stop:
    """Nothing more is done before a person has looked. `about` is the failure, the paths or the node that it is for."""

    reason: StopReason
    about: str = ""


Decision = Wait | Advance | Start | Ask | Stop


def decide(state: AutopilotState) -> Decision:
    """First what is owed, then what forbids to go on, then who waits; a new run is the last thing thought of."""
    if (wait := _at_rest(state)) is not None:
        return wait
    if (ended := next((run for run in state.runs if run.status.ended), None)) is not None:
        return Advance(ended.run_id, "settle")
    if (stop := _stop(state)) is not None:
        return stop
    return _ask(state) or _approve(state) or _start(state) or _wait(state)


def status_of(decision: Decision) -> TickStatus:
    match decision:
        case Wait(reason="off" | "paused" | "no_phase") | Stop():
            return TickStatus.IDLE
        case Ask() | Wait(reason="to_confirm"):
            return TickStatus.WAITING_FOR_APPROVAL
        case Wait():
            return TickStatus.NOTHING_TO_DO
        case Advance():
            return TickStatus.ADVANCED_RUN
        case Start():
            return TickStatus.STARTED_RUN
        case _:
            assert_never(decision)


def _at_rest(state: AutopilotState) -> Wait | None:
    if state.mode == "off":
        return Wait("off")
    if state.paused:
        return Wait("paused")
    return Wait("no_phase") if state.phase_id is None else None


def _stop(state: AutopilotState) -> Stop | None:
    repeated = next((said for said, count in sorted(state.failures.items()) if count >= SAME_FAILURE), None)
    budget = used_up(state)
    edited = sorted({path for run in state.runs for path in run.edited})
    rules: tuple[tuple[StopReason, bool, str], ...] = (
        (budget or "phase_budget", budget is not None, ""),
        ("same_failure", repeated is not None, repeated or ""),
        ("refused", state.refusals >= REFUSALS_MOST, ""),
        ("stale_plan", state.stale is not None, state.stale or ""),
        ("person_edited", bool(edited), ", ".join(edited)),
        ("same_failure", _is_given_up(state), next(iter(state.aside.values()), "")),
        ("taken_back", _is_done_but_for(state, state.taken_back), next(iter(state.taken_back), "")),
    )
    return next((Stop(reason, about) for reason, holds, about in rules if holds), None)


def _is_given_up(state: AutopilotState) -> bool:
    """Whether too many tasks are set aside, or nothing independent of them is left."""
    return len(state.aside) >= ASIDE_MOST or _is_done_but_for(state, state.aside)


def _is_done_but_for(state: AutopilotState, tasks: Collection[str]) -> bool:
    return bool(tasks) and not state.runs and not state.next_tasks


def _ask(state: AutopilotState) -> Ask | None:
    """Who waits for a person. Where nothing is executed, a plan that stands waits too."""
    waiting = (run for run in state.runs if run.status == RunStatus.AWAITING_APPROVAL)
    if (run := next(waiting, None)) is not None:
        return Ask("run_waits", run.run_id)
    planned = next(_planned(state), None)
    return Ask("plan_waits", planned.run_id) if planned is not None and state.mode == "suggest" else None


def _approve(state: AutopilotState) -> Advance | None:
    planned = next(_planned(state), None)
    return Advance(planned.run_id, "start") if planned is not None else None


def _planned(state: AutopilotState) -> "filter[RunFacts]":
    return filter(lambda run: run.status == RunStatus.PLANNED and run.ready, state.runs)


def _start(state: AutopilotState) -> Start | None:
    if len(state.runs) >= state.max_parallel_runs or not run_budget(state):
        return None
    task = next(startable(state), None)
    return Start(task.task_id) if task is not None else None


def _wait(state: AutopilotState) -> Wait:
    if state.runs:
        return Wait("at_work")
    if state.to_confirm:
        return Wait("to_confirm")
    if state.left:
        return Wait("blocked")
    return Wait("phase_done" if state.tasks else "no_tasks")
