"""Which parts of a plan tasks speak for, and which nobody has written tasks for."""

from shared.domain.planning.emptied import emptied
from shared.domain.planning.plan import Plan
from shared.domain.planning.plan_node import PlanNode
from shared.domain.planning.plan_tree import ancestors, in_reading_order
from shared.domain.planning.task import Task

_OF_ALL = ("epic", "feature", "story", "task_spec")


def with_tasks(plan: Plan) -> set[str]:
    """The ids of the nodes that tasks name, called off ones too: somebody has decided about those."""
    return {name for task in plan.tasks.values() for name in nodes_of(task) if name in plan.nodes}


def nodes_of(task: Task) -> tuple[str, ...]:
    """The ids of its node and of the parts in it that it carries out."""
    return ((task.source_plan_node_id,) if task.source_plan_node_id else ()) + task.covers


def around(node_ids: set[str], plan: Plan) -> set[str]:
    """These, and the nodes that they lie in."""
    return node_ids | {above.id for node_id in node_ids for above in ancestors(plan.nodes[node_id], plan.nodes)}


def parts_without_tasks(plan: Plan) -> list[PlanNode]:
    """The innermost parts that no task speaks for, in reading order. What a newer text has left behind waits for a
    person, and a phase with nothing in it for its own button. A heading that was emptied is no part, nor an open
    question.
    """
    named = with_tasks(plan)
    empty = {node.id for node in emptied(plan, named)}
    return [
        node
        for node in in_reading_order(plan.children)
        if node.kind in _OF_ALL
        and not node.asks
        and all(child.asks for child in plan.children.get(node.id, ()))
        and node.stale is None
        and node.id not in empty
        and not {node.id, *(above.id for above in ancestors(node, plan.nodes))} & named
    ]
