"""A person starts a phase, goes on, or pauses: explicitly, by a button or after a confirmed proposal."""

from typing import Literal, Self

from pydantic import Field, model_validator

from shared.domain.apps.app import App, AutonomyMode
from shared.domain.autopilot.record import Autopilot
from shared.domain.base import Input
from shared.domain.errors import Invalid, NotFound
from shared.domain.identity import Principal
from shared.domain.ids import require_id
from shared.domain.spending.spending import micro
from shared.services.autopilot.autopilot_ports import Manager
from shared.services.autopilot.keep_ticking import keep_ticking
from shared.services.change_app import change_app
from shared.services.loop_ports import LoopPorts
from shared.services.until_written import until_written

Action = Literal["start", "continue", "pause"]


class AutopilotOrder(Input):
    """`start` a phase (the active one, unless another is named), `continue` after a pause or a stop, or `pause`.

    `mode` is the project's from then on. The budgets are in dollars: of the phase, and of a night.
    """

    action: Action
    phase_node_id: str | None = Field(default=None, max_length=40)
    mode: AutonomyMode | None = None
    phase_budget_usd: float | None = Field(default=None, ge=0, le=10_000)
    night_budget_usd: float | None = Field(default=None, ge=0, le=10_000)

    @model_validator(mode="after")
    def _fits(self) -> Self:
        if self.phase_node_id is not None and self.action != "start":
            raise ValueError("only `start` names a phase")
        return self


def order_autopilot(*, principal: Principal, app_id: str, order: AutopilotOrder, manager: Manager) -> App:
    """The project as it is from now on. A pause leaves runs at work to their ends, and starts none.

    NotFound for a phase of another project, Invalid where there is no phase or the mode is off.
    """
    ports = manager.ports
    known = ports.apps.get(principal.tenant_id, require_id("app", app_id))
    phase_id = _phase(known, order, ports)
    app = change_app(ports, known.tenant_id, known.id, lambda app: _changed(app, order, phase_id))
    if order.action != "pause":
        _look(app, principal, order, ports)
        keep_ticking(app, manager)
    return app


def _phase(app: App, order: AutopilotOrder, ports: LoopPorts) -> str | None:
    wanted = order.phase_node_id
    if wanted is None:
        if order.action != "pause" and app.active_phase_node_id is None:
            raise Invalid("The project has no active phase. Name one: `phase_node_id`.")
        return app.active_phase_node_id
    node = ports.plans.node(app.tenant_id, require_id("node", wanted))
    if node.app_id != app.id:
        raise NotFound("There is no such plan node in this project.")
    if node.kind != "phase":
        raise Invalid("The autopilot works at a phase; that node is another kind.")
    return node.id


def _changed(app: App, order: AutopilotOrder, phase_id: str | None) -> App:
    mode = order.mode or app.autonomy_mode
    if mode == "off" and order.action != "pause":
        raise Invalid("The autopilot is off. Send a `mode`: suggest, semi_auto or full_auto.")
    paused = order.action == "pause"
    return app.model_copy(update={"autonomy_mode": mode, "active_phase_node_id": phase_id, "autopilot_paused": paused})


def _look(app: App, who: Principal, order: AutopilotOrder, ports: LoopPorts) -> None:
    """What stopped it has been seen; the budgets are what is said now."""

    def write(row: Autopilot) -> Autopilot:
        row = row.at(app.active_phase_node_id, ports.clock.now()).looked_at(who.subject, ports.clock.now())
        caps = {"phase_cap": order.phase_budget_usd, "night_cap": order.night_budget_usd}
        said = {name: micro(dollars) for name, dollars in caps.items() if dollars is not None}
        return ports.autopilots.put(row.model_copy(update=said))

    until_written(lambda: ports.autopilots.get(app.tenant_id, app.id), write, "The autopilot")
