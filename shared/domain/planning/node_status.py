"""The status of a node that follows from its tasks and from the nodes in it."""

from collections.abc import Iterable, Sequence

from shared.domain.planning.coverage import followers
from shared.domain.planning.plan import Plan
from shared.domain.planning.plan_node import PlanNode
from shared.domain.planning.plan_tree import ancestors
from shared.domain.planning.words import NodeStatus, TaskStatus

_OF_TASK = {
    TaskStatus.OPEN: NodeStatus.PLANNED,
    TaskStatus.IN_PROGRESS: NodeStatus.IN_PROGRESS,
    TaskStatus.BLOCKED: NodeStatus.BLOCKED,
    TaskStatus.DONE: NodeStatus.DONE,
}


def follow_tasks(plan: Plan, node_id: str) -> list[PlanNode]:
    """The nodes that change when the tasks of this one have, where they ask for it: itself, those it lies in, and the
    parts of it that have no tasks of their own, which its tasks speak for.
    """
    node = plan.nodes.get(node_id)
    if node is None:
        return []
    found = _followed(node, plan)
    for each in (node, *ancestors(node, plan.nodes)):
        if each.follows_tasks and (changed := _derived(each, plan, found)) != each:
            found[each.id] = changed
    return list(found.values())


def _derived(node: PlanNode, plan: Plan, changed: dict[str, PlanNode]) -> PlanNode:
    """As its parts have it; as it is when it has none."""
    nodes = [changed.get(child.id, child) for child in plan.children.get(node.id, ())]
    own = [task for task in plan.tasks.values() if task.source_plan_node_id == node.id]
    standings = [plan.standing(task).status for task in own]
    parts = [*(child.status for child in nodes), *(_OF_TASK[one] for one in standings if one in _OF_TASK)]
    if not parts:
        return node
    status = _joined(parts)
    doubt = any(child.unproven for child in nodes) or any(task.unproven for task in own)
    return node.model_copy(update={"status": status, "unproven": status == NodeStatus.DONE and doubt})


def _followed(node: PlanNode, plan: Plan) -> dict[str, PlanNode]:
    own = [task for task in plan.tasks.values() if task.source_plan_node_id == node.id]
    words = [_OF_TASK[one] for task in own if (one := plan.standing(task).status) in _OF_TASK]
    if not words:
        return {}
    status = _joined(words)
    update = {"status": status, "unproven": status == NodeStatus.DONE and any(task.unproven for task in own)}
    asking = [each for each in followers(node, plan) if each.follows_tasks]
    changed = [each.model_copy(update=update) for each in asking]
    return {each.id: each for each, before in zip(changed, asking, strict=True) if each != before}


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
