"""What the status of a plan node rests on: a person's word, tasks, or nothing of its own."""

from typing import Literal, NamedTuple

from shared.domain.planning.coverage import around, with_tasks
from shared.domain.planning.emptied import emptied
from shared.domain.planning.plan import Plan
from shared.domain.planning.plan_node import PlanNode
from shared.domain.planning.words import NodeStatus

Basis = Literal["said", "tasks", "above", "moved", "none"]
"""`said`: a person's word. `tasks`: tasks of it or of what lies in it, or a person's word of such a part. `above`: it
has no task of its own, and those of what it lies in are about it too. `moved`: a heading whose every requirement lies
elsewhere in the plan. `none`: no task is about it yet.
"""


class NodeStanding(NamedTuple):
    """`unproven`: a person called it, or what it rests on, done, and nothing shows it."""

    status: NodeStatus
    basis: Basis
    unproven: bool = False


def node_standings(plan: Plan) -> dict[str, NodeStanding]:
    """Of every node, by its id."""
    named = with_tasks(plan)
    said = {node.id for node in plan.nodes.values() if not node.follows_tasks}
    resting = around(named | said, plan)
    moved = {node.id for node in emptied(plan, named)}
    found: dict[str, NodeStanding] = {}
    waiting = [(node, False) for node in plan.children.get(None, ())]
    while waiting:
        node, is_spoken_for = waiting.pop()
        found[node.id] = _standing(node, _basis(node, resting, moved, is_spoken_for=is_spoken_for))
        waiting += [(child, is_spoken_for or node.id in named) for child in plan.children.get(node.id, ())]
    return found


def _basis(node: PlanNode, resting: set[str], moved: set[str], *, is_spoken_for: bool) -> Basis:
    if not node.follows_tasks:
        return "said"
    if node.id in resting:
        return "tasks"
    if node.id in moved:
        return "moved"
    return "above" if is_spoken_for else "none"


def _standing(node: PlanNode, basis: Basis) -> NodeStanding:
    """What rests on nothing of its own is planned, whatever was written of it before."""
    if basis in ("above", "moved"):
        return NodeStanding(NodeStatus.PLANNED, basis)
    return NodeStanding(node.status, basis, node.unproven)
