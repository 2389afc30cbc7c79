"""The status of a node that follows from its tasks and from the nodes in it."""

from collections.abc import Iterable, Mapping, Sequence

from shared.domain.planning.basis import Basis, NodeStanding, node_standings
from shared.domain.planning.coverage import around, nodes_of
from shared.domain.planning.plan import Plan
from shared.domain.planning.plan_node import PlanNode
from shared.domain.planning.plan_tree import ancestors, in_reading_order
from shared.domain.planning.words import NodeStatus, TaskStatus

_OF_TASK = {
    TaskStatus.OPEN: NodeStatus.PLANNED,
    TaskStatus.IN_PROGRESS: NodeStatus.IN_PROGRESS,
    TaskStatus.BLOCKED: NodeStatus.BLOCKED,
    TaskStatus.DONE: NodeStatus.DONE,
}
_SILENT: tuple[Basis, ...] = ("above", "moved")
"""What they say of themselves counts for nothing else."""


def follow_tasks(plan: Plan, node_id: str) -> list[PlanNode]:
    """The nodes that change when the tasks of this one, or the nodes in it, have, where they ask for it: the parts in
    it that its tasks carry out, itself, those it lies in, and those in it that have no task of their own: nothing
    shows how far those are.
    """
    node = plan.nodes.get(node_id)
    if node is None:
        return []
    standings = node_standings(plan)
    found = _reset(node, plan, standings)
    for each in (*_carried_out(node, plan), node, *ancestors(node, plan.nodes)):
        if each.follows_tasks and (changed := _derived(each, plan, found, standings)) != each:
            found[each.id] = changed
    return list(found.values())


def _derived(
    node: PlanNode, plan: Plan, changed: Mapping[str, PlanNode], standings: Mapping[str, NodeStanding]
) -> PlanNode:
    """As its tasks and those of its parts have it which say something of themselves; planned where there are none."""
    below = plan.children.get(node.id, ())
    telling = [child for child in below if standings[child.id].basis not in _SILENT and not child.asks]
    nodes = [changed.get(child.id, child) for child in telling]
    own = [task for task in plan.tasks.values() if node.id in nodes_of(task)]
    words = [plan.standing(task).status for task in own]
    parts = [*(child.status for child in nodes), *(_OF_TASK[one] for one in words if one in _OF_TASK)]
    status = _joined(parts) if parts else NodeStatus.PLANNED
    doubt = any(child.unproven for child in nodes) or any(task.unproven for task in own)
    return node.model_copy(update={"status": status, "unproven": status == NodeStatus.DONE and doubt})


def _carried_out(node: PlanNode, plan: Plan) -> list[PlanNode]:
    """The parts in it that its tasks carry out, and what those lie in, the innermost first."""
    covered = {name for task in plan.tasks.values() if task.source_plan_node_id == node.id for name in task.covers}
    touched = around(covered & plan.nodes.keys(), plan)
    return [each for each in in_reading_order(plan.children, node.id) if each.id in touched][::-1]


def _reset(node: PlanNode, plan: Plan, standings: Mapping[str, NodeStanding]) -> dict[str, PlanNode]:
    """Those in it that were said to be further than anything shows."""
    silent = [each for each in in_reading_order(plan.children, node.id) if standings[each.id].basis in _SILENT]
    planned = {"status": NodeStatus.PLANNED, "unproven": False}
    return {each.id: after for each in silent if (after := each.model_copy(update=planned)) != each}


def _joined(parts: Sequence[NodeStatus]) -> NodeStatus:
    if _all(parts, {NodeStatus.DONE}):
        return NodeStatus.DONE
    if NodeStatus.IN_PROGRESS in parts:
        return NodeStatus.IN_PROGRESS
    if _all(parts, {NodeStatus.DONE, NodeStatus.BLOCKED}):
        return NodeStatus.BLOCKED
    return NodeStatus.IN_PROGRESS if NodeStatus.DONE in parts else NodeStatus.PLANNED


def _all(parts: Iterable[NodeStatus], within: set[NodeStatus]) -> bool:
    return all(part in within for part in parts)
