"""What the autopilot knows when it decides: plain facts, read from the stores before."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from shared.domain.apps.app import AutonomyMode
from shared.domain.runs.run_status import RunStatus

Files = frozenset[str]
SAME_FAILURE, REFUSALS_MOST, ASIDE_MOST = 2, 3, 10
"""How many tasks one failure may set aside, how often a person may refuse, and how many tasks may be set aside in all,
before nothing more is done.
"""


@dataclass(frozen=True)
class RunFacts:
    """A run of the manager that is not settled. `files` are those its task expects to change; `edited` those of them
    that a person changed since it began. `ready`: it is planned, and its steps are written.
    """

    run_id: str
    task_id: str
    status: RunStatus
    ready: bool = False
    files: Files = frozenset()
    edited: Files = frozenset()


@dataclass(frozen=True)
class TaskFacts:
    """A task that could be started: the stores have it open, ready and not stale."""

    task_id: str
    files: Files = frozenset()


@dataclass(frozen=True)
class Money:
    """What was spent of a budget, and what runs under way have reserved of the rest, in micro-dollars."""

    spent: int = 0
    most: int = 0
    reserved: int = 0

    @property
    def reached(self) -> bool:
        return self.spent >= self.most

    @property
    def left(self) -> int:
        """What no run has reserved."""
        return max(0, self.most - self.spent - self.reserved)


@dataclass(frozen=True)
class AutopilotState:
    """A moment of one project. `next_tasks` come in the order in which they are to be done; `left` counts the phase's
    tasks that are neither done nor cancelled; `stale` says what of the plan a newer text has left behind. `run_least`
    and `run_most` are the bounds of what one run may reserve, in micro-dollars.
    """

    mode: AutonomyMode
    paused: bool = False
    phase_id: str | None = None
    runs: tuple[RunFacts, ...] = ()
    next_tasks: tuple[TaskFacts, ...] = ()
    left: int = 0
    tasks: int = 1
    """Of the phase in all, those that are over included."""
    max_parallel_runs: int = 1
    phase_money: Money = Money(most=1)
    night_money: Money = Money(most=1)
    run_least: int = 0
    run_most: int = 4_000_000
    failures: Mapping[str, int] = field(default_factory=dict)
    aside: Mapping[str, str] = field(default_factory=dict)
    """Tasks that failed too often to be tried again, each with its last failure; none of `next_tasks`."""
    taken_back: tuple[str, ...] = ()
    """Tasks whose revision a person took back since they last looked; none of `next_tasks`."""
    to_confirm: int = 0
    """Of `left`: how many are built and wait for a person."""
    refusals: int = 0
    stale: str | None = None


WaitReason = Literal["off", "paused", "no_phase", "at_work", "blocked", "to_confirm", "no_tasks", "phase_done"]
AskReason = Literal["run_waits", "plan_waits"]
StopReason = Literal[
    "same_failure", "phase_budget", "night_budget", "stale_plan", "person_edited", "refused", "taken_back"
]
Move = Literal["settle", "start"]
