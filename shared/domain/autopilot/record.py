"""What the autopilot of a project remembers from tick to tick."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Literal

from shared.domain.apps.app import App
from shared.domain.autopilot.steps import TickStatus
from shared.domain.base import Entity, Moment, OneOfApp
from shared.domain.limits import Limits
from shared.domain.spending.spending import micro

FAILURES_MOST = 3
"""Of one task in a session, of whatever kinds."""
NOTHING_CHANGED = "NOTHING_CHANGED"
"""The failure of a run that ended in words, without a change."""
Pill = Literal["off", "idle", "running", "waiting", "paused", "error"]


class ManagedRun(Entity):
    """A run of the manager that is not recorded. Its id was made before the run, which holds the claim of the task.

    `budget` is what was reserved for it with this row, in micro-dollars, of the phase `phase_id` and of the night.
    Rows of older releases have neither.
    """

    run_id: str
    task_id: str
    files: tuple[str, ...] = ()
    budget: int = 0
    phase_id: str | None = None


class TickSaid(Entity):
    """What a tick answered. `reason` is a word of `decide`, `about` what it is about."""

    status: TickStatus
    reason: str | None = None
    about: str = ""
    run_id: str | None = None
    task_id: str | None = None
    at: Moment


class Autopilot(OneOfApp):
    """One a project, written on the condition that nobody wrote in between: so two ticks at once do one thing.

    Money is in micro-dollars. What is counted is of `phase_id`; the ledger counts what a night spends. `failed` has the
    failures of each task, in order; `failures` counts how many tasks each failure has set aside. A person who starts or
    continues clears both and `refusals`, at the moment `looked`. `done` counts tasks that were finished with evidence.
    `generation` names the execution that ticks; `by` is who started it, in whose name runs are made.
    """

    by: str = ""
    phase_id: str | None = None
    runs: tuple[ManagedRun, ...] = ()
    phase_cap: int | None = None
    night_cap: int | None = None
    spent_phase: int = 0
    night: str = ""
    failures: dict[str, int] = {}
    failed: dict[str, tuple[str, ...]] = {}
    looked: Moment | None = None
    refusals: int = 0
    done: int = 0
    last_tick: TickSaid | None = None
    generation: int = 0

    def at(self, phase_id: str | None, now: datetime) -> "Autopilot":
        """With the counts of this phase and this night: those of another one are over."""
        night = night_of(now)
        fields: dict[str, object] = {} if night == self.night else {"night": night}
        if phase_id != self.phase_id:
            fields |= {"phase_id": phase_id, "spent_phase": 0, "done": 0, "failures": {}, "failed": {}, "refusals": 0}
        return self.model_copy(update=fields)

    def caps(self, limits: Limits) -> tuple[int, int]:
        """Return the budgets of the phase and of the night, in micro-dollars."""
        phase = micro(limits.phase_dollars) if self.phase_cap is None else self.phase_cap
        return phase, micro(limits.night_dollars) if self.night_cap is None else self.night_cap

    def begins(self, run: ManagedRun) -> "Autopilot":
        return self.model_copy(update={"runs": (*self.runs, run)})

    def without(
        self, run_id: str, *, cost: int, failure: str | None = None, refused: int = 0, done: bool = False
    ) -> "Autopilot":
        """Without that run; what came of it is counted."""
        task_id = next((run.task_id for run in self.runs if run.run_id == run_id), "")
        row = self.model_copy(
            update={
                "runs": tuple(run for run in self.runs if run.run_id != run_id),
                "spent_phase": self.spent_phase + (cost if self._is_of_phase(run_id) else 0),
                "failed": {known: said for known, said in self.failed.items() if known != task_id or not done},
                "refusals": self.refusals + refused,
                "done": self.done + done,
            }
        )
        return row if failure is None else row._failing(task_id, failure)

    def _failing(self, task_id: str, failure: str) -> "Autopilot":
        row = self.model_copy(update={"failed": self.failed | {task_id: (*self.failed.get(task_id, ()), failure)}})
        # A model that says why it leaves one task alone has said nothing about the other tasks of the phase.
        if row.set_aside.keys() == self.set_aside.keys() or failure.startswith(NOTHING_CHANGED):
            return row
        return row.model_copy(update={"failures": self.failures | {failure: self.failures.get(failure, 0) + 1}})

    @property
    def set_aside(self) -> dict[str, str]:
        """The tasks that are not tried again before a person continues, each with its last failure."""
        return {task_id: failures[-1] for task_id, failures in self.failed.items() if _is_stuck(failures)}

    def _is_of_phase(self, run_id: str) -> bool:
        """Whether the run was started for the current phase."""
        run = next((run for run in self.runs if run.run_id == run_id), None)
        return run is None or run.phase_id in (None, self.phase_id)

    def looked_at(self, by: str, at: datetime) -> "Autopilot":
        """A person has seen how it stands, and wants it to go on: what it said is over."""
        clear = {"failures": {}, "failed": {}, "refusals": 0, "last_tick": None}
        return self.model_copy(update={"by": by, "looked": at, **clear})


def _is_stuck(failures: Sequence[str]) -> bool:
    """Whether another run of the task would fail like the ones before: the same twice, or three of any kind."""
    return len(set(failures)) < len(failures) or len(failures) >= FAILURES_MOST


def night_of(now: datetime) -> str:
    """The night that a moment belongs to, from noon to noon in UTC, named by the day on which it begins."""
    return (now - timedelta(hours=12)).date().isoformat()


def pill_of(app: App, row: Autopilot) -> Pill:
    """`error` where it stopped and a person has to look; `idle` where there is nothing to do for it. What a person has
    just started is running: its first look comes in seconds.
    """
    if app.autonomy_mode == "off":
        return "off"
    if app.autopilot_paused:
        return "paused"
    said = row.last_tick
    if said is None:
        return "running" if row.runs or (row.by and app.active_phase_node_id) else "idle"
    if said.reason in ("phase_done", "no_tasks", "no_phase", "off", "paused"):
        return "running" if row.runs else "idle"
    if said.status == TickStatus.IDLE:
        return "error"
    return "waiting" if said.status == TickStatus.WAITING_FOR_APPROVAL else "running"
