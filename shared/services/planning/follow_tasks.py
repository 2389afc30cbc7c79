"""Nodes whose status follows from their tasks, after tasks have changed."""

from collections.abc import Iterator

from shared.domain.planning.node_status import follow_tasks as derive
from shared.domain.planning.plan import Plan
from shared.domain.planning.plan_change import WRITES_MOST, PlanChange
from shared.domain.planning.plan_node import PlanNode
from shared.services.or_none import or_none
from shared.services.planning.task_ports import TaskPorts
from shared.services.until_written import until_written


def follow_tasks(tenant_id: str, node_id: str | None, ports: TaskPorts) -> None:
    """Write the status of the node, of those it lies in and of what its tasks speak for, where they ask for it and it
    is another now.
    """
    node = or_none(ports.plans.node, tenant_id, node_id) if node_id else None
    if node is None or not any(each.follows_tasks for each in _upwards(node, ports)):
        return

    def read() -> list[PlanNode]:
        nodes = ports.plans.nodes(node.tenant_id, node.app_id, node.blueprint_id)
        tasks = ports.plans.tasks(node.tenant_id, node.app_id)
        now = ports.clock.now()
        changed = derive(Plan.of(tasks, nodes, now), node.id)
        return [each.model_copy(update={"updated_at": now}) for each in changed]

    def write(changed: list[PlanNode]) -> None:
        for start in range(0, len(changed), WRITES_MOST):
            ports.plans.put(PlanChange(nodes=changed[start : start + WRITES_MOST]))

    until_written(read, write, "The plan")


def _upwards(node: PlanNode | None, ports: TaskPorts) -> Iterator[PlanNode]:
    """The node and those it lies in: five at most, as each is of an outer kind."""
    while node is not None:
        yield node
        node = or_none(ports.plans.node, node.tenant_id, node.parent_id) if node.parent_id else None
