"""What is written of a plan in one step, and the number that keeps its graph free of cycles."""

from collections.abc import Sequence
from dataclasses import dataclass

from shared.domain.base import OneOfApp
from shared.domain.planning.plan_node import PlanNode
from shared.domain.planning.task import Task

WRITES_MOST = 100
"""Of one change: a transaction of DynamoDB has no more."""


class PlanGraph(OneOfApp):
    """One an app. Each change of an edge, of a parent or of which tasks there are counts `version` up.

    Who adds an edge has read the whole graph at a version, and writes only while it is the stored one: so two edges
    that together close a cycle are never both kept. `tasks` is how many there are.
    """

    tasks: int = 0


@dataclass(frozen=True, kw_only=True)
class PlanChange:
    """Written together or not at all, of one app. What has version 0 is new; the rest only while its version stands.

    A new node may have an id that an older blueprint's node has: then it is the newer of the two.
    """

    tasks: Sequence[Task] = ()
    nodes: Sequence[PlanNode] = ()
    removed_tasks: Sequence[Task] = ()
    removed_nodes: Sequence[PlanNode] = ()
    graph: PlanGraph | None = None

    def __post_init__(self) -> None:
        if self.writes > WRITES_MOST:
            raise ValueError(f"a change of {self.writes} writes")

    @property
    def writes(self) -> int:
        """At most `WRITES_MOST`: what is new or removed is also written in, or taken from, the look-up by its id."""
        versions = [*(task.version for task in self.tasks), *(node.version for node in self.nodes)]
        removed = len(self.removed_tasks) + len(self.removed_nodes)
        return len(versions) + versions.count(0) + 2 * removed + (self.graph is not None)
