"""A plan that is written anew keeps what people have said: their words, how far the work is, and what is at work."""

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from shared.domain.planning.plan_node import PlanNode
from shared.domain.planning.words import NodeStatus

_WORDS = ("title", "summary", "kind", "priority", "acceptance", "needs")
"""What both a reading and a person write."""
_STATE = (
    "status", "unproven", "estimate_points", "risk_level", "auto_status_from_tasks", "file_path",
    "comment", "answer",
)  # fmt: skip
"""What no reading writes."""
_PLACE = ("kind", "parent_id", "order_index")
_HELD = (*_STATE, "stale", "created_at", "version")


def with_own_state(node: PlanNode, stored: PlanNode, written: PlanNode | None) -> PlanNode:
    """The node of a new reading over what is stored, where `written` is what the last reading has put there.

    A word that a person has changed since stays; a node that a person has moved or made another kind stays there.
    """
    theirs = [name for name in _WORDS if written is not None and getattr(stored, name) != getattr(written, name)]
    kept = _fields(stored, (*_HELD, *theirs, *(_PLACE if "kind" in theirs or _is_moved(stored, written) else ())))
    changed = node.model_copy(update=kept)
    same = changed.model_copy(update={"updated_at": stored.updated_at})
    return stored if same == stored else changed


def with_former_state(node: PlanNode, former: PlanNode, *, is_changed: bool, has_tasks: bool, line: int) -> PlanNode:
    """The node of a newer version of the blueprint, with how far the work on the former one is."""
    why = f"Its text has changed in version {line}." if is_changed and has_tasks else None
    stale = why or former.stale
    return node.model_copy(update={**_fields(former, _STATE), "stale": stale})


def words_of(node: PlanNode) -> object:
    """What a change of the text shows by: the quotes, or of a heading all that stands right below it."""
    return tuple(anchor.quote_hash for anchor in node.anchors) if node.quoted else node.section_hash


def leavers(stored: Iterable[PlanNode], written: Mapping[str, PlanNode], kept: Collection[str]) -> list[PlanNode]:
    """Of the stored nodes those that the last reading made and this one does not."""
    return [node for node in stored if node.id in written and node.id not in kept]


def is_untouched(node: PlanNode, written: PlanNode, *, has_tasks: bool) -> bool:
    """Whether nobody has done anything with it, so that it can go."""
    words = all(getattr(node, name) == getattr(written, name) for name in _WORDS)
    return words and not has_tasks and node.status == NodeStatus.PLANNED and not node.answer


def _is_moved(stored: PlanNode, written: PlanNode | None) -> bool:
    return written is not None and stored.parent_id != written.parent_id


def _fields(node: PlanNode, names: Iterable[str]) -> dict[str, Any]:
    return {name: getattr(node, name) for name in names}
