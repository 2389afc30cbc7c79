"""What the autopilot knows when it decides: plain facts, read from the stores before."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from shared.domain.apps.app import AutonomyMode
from shared.domain.runs.run_status import RunStatus

Files = frozenset[str]
SAME_FAILURE, REFUSALS_MOST = 2, 3
"""How often one failure may end a run of the phase, and how often a person may refuse, before nothing more is done."""


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
    """What was spent of what may be, in micro-dollars."""

    spent: int = 0
    most: int = 0

    @property
    def reached(self) -> bool:
        return self.spent >= self.most


@dataclass(frozen=True)
class AutopilotState:
    """A moment of one project. `next_tasks` come in the order in which they are to be done; `left` counts the phase's
    tasks that are neither done nor cancelled; `stale` says what of the plan a newer text has left behind.
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
    failures: Mapping[str, int] = field(default_factory=dict)
    refusals: int = 0
    stale: str | None = None


WaitReason = Literal["off", "paused", "no_phase", "at_work", "blocked", "no_tasks", "phase_done"]
AskReason = Literal["run_waits", "plan_waits"]
StopReason = Literal["same_failure", "phase_budget", "night_budget", "stale_plan", "person_edited", "refused"]
Move = Literal["settle", "start"]
