"""What a document says of a node, word for word."""

from collections.abc import Sequence

from shared.domain.planning.plan_node import PlanNode


def words_of(node: PlanNode, nodes: Sequence[PlanNode], text: str) -> list[str]:
    """The quotes of a requirement; of a heading all that stands below it, up to the next one that is not inside.

    `nodes`: of the same blueprint.
    """
    places = [(anchor.start, anchor.end) for anchor in node.anchors]
    if places and not node.quoted:
        start, end = places[0][0], _end_of(node, nodes, len(text))
        places = [(start, end), *(place for place in places[1:] if not start <= place[0] < end)]
    return [text[start:end] for start, end in places if text[start:end].strip()]


def _end_of(node: PlanNode, nodes: Sequence[PlanNode], most: int) -> int:
    inside, start = _inside(node, nodes), node.anchors[0].start
    headings = (one.anchors[0].start for one in nodes if one.anchors and not one.quoted and one.id not in inside)
    return min((place for place in headings if place > start), default=most)


def _inside(node: PlanNode, nodes: Sequence[PlanNode]) -> set[str]:
    """The node and all below it: `nodes` come in any order."""
    found, added = {node.id}, True
    while added:
        below = {one.id for one in nodes if one.parent_id in found} - found
        found, added = found | below, bool(below)
    return found
