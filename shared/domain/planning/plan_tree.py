"""The tree of plan nodes: phase > epic > feature > story > task spec, in reading order."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping

from shared.domain.errors import Invalid, NotFound, PlanCycle, PlanKindOrder
from shared.domain.planning.plan_node import PlanNode
from shared.domain.planning.words import NODE_KINDS, NodeKind

Children = Mapping[str | None, list[PlanNode]]


def children_of(nodes: Iterable[PlanNode]) -> Children:
    """By the id of the parent, in reading order; None has the roots. A node whose parent is gone is a root."""
    known = {node.id: node for node in nodes}
    found: defaultdict[str | None, list[PlanNode]] = defaultdict(list)
    for node in sorted(known.values(), key=lambda node: (node.order_index, node.id)):
        found[node.parent_id if node.parent_id in known else None].append(node)
    return found


def in_reading_order(children: Children, root: str | None = None) -> Iterator[PlanNode]:
    """All below `root`, each before what is below it."""
    waiting = list(reversed(children.get(root, [])))
    while waiting:
        node = waiting.pop()
        yield node
        waiting += reversed(children.get(node.id, []))


def subtree(children: Children, root: str) -> set[str]:
    """The ids of `root` and of all below it."""
    return {root, *(node.id for node in in_reading_order(children, root))}


def ancestors(node: PlanNode, nodes: Mapping[str, PlanNode]) -> list[PlanNode]:
    """The nodes it lies in, the innermost first."""
    found: list[PlanNode] = []
    above = nodes.get(node.parent_id or "")
    while above is not None and above not in found:
        found.append(above)
        above = nodes.get(above.parent_id or "")
    return found


def check_place(node: PlanNode, nodes: Mapping[str, PlanNode]) -> None:
    """PlanCycle for a node below itself, PlanKindOrder for a kind that may not lie there, NotFound for no such parent.

    `nodes` are those of its blueprint, as they were before the change.
    """
    children = children_of(nodes.values())
    if node.parent_id is not None:
        parent = nodes.get(node.parent_id)
        if parent is None:
            raise NotFound("There is no such plan node in this blueprint.")
        _refuse_below_itself(node, parent, nodes)
        _refuse_kinds(parent.kind, node.kind)
    for child in children.get(node.id, ()):
        _refuse_kinds(node.kind, child.kind)


def is_inside(inner: NodeKind, outer: NodeKind) -> bool:
    """Whether a node of the one kind may lie in one of the other; levels may be left out."""
    return NODE_KINDS.index(inner) > NODE_KINDS.index(outer)


def _refuse_below_itself(node: PlanNode, parent: PlanNode, nodes: Mapping[str, PlanNode]) -> None:
    way = [parent, *ancestors(parent, nodes)]
    ids = [each.id for each in way]
    if node.id in ids:
        cycle = [node.id, *ids[: ids.index(node.id) + 1]]
        raise PlanCycle("A plan node cannot lie below itself.", cycle=cycle)


def _refuse_kinds(outer: NodeKind, inner: NodeKind) -> None:
    if not is_inside(inner, outer):
        raise PlanKindOrder(f"{_spelled(inner)} cannot lie in {_spelled(outer)}: {' > '.join(NODE_KINDS)}.")


def _spelled(kind: NodeKind) -> str:
    return f"{'an' if kind[0] in 'aeiou' else 'a'} {kind.replace('_', ' ')}"


def require_phase(node: PlanNode) -> PlanNode:
    """The node itself; Invalid for one that is no phase."""
    if node.kind != "phase":
        raise Invalid(f"The active phase must be a phase; this is {_spelled(node.kind)}.")
    return node
