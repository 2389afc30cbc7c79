"""What open questions of a text are about: the parts of the plan that rest on the same words of it."""

from collections.abc import Iterable, Iterator

from shared.domain.planning.plan_node import Anchor, PlanNode

_STRETCH = 1_000
"""Places are looked for among those in the same stretches of the text."""


def questions_by_part(nodes: Iterable[PlanNode]) -> dict[str, list[PlanNode]]:
    """For the id of each part with such: the questions about words that it quotes, answered or not, in their order."""
    every = list(nodes)
    near: dict[int, list[PlanNode]] = {}
    for question in (one for one in every if one.is_question):
        for stretch in dict.fromkeys(_stretches(question)):
            near.setdefault(stretch, []).append(question)
    found: dict[str, list[PlanNode]] = {}
    for node in (one for one in every if not one.asks):
        close = {one.id: one for stretch in _stretches(node) for one in near.get(stretch, ())}
        about = [one for one in close.values() if _share(one, node)]
        if about:
            found[node.id] = about
    return found


def _stretches(node: PlanNode) -> Iterator[int]:
    for anchor in node.anchors:
        yield from range(anchor.start // _STRETCH, anchor.end // _STRETCH + 1)


def _share(one: PlanNode, other: PlanNode) -> bool:
    return any(_overlap(a, b) for a in one.anchors for b in other.anchors)


def _overlap(one: Anchor, other: Anchor) -> bool:
    return one.start < other.end and other.start < one.end
