"""What a run that the autopilot starts may spend: its share of what is left of the phase and of the night."""

from collections.abc import Iterator

from shared.domain.autopilot.state import AutopilotState, Files, StopReason, TaskFacts
from shared.domain.runs.run_status import RunStatus

LEAST = 100_000
"""Micro-dollars. A run with less comes to no result, so none is started."""
_WAITING = (RunStatus.PLANNED, RunStatus.AWAITING_APPROVAL)


def run_budget(state: AutopilotState) -> int:
    """Return the budget of the next run in micro-dollars; 0 when too little is left to start one.

    What no run has reserved is shared equally among the runs that could start now. A share never falls below what a
    run needs while that much is left: fewer runs start then.
    """
    left = min(state.phase_money.left, state.night_money.left)
    if left <= 0 or left < state.run_least:
        return 0
    free = max(1, state.max_parallel_runs - len(state.runs))
    places = max(1, min(free, sum(1 for _ in startable(state))))
    return min(max(left // places, state.run_least, 1), state.run_most)


def startable(state: AutopilotState) -> Iterator[TaskFacts]:
    """Yield the tasks that could run at the same time as the runs under way and as each other."""
    taken = [run.files for run in state.runs]
    for task in state.next_tasks:
        if all(_apart(task.files, files) for files in taken):
            taken.append(task.files)
            yield task


def used_up(state: AutopilotState) -> StopReason | None:
    """Return the budget that stops the autopilot. Runs that are working end first: their own calls stop at the cap."""
    if any(run.status not in _WAITING for run in state.runs):
        return None
    if state.phase_money.reached:
        return "phase_budget"
    if state.night_money.reached:
        return "night_budget"
    if state.runs or run_budget(state) or not state.next_tasks:
        return None
    return "phase_budget" if state.phase_money.left <= state.night_money.left else "night_budget"


def _apart(one: Files, other: Files) -> bool:
    """Whether two tasks share no file. A task without expected files may change any, so it runs alone."""
    return bool(one) and bool(other) and not one & other
