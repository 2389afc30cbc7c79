"""Which blueprint and which phase of it a project works on, and how the autopilot may."""

from collections.abc import Set
from typing import Annotated, Any

from pydantic import Field

from shared.domain.apps.app import App
from shared.domain.base import Input
from shared.domain.errors import BlueprintArchived, NotFound
from shared.domain.ids import require_id
from shared.domain.planning.plan_node import PlanNode
from shared.domain.planning.plan_tree import require_phase
from shared.domain.planning.words import BlueprintStatus
from shared.services.loop_ports import LoopPorts

PARALLEL_MOST = 8
_PLACES = {"active_blueprint_id", "active_phase_node_id"}


class PlanChoice(Input):
    """`active_phase_node_id` is a phase of the active blueprint; null for either takes it back.

    `autopilot_paused` stops what begins by itself; `max_parallel_runs` is how many runs the autopilot has at once.
    """

    active_blueprint_id: str | None = Field(default=None, max_length=40)
    active_phase_node_id: str | None = Field(default=None, max_length=40)
    autopilot_paused: bool = False
    max_parallel_runs: Annotated[int, Field(ge=1, le=PARALLEL_MOST)] = 1


def choose_plan(app: App, choice: PlanChoice, given: Set[str], ports: LoopPorts) -> dict[str, Any]:
    """The fields of the app that were `given`. A phase that is not of a new blueprint is left with the old one.

    NotFound for what is not of this app, Invalid for a phase that is none, BlueprintArchived.
    """
    update: dict[str, Any] = {name: getattr(choice, name) for name in given & {"autopilot_paused", "max_parallel_runs"}}
    if not given & _PLACES:
        return update
    blueprint_id = choice.active_blueprint_id if "active_blueprint_id" in given else app.active_blueprint_id
    if "active_blueprint_id" in given and blueprint_id is not None:
        _require_usable(app, blueprint_id, ports)
    wanted = "active_phase_node_id" in given
    phase_id = choice.active_phase_node_id if wanted else app.active_phase_node_id
    phase = _phase(app, phase_id, blueprint_id, ports, required=wanted)
    return update | {"active_blueprint_id": blueprint_id, "active_phase_node_id": phase.id if phase else None}


def _require_usable(app: App, blueprint_id: str, ports: LoopPorts) -> None:
    blueprint = ports.blueprints.get(app.tenant_id, app.id, require_id("bp", blueprint_id))
    if blueprint.status == BlueprintStatus.ARCHIVED:
        raise BlueprintArchived("An archived blueprint cannot be the active one.")


def _phase(
    app: App, phase_id: str | None, blueprint_id: str | None, ports: LoopPorts, *, required: bool
) -> PlanNode | None:
    """The phase as the blueprint has it; else None, or the reason why not where it was asked for."""
    if phase_id is None:
        return None
    nodes = ports.plans.nodes(app.tenant_id, app.id, blueprint_id) if blueprint_id is not None else []
    found = next((node for node in nodes if node.id == phase_id), None)
    if found is None and required:
        raise NotFound("There is no such phase in the active blueprint.")
    return require_phase(found) if found is not None and required else found
