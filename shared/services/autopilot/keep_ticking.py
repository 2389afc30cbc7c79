"""The execution that ticks: one a project, started where none is running, over when there is nothing to wait for."""

from shared.domain.apps.app import App
from shared.domain.autopilot.record import Autopilot, TickSaid
from shared.domain.autopilot.steps import TickState, TickStatus
from shared.domain.errors import NotFound
from shared.domain.identity import Principal
from shared.services.autopilot.autopilot_ports import Manager
from shared.services.autopilot.tick import is_active, tick
from shared.services.get_app import get_app
from shared.services.until_written import until_written

SOON, AT_WORK, LONGEST = 2, 10, 900
TICKS_MOST = 2_000
"""Of one execution: its history has room for 25,000 events, and a tick makes some ten of them."""


def keep_ticking(app: App, manager: Manager, *, asleep: bool = False) -> None:
    """Begin where no execution is running. Idempotent: the same generation has the same name.

    `asleep`: one that is running looks too rarely now. Another takes its place, and it ends when it next looks.
    """
    row = manager.ports.autopilots.get(app.tenant_id, app.id)
    if is_active(app) and (asleep or not _is_running(row, manager)):
        manager.workflows.start_ticks(_next_generation(row, manager))


def _is_running(row: Autopilot, manager: Manager) -> bool:
    return bool(row.generation) and manager.workflows.is_running(manager.workflows.execution_of_ticks(row))


def tick_once(state: TickState, manager: Manager) -> TickState:
    """One tick, and after how many seconds the next is due; `done` ends the execution, also for a deleted project."""
    row = manager.ports.autopilots.get(state.tenant_id, state.app_id)
    if row.generation != state.generation:
        return state.model_copy(update={"next": "done"})
    try:
        said = tick(state.tenant_id, state.app_id, manager)
    except NotFound:
        return state.model_copy(update={"next": "done"})
    if _is_over(said):
        return state.model_copy(update={"next": "done"})
    if state.ticks >= TICKS_MOST:
        manager.workflows.start_ticks(_next_generation(row, manager))
        return state.model_copy(update={"next": "done"})
    quiet = state.quiet + 1 if said.status in _QUIET else 0
    seconds = _seconds(said, quiet)
    return state.model_copy(update={"next": "wait", "seconds": seconds, "quiet": quiet, "ticks": state.ticks + 1})


_QUIET = (TickStatus.WAITING_FOR_APPROVAL, TickStatus.NOTHING_TO_DO)


def _is_over(said: TickSaid) -> bool:
    """Whether only a person can change that: they begin it again."""
    return said.status == TickStatus.IDLE or said.reason in ("phase_done", "no_tasks")


def _seconds(said: TickSaid, quiet: int) -> int:
    """Soon after something was done; a run at work is looked at often, a person is waited for more and more rarely."""
    if said.status not in _QUIET:
        return SOON
    if said.reason == "at_work":
        return AT_WORK
    return int(min(LONGEST, AT_WORK * 2 ** min(quiet, 7)))


def _next_generation(known: Autopilot, manager: Manager) -> Autopilot:
    """The row of the next execution; what another has started meanwhile, where one has."""

    def write(row: Autopilot) -> Autopilot:
        if row.generation != known.generation:
            return row
        return manager.ports.autopilots.put(row.model_copy(update={"generation": row.generation + 1}))

    def read() -> Autopilot:
        return manager.ports.autopilots.get(known.tenant_id, known.app_id)

    return until_written(read, write, "The autopilot")


def nudge(*, principal: Principal, app_id: str, manager: Manager) -> TickSaid:
    """What the tick did, or why it did nothing. NotFound for a project of somebody else."""
    app = get_app(principal=principal, app_id=app_id, apps=manager.ports.apps)
    before = manager.ports.autopilots.get(app.tenant_id, app.id).last_tick
    said = tick(app.tenant_id, app.id, manager)
    keep_ticking(app, manager, asleep=_waits(before) and not _waits(said))
    return said


def _waits(said: TickSaid | None) -> bool:
    """Whether a person is waited for: then it is looked more and more rarely."""
    return said is not None and said.status == TickStatus.WAITING_FOR_APPROVAL
