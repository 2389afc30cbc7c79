"""A plan that was read from a text is stored: thousands of nodes of one blueprint."""

from collections.abc import Sequence

from shared.domain.errors import PlanTooLarge
from shared.domain.planning.plan_change import WRITES_MOST, PlanChange
from shared.domain.planning.plan_node import PlanNode
from shared.services.loop_ports import LoopPorts
from shared.services.parallel import for_each

NODES_MOST = 5_000
"""Of a blueprint: its plan is read whole, and answered whole."""
_BATCH, _THREADS = WRITES_MOST // 2, 4


def add_nodes(nodes: Sequence[PlanNode], ports: LoopPorts) -> None:
    """Store those that are not there yet, in batches: after one that failed a second call does what is left.

    PlanTooLarge. They must be a tree already, as nobody else changes a plan while it is read.
    """
    if not nodes:
        return
    first = nodes[0]
    known = {node.id for node in ports.plans.nodes(first.tenant_id, first.app_id, first.blueprint_id)}
    new = [node for node in nodes if node.id not in known]
    if len(known) + len(new) > NODES_MOST:
        raise PlanTooLarge(f"A plan has at most {NODES_MOST:,} nodes.")
    batches = [PlanChange(nodes=new[start : start + _BATCH]) for start in range(0, len(new), _BATCH)]
    for_each(lambda change: _store(change, ports), batches, _THREADS)


def _store(change: PlanChange, ports: LoopPorts) -> None:
    ports.plans.put(change)
