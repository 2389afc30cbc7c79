"""How an autopilot stands, in one word for people."""

from typing import Literal

from shared.domain.apps.app import App
from shared.domain.autopilot.record import Autopilot
from shared.domain.autopilot.steps import TickStatus

Pill = Literal["off", "idle", "running", "waiting", "paused", "error"]


def pill_of(app: App, row: Autopilot) -> Pill:
    """`error` where it stopped and a person has to look; `idle` where there is nothing to do for it."""
    if app.autonomy_mode == "off":
        return "off"
    if app.autopilot_paused:
        return "paused"
    said = row.last_tick
    if said is None or said.reason in ("phase_done", "no_tasks", "no_phase", "off", "paused"):
        return "running" if row.runs else "idle"
    if said.status == TickStatus.IDLE:
        return "error"
    return "waiting" if said.status == TickStatus.WAITING_FOR_APPROVAL else "running"
