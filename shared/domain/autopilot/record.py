"""What the autopilot of a project remembers from tick to tick."""

from datetime import datetime, timedelta
from typing import Literal

from shared.domain.apps.app import App
from shared.domain.autopilot.steps import TickStatus
from shared.domain.base import Entity, Moment, OneOfApp

Pill = Literal["off", "idle", "running", "waiting", "paused", "error"]


class ManagedRun(Entity):
    """A run of the manager that is not recorded. Its id was made before the run, which holds the claim of the task."""

    run_id: str
    task_id: str
    files: tuple[str, ...] = ()


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

    Money is in micro-dollars. What is counted is of `phase_id` and, for `spent_night`, of `night`; a person who starts
    or goes on clears `failures` and `refusals`. `done` counts tasks that were finished with evidence. `generation`
    names the execution that ticks; `by` is who started it, in whose name runs are made.
    """

    by: str = ""
    phase_id: str | None = None
    runs: tuple[ManagedRun, ...] = ()
    phase_cap: int | None = None
    night_cap: int | None = None
    spent_phase: int = 0
    spent_night: int = 0
    night: str = ""
    failures: dict[str, int] = {}
    refusals: int = 0
    done: int = 0
    last_tick: TickSaid | None = None
    generation: int = 0

    def at(self, phase_id: str | None, now: datetime) -> "Autopilot":
        """With the counts of this phase and this night: those of another one are over."""
        night = night_of(now)
        fields: dict[str, object] = {} if night == self.night else {"night": night, "spent_night": 0}
        if phase_id != self.phase_id:
            fields |= {"phase_id": phase_id, "spent_phase": 0, "done": 0, "failures": {}, "refusals": 0}
        return self.model_copy(update=fields)

    def begins(self, run: ManagedRun) -> "Autopilot":
        return self.model_copy(update={"runs": (*self.runs, run)})

    def without(
        self, run_id: str, *, cost: int, failure: str | None = None, refused: int = 0, done: bool = False
    ) -> "Autopilot":
        """Without that run; what came of it is counted."""
        failures = self.failures if failure is None else self.failures | {failure: self.failures.get(failure, 0) + 1}
        return self.model_copy(
            update={
                "runs": tuple(run for run in self.runs if run.run_id != run_id),
                "spent_phase": self.spent_phase + cost,
                "spent_night": self.spent_night + cost,
                "failures": failures,
                "refusals": self.refusals + refused,
                "done": self.done + done,
            }
        )

    def looked_at(self, by: str) -> "Autopilot":
        """A person has seen how it stands, and wants it to go on: what it said is over."""
        return self.model_copy(update={"by": by, "failures": {}, "refusals": 0, "last_tick": None})


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
