"""Every mode in every state: what the autopilot does next, and the word that a tick answers."""

from dataclasses import replace
from itertools import product

import pytest

from shared.domain.apps.app import AutonomyMode
from shared.domain.autopilot.decide import Advance, Ask, Decision, Start, Stop, Wait, decide, status_of
from shared.domain.autopilot.state import AutopilotState, Money, RunFacts, StopReason, TaskFacts
from shared.domain.autopilot.steps import TickStatus
from shared.domain.runs.run_status import RunStatus

MODES: tuple[AutonomyMode, ...] = ("off", "suggest", "semi_auto", "full_auto")
ACTIVE: tuple[AutonomyMode, ...] = MODES[1:]
ONE = TaskFacts("task_1", frozenset({"src/a.ts"}))
OTHER = TaskFacts("task_2", frozenset({"src/b.ts"}))
ON = AutopilotState(mode="full_auto", phase_id="node_1", next_tasks=(ONE, OTHER), left=2)


def run(status: RunStatus, *, ready: bool = True, number: int = 1, edited: frozenset[str] = frozenset()) -> RunFacts:
    files = frozenset({"src/a.ts"} if number == 1 else {f"src/{number}.ts"})
    return RunFacts(f"run_{number}", f"task_{number}", status, ready=ready, files=files, edited=edited)


PLANNED, WORKING = run(RunStatus.PLANNED), run(RunStatus.RUNNING)
WAITING = run(RunStatus.AWAITING_APPROVAL)
RESTS: tuple[tuple[str, dict[str, object], Decision], ...] = (
    ("nothing under way", {}, Start("task_1")),
    ("a run at work", {"runs": (WORKING,)}, Wait("at_work")),
    ("its plan is being written", {"runs": (run(RunStatus.PLANNED, ready=False),)}, Wait("at_work")),
    ("a run waits", {"runs": (WAITING,)}, Ask("run_waits", "run_1")),
    ("no task is ready", {"next_tasks": ()}, Wait("blocked")),
    ("no task is left", {"next_tasks": (), "left": 0}, Wait("phase_done")),
    ("there are no tasks", {"next_tasks": (), "left": 0, "tasks": 0}, Wait("no_tasks")),
    ("the same failure twice", {"failures": {"BUILD_FAILED": 2}}, Stop("same_failure", "BUILD_FAILED")),
    ("two failures once each", {"failures": {"BUILD_FAILED": 1, "STUCK": 1}}, Start("task_1")),
    ("a task set aside, another is free", {"aside": {"task_9": "STUCK"}}, Start("task_1")),
    ("a task set aside, none is free", {"next_tasks": (), "aside": {"task_9": "STUCK"}}, Stop("same_failure", "STUCK")),
    (
        "a task set aside while others are at work",
        {"next_tasks": (), "aside": {"task_9": "STUCK"}, "runs": (WORKING,)},
        Wait("at_work"),
    ),
    ("ten tasks set aside", {"aside": {f"task_{n}": f"F{n}" for n in range(10)}}, Stop("same_failure", "F0")),
    ("what was taken back", {"next_tasks": (), "taken_back": ("task_8",)}, Stop("taken_back", "task_8")),
    ("what was taken back, another is free", {"taken_back": ("task_8",)}, Start("task_1")),
    ("only confirmations are left", {"next_tasks": (), "to_confirm": 2}, Wait("to_confirm")),
    ("a confirmation and a free task", {"to_confirm": 1}, Start("task_1")),
    ("three refusals", {"refusals": 3}, Stop("refused")),
    ("two refusals", {"refusals": 2}, Start("task_1")),
    ("a stale plan", {"stale": "node_7"}, Stop("stale_plan", "node_7")),
    ("the phase's money is spent", {"phase_money": Money(5, 5)}, Stop("phase_budget")),
    ("the night's money is spent", {"night_money": Money(6, 5)}, Stop("night_budget")),
    (
        "a person edited the same file",
        {"runs": (run(RunStatus.RUNNING, edited=frozenset({"src/a.ts"})),)},
        Stop("person_edited", "src/a.ts"),
    ),
)


@pytest.mark.parametrize("mode", ACTIVE)
@pytest.mark.parametrize(
    ("facts", "expected"), [(facts, expected) for _, facts, expected in RESTS], ids=[n for n, *_ in RESTS]
)
def test_every_active_mode_answers_the_same_where_nothing_is_executed(
    mode: AutonomyMode, facts: dict[str, object], expected: Decision
) -> None:
    assert decide(replace(ON, mode=mode, **facts)) == expected  # type: ignore[arg-type]  # fields by name


@pytest.mark.parametrize(("mode", "expected"), [
    ("suggest", Ask("plan_waits", "run_1")),
    ("semi_auto", Advance("run_1", "start")),
    ("full_auto", Advance("run_1", "start")),
])  # fmt: skip
def test_a_plan_that_stands_is_approved_by_the_manager_or_by_a_person(mode: AutonomyMode, expected: Decision) -> None:
    assert decide(replace(ON, mode=mode, runs=(PLANNED,))) == expected


@pytest.mark.parametrize(
    ("mode", "status"), [(mode, status) for mode in ACTIVE for status in RunStatus if status.ended]
)
def test_what_ended_is_settled_before_anything_else(mode: AutonomyMode, status: RunStatus) -> None:
    state = replace(ON, mode=mode, runs=(WAITING, run(status, number=3)), refusals=3, stale="node_7")
    assert decide(state) == Advance("run_3", "settle")


@pytest.mark.parametrize(("facts", "expected"), [(facts, expected) for _, facts, expected in RESTS])
def test_off_paused_and_without_a_phase_nothing_is_done(facts: dict[str, object], expected: Decision) -> None:
    state = replace(ON, **facts)  # type: ignore[arg-type]  # fields by name
    assert decide(replace(state, mode="off")) == Wait("off")
    assert decide(replace(state, paused=True)) == Wait("paused")
    assert decide(replace(state, phase_id=None)) == Wait("no_phase")


@pytest.mark.parametrize(("most", "files", "expected"), [
    (1, {"src/b.ts"}, Wait("at_work")),
    (2, {"src/b.ts"}, Start("task_2")),
    (2, {"src/a.ts"}, Wait("at_work")),
    (2, set(), Wait("at_work")),
])  # fmt: skip
def test_runs_are_parallel_only_where_their_files_are_known_and_apart(
    most: int, files: set[str], expected: Decision
) -> None:
    task = TaskFacts("task_2", frozenset(files))
    assert decide(replace(ON, runs=(WORKING,), next_tasks=(task,), max_parallel_runs=most)) == expected


def test_a_task_that_fits_is_started_before_an_earlier_one_that_does_not() -> None:
    assert decide(replace(ON, runs=(WORKING,), max_parallel_runs=2)) == Start("task_2")


def test_a_run_whose_files_nobody_knows_keeps_others_away() -> None:
    unknown = replace(WORKING, files=frozenset())
    assert decide(replace(ON, runs=(unknown,), max_parallel_runs=3)) == Wait("at_work")


STOPS: tuple[StopReason, ...] = (
    "same_failure", "phase_budget", "night_budget", "stale_plan", "person_edited", "refused",
)  # fmt: skip


def test_a_tick_has_five_answers() -> None:
    said: dict[TickStatus, list[Decision]] = {
        TickStatus.IDLE: [Wait("off"), Wait("paused"), Wait("no_phase"), *map(Stop, STOPS)],
        TickStatus.NOTHING_TO_DO: [Wait("at_work"), Wait("blocked"), Wait("no_tasks"), Wait("phase_done")],
        TickStatus.ADVANCED_RUN: [Advance("run_1", "settle"), Advance("run_1", "start")],
        TickStatus.STARTED_RUN: [Start("task_1")],
        TickStatus.WAITING_FOR_APPROVAL: [Ask("run_waits", "run_1"), Ask("plan_waits", "run_1")],
    }
    assert set(said) == set(TickStatus)
    assert all(status_of(decision) == status for status, decisions in said.items() for decision in decisions)


@pytest.mark.parametrize("mode", MODES)
def test_nothing_is_started_beyond_the_most_and_suggest_starts_no_plan(mode: AutonomyMode) -> None:
    """All statuses of two runs at once: whatever comes out keeps to what the mode and the number allow."""
    for one, two, most in product(RunStatus, RunStatus, (1, 2, 3)):
        runs = (run(one, number=3), run(two, number=4))
        decision = decide(replace(ON, mode=mode, runs=runs, max_parallel_runs=most))
        if isinstance(decision, Start):
            assert most == 3
            assert mode != "off"
        if isinstance(decision, Advance) and decision.move == "start":
            assert mode in ("semi_auto", "full_auto")


def test_who_only_waits_for_confirmations_waits_for_a_person() -> None:
    assert status_of(Wait("to_confirm")) == TickStatus.WAITING_FOR_APPROVAL
