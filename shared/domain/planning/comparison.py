"""What a newer version of a blueprint has changed: each node that is another, lies elsewhere, is new, or is gone."""

from collections.abc import Mapping, Sequence
from typing import Literal

from shared.domain.base import Entity
from shared.domain.planning.coverage import nodes_of
from shared.domain.planning.keep_state import words_of
from shared.domain.planning.plan_node import PlanNode
from shared.domain.planning.task import Task
from shared.domain.planning.words import TaskState
from shared.domain.untrusted import shortened

WORDS_MOST = 2_000
ChangeKind = Literal["changed", "moved", "added", "gone"]


class NodeChange(Entity):
    """One node, before and after. The texts are those of the document, shortened; null where there is none."""

    node_id: str
    what: ChangeKind
    title: str
    text_before: str | None
    text_after: str | None
    parent_before: str | None
    parent_after: str | None
    stale_tasks: tuple[str, ...] = ()
    pinned_tasks: tuple[str, ...] = ()


class Version(Entity):
    """The nodes of one version, and the text they point into."""

    nodes: tuple[PlanNode, ...]
    text: str


def compare_versions(before: Version, after: Version, tasks: Sequence[Task]) -> list[NodeChange]:
    """The changes, in the reading order of the newer version, what is gone at the end.

    Tasks of changed nodes and of those that are gone are stale; those that were started or are done are pinned.
    """
    old = {node.id: node for node in before.nodes}
    of_node: dict[str, list[Task]] = {}
    for task in tasks:
        for node_id in nodes_of(task):
            of_node.setdefault(node_id, []).append(task)
    found: list[NodeChange] = []
    for node in after.nodes:
        former = old.pop(node.id, None)
        what = _change(former, node)
        if (
            what == "changed"
            and former is not None
            and node.id not in of_node
            and _differs_in_quotes_only(former, before, node, after)
        ):
            what = _move(former, node)
        if what is not None:
            found.append(_describe(what, former, node, before, after, of_node))
    found += [_describe("gone", former, None, before, after, of_node) for former in old.values()]
    return found


def _change(before: PlanNode | None, after: PlanNode) -> ChangeKind | None:
    if before is None:
        return "added"
    if words_of(before) != words_of(after):
        return "changed"
    return _move(before, after)


def _move(before: PlanNode, after: PlanNode) -> ChangeKind | None:
    return "moved" if (before.parent_id, before.doc_anchor) != (after.parent_id, after.doc_anchor) else None


def _differs_in_quotes_only(before: PlanNode, old: Version, after: PlanNode, new: Version) -> bool:
    """Whether all that changed below a heading is quoted by other nodes, which are listed themselves."""
    if before.quoted or after.quoted or not before.anchors or not after.anchors:
        return False
    return _unquoted(before, old) == _unquoted(after, new)


def _unquoted(node: PlanNode, version: Version) -> list[str]:
    """The words of a heading that no requirement quotes."""
    at, end = _own_range(node, version)
    quotes = sorted((one.start, one.end) for each in version.nodes if each.quoted for one in each.anchors)
    words: list[str] = []
    for start, stop in quotes:
        if at <= start < end:
            words += version.text[at:start].split()
        if at < stop and start < end:
            at = max(at, min(stop, end))
    return [*words, *version.text[at:end].split()]


def _own_range(node: PlanNode, version: Version) -> tuple[int, int]:
    """The heading with what stands right below it, up to the next heading."""
    start = node.anchors[0].start
    headings = (each.anchors[0].start for each in version.nodes if each.anchors and not each.quoted)
    return start, min((place for place in headings if place > start), default=len(version.text))


def _describe(
    what: ChangeKind,
    before: PlanNode | None,
    after: PlanNode | None,
    old: Version,
    new: Version,
    of_node: Mapping[str, list[Task]],
) -> NodeChange:
    node = after or before
    assert node is not None  # noqa: S101 - one of the two is there
    tasks = of_node.get(node.id, []) if what in ("changed", "gone") else []
    return NodeChange(
        node_id=node.id,
        what=what,
        title=node.title,
        text_before=_text(before, old),
        text_after=_text(after, new),
        parent_before=before.parent_id if before else None,
        parent_after=after.parent_id if after else None,
        stale_tasks=tuple(task.id for task in tasks if task.state == TaskState.OPEN),
        pinned_tasks=tuple(task.id for task in tasks if task.state not in (TaskState.OPEN, TaskState.CANCELLED)),
    )


def _text(node: PlanNode | None, version: Version) -> str | None:
    if node is None:
        return None
    places = [(anchor.start, anchor.end) for anchor in node.anchors]
    if places and not node.quoted:
        places[0] = _own_range(node, version)
    return shortened("\n".join(version.text[start:end].rstrip() for start, end in places), WORDS_MOST)
