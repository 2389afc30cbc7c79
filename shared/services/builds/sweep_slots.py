"""Places of builds whose execution has ended without giving them back, and waiting builds that nobody has woken."""

import logging

from shared.domain.builds.build_slots import BuildSlots
from shared.domain.errors import AppError
from shared.services.builds.build_slots import free_place, wake
from shared.services.ports_bundle import BuildPorts

logger = logging.getLogger(__name__)


def sweep_slots(*, ports: BuildPorts) -> int:
    """How many places were given back. A tenant's that fail are logged and left for the next sweep."""
    freed = 0
    for slots in ports.slots.busy():
        try:
            freed += _sweep(slots, ports)
        except AppError:
            logger.exception("a tenant's builds could not be swept", extra={"tenant_id": slots.tenant_id})
    return freed


def _sweep(slots: BuildSlots, ports: BuildPorts) -> int:
    """Each place as it is found, those at work first: five hundred may wait, and not all can be asked about at once."""
    freed = 0
    for place in (*slots.running, *slots.waiting):
        if not ports.workflows.is_running(place.execution):
            logger.warning("a build's place is given back", extra={"build_id": place.build_id})
            free_place(slots.tenant_id, place, ports=ports)
            freed += 1
    if not freed:
        wake(slots, ports)
    return freed
