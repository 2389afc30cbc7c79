"""What a document says of a node, word for word."""

from collections.abc import Sequence

from shared.domain.planning.plan_node import PlanNode


def words_of(node: PlanNode, nodes: Sequence[PlanNode], text: str) -> list[str]:
    """The quotes of a requirement; of a heading all that stands below it, up to the next one that is not inside, and
    what was moved into it from other places.

    `nodes`: of the same blueprint.
    """
    found = _apart(_places(node, nodes, len(text)))
    inside = set[str]() if node.quoted else _inside(node, nodes)
    moved = [one for one in nodes if one.id in inside and any(not _is_in(found, each.start) for each in one.anchors)]
    found = _apart([*found, *sorted(place for one in moved for place in _places(one, nodes, len(text)))])
    return [text[start:end] for start, end in found if text[start:end].strip()]


def _apart(places: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Those that do not begin inside an earlier one."""
    found: list[tuple[int, int]] = []
    for start, end in places:
        if not _is_in(found, start):
            found.append((start, end))
    return found


def _is_in(places: Sequence[tuple[int, int]], start: int) -> bool:
    return any(first <= start < last for first, last in places)


def _places(node: PlanNode, nodes: Sequence[PlanNode], most: int) -> list[tuple[int, int]]:
    places = [(anchor.start, anchor.end) for anchor in node.anchors]
    if places and not node.quoted:
        places[0] = places[0][0], _end_of(node, nodes, most)
    return places


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
