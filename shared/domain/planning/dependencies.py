"""Names of what a task waits for, made into edges of the graph where it is clear which task is meant."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

from shared.domain.errors import NotFound
from shared.domain.ids import is_id
from shared.domain.planning.graph import edges_of, path_between, refuse_cycle
from shared.domain.planning.plan import Plan
from shared.domain.planning.plan_node import PlanNode
from shared.domain.planning.task import Dependency, EdgeSource, Task
from shared.domain.planning.titles import Titles, normalised, resolve


def connect(changed: Sequence[Task], plan: Plan, *, source: EdgeSource, mend_most: int = 0) -> list[Task]:
    """The tasks that were changed or are new, with edges for their `unresolved` names; then others of the plan, at
    most `mend_most`, that had named one of them before it was there.

    What a person asks for is refused when it closes a cycle (PlanCycle) or names an id that is not there (NotFound).
    What a model asks for, or an import, then stays unresolved.
    """
    tasks = dict(plan.tasks) | {task.id: task for task in changed}
    resolver = _Resolver(tasks, plan.nodes)
    edges = edges_of(tasks.values())
    written: dict[str, Task] = {}
    for task in changed:
        connected = resolver.connect(task, source, edges)
        edges[task.id] = tuple(edge.task_id for edge in connected.depends_on)
        written[task.id] = connected
    if source == "person":
        refuse_cycle(edges, written, {task_id: task.description for task_id, task in tasks.items()})
    return [*written.values(), *_mended(plan, resolver, edges, written, mend_most)]


def _mended(
    plan: Plan, resolver: "_Resolver", edges: dict[str, tuple[str, ...]], new: Mapping[str, Task], most: int
) -> list[Task]:
    titles = {normalised(task.description) for task in new.values()}
    found: list[Task] = []
    for task in plan.tasks.values():
        named = task.id not in new and any(normalised(name) in titles for name in task.unresolved)
        if named and len(found) < most:
            connected = resolver.connect(task, "model", edges)
            edges[task.id] = tuple(edge.task_id for edge in connected.depends_on)
            found += [connected] if connected != task else []
    return found


class _Resolver:
    """What names mean among the tasks of an app: first in the node, then around it in its parent, then everywhere."""

    def __init__(self, tasks: Mapping[str, Task], nodes: Mapping[str, PlanNode]) -> None:
        self._tasks, self._nodes = tasks, nodes
        self._scopes: dict[str | None, list[Titles]] = {}

    def connect(self, task: Task, source: EdgeSource, edges: Mapping[str, Sequence[str]]) -> Task:
        """The task with what its names mean; for what is no person's wish, only where that closes no cycle."""
        known = {edge.task_id: edge for edge in task.depends_on}
        left: list[str] = []
        for name in dict.fromkeys(task.unresolved):
            found = resolve(name, self._scopes_of(task), but=task.id)
            if found is None and source == "person" and is_id("task", name):
                raise NotFound("There is no such task in this project.")
            if found is None or (source != "person" and _closes(task.id, found, edges)):
                left.append(name)
            else:
                known.setdefault(found, Dependency(task_id=found, source=source))
        return task.model_copy(update={"depends_on": tuple(known.values()), "unresolved": tuple(left)})

    def _scopes_of(self, task: Task) -> list[Titles]:
        node_id = task.source_plan_node_id
        if node_id not in self._scopes:
            self._scopes[node_id] = [*map(self._titles, self._near(node_id)), self._everywhere]
        return self._scopes[node_id]

    def _near(self, node_id: str | None) -> list[set[str]]:
        node = self._nodes.get(node_id or "")
        if node_id is None or node is None:
            return [{node_id}] if node_id is not None else []
        around = {other.id for other in self._nodes.values() if node.parent_id and other.parent_id == node.parent_id}
        return [{node.id}, around | ({node.parent_id} if node.parent_id else set())]

    def _titles(self, node_ids: Iterable[str]) -> Titles:
        wanted = set(node_ids)
        return Titles(task for task in self._tasks.values() if task.source_plan_node_id in wanted)

    @cached_property
    def _everywhere(self) -> Titles:
        return Titles(self._tasks.values())


def _closes(task_id: str, other: str, edges: Mapping[str, Sequence[str]]) -> bool:
    """Whether a task that waited for `other` would wait for itself."""
    return bool(path_between(edges, other, task_id))
