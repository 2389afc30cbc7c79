"""Somebody asks for a tick: the same as those of the execution, which is started where none is running."""

from shared.domain.autopilot.record import TickSaid
from shared.domain.identity import Principal
from shared.services.autopilot.autopilot_ports import Manager
from shared.services.autopilot.keep_ticking import keep_ticking
from shared.services.autopilot.tick import tick
from shared.services.get_app import get_app


def nudge(*, principal: Principal, app_id: str, manager: Manager) -> TickSaid:
    """What the tick did, or why it did nothing. NotFound for a project of somebody else."""
    app = get_app(principal=principal, app_id=app_id, apps=manager.ports.apps)
    said = tick(app.tenant_id, app.id, manager)
    keep_ticking(app, manager)
    return said
