"""Headings of a plan that hold nothing any more: what stands below them in the text lies elsewhere in the plan."""

from bisect import bisect_left
from collections.abc import Collection, Iterator, Mapping

from shared.domain.planning.plan import Plan
from shared.domain.planning.plan_node import Anchor, PlanNode


def emptied(plan: Plan, named: Collection[str]) -> list[PlanNode]:
    """Those without a task, where the ids of nodes with tasks are `named`."""
    quotes = sorted(anchor.start for node in plan.nodes.values() for anchor in _quotes(node))
    headings = sorted(_heading_starts(plan.nodes))
    return [
        node
        for node in plan.nodes.values()
        if _says_nothing(node) and node.id not in named and not plan.children.get(node.id)
        and _has_between(quotes, *_section(node, headings))
    ]  # fmt: skip


def moved_to(node: PlanNode, plan: Plan) -> list[PlanNode]:
    """Of a heading that was left behind: the nodes that quote what stands below it, in the order of the text."""
    start, end = _section(node, sorted(_heading_starts(plan.nodes)))
    quotes = ((anchor.start, other) for other in plan.nodes.values() for anchor in _quotes(other))
    found = sorted((pair for pair in quotes if start <= pair[0] < end), key=lambda pair: pair[0])
    return [*{other.id: other for _, other in found}.values()]


def _says_nothing(node: PlanNode) -> bool:
    """Whether it is a heading and no more; a phase is one by itself."""
    is_heading = not node.quoted and len(node.anchors) == 1 and node.stale is None
    return is_heading and node.kind != "phase" and not node.acceptance


def _quotes(node: PlanNode) -> Iterator[Anchor]:
    """None of what a newer text has left behind: its places are of another one."""
    if node.stale is None:
        yield from node.anchors if node.quoted else node.anchors[1:]


def _heading_starts(nodes: Mapping[str, PlanNode]) -> Iterator[int]:
    whole = (node for node in nodes.values() if node.stale is None and not node.quoted)
    return (node.anchors[0].start for node in whole if node.anchors)


def _section(node: PlanNode, headings: list[int]) -> tuple[int, float]:
    """From its heading to the next one of the plan."""
    start = node.anchors[0].start
    at = bisect_left(headings, start + 1)
    return start, headings[at] if at < len(headings) else float("inf")


def _has_between(places: list[int], start: int, end: float) -> bool:
    at = bisect_left(places, start)
    return at < len(places) and places[at] < end
