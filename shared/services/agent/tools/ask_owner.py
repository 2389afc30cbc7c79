"""A package that the catalog lacks is put before its owner when a tool was asked for it."""

from dataclasses import replace

from shared.domain.assets.catalog import Catalog
from shared.services.builds.additions.propose_addition import Asker, propose_additions
from shared.services.loop_ports import LoopPorts
from shared.tools.base import ToolResult

ASKED = " The catalog's owner was asked to add it; go on without it."


def ask_owner(
    name: object, result: ToolResult, catalog: Catalog, *, whose: tuple[str, str, str | None], ports: LoopPorts
) -> ToolResult:
    """The refusal of `add_dependency`, which says so where the owner has it before them now."""
    if result.ok or not isinstance(name, str) or catalog.version(name) is not None:
        return result
    tenant_id, app_id, run_id = whose
    asker = Asker(tenant_id, app_id, run_id=run_id)
    now, own = ports.clock.now(), ports.own_catalogs()
    asked = propose_additions([name], catalog.line, asker=asker, now=now, own=own)
    return replace(result, text=f"{result.text}{ASKED}") if asked else result
