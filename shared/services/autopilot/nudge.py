"""Somebody asks for a tick: the same as those of the execution, which is started where none is running."""

from shared.domain.autopilot.record import TickSaid
from shared.domain.autopilot.tick_status import TickStatus
from shared.domain.identity import Principal
from shared.services.autopilot.autopilot_ports import Manager
from shared.services.autopilot.keep_ticking import keep_ticking
from shared.services.autopilot.tick import tick
from shared.services.get_app import get_app


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
