"""The graph of what waits for what: pure functions over `task id -> the ids it waits for`.

What is stored has no cycle, as each change is refused that would close one.
"""

from collections import deque
from collections.abc import Iterable, Mapping, Sequence

from shared.domain.errors import PlanCycle
from shared.domain.planning.task import Task

Edges = Mapping[str, Sequence[str]]


def edges_of(tasks: Iterable[Task]) -> dict[str, tuple[str, ...]]:
    return {task.id: tuple(edge.task_id for edge in task.depends_on) for task in tasks}


def dependents_of(edges: Edges) -> dict[str, list[str]]:
    """The same the other way round: what waits for each."""
    found: dict[str, list[str]] = {each: [] for each in edges}
    for task_id, waits_for in edges.items():
        for other in waits_for:
            found.setdefault(other, []).append(task_id)
    return found


def path_between(edges: Edges, start: str, goal: str) -> list[str]:
    """The shortest way from one to another along what they wait for, both included; empty when there is none."""
    came_from: dict[str, str | None] = {start: None}
    waiting = deque([start])
    while waiting:
        here = waiting.popleft()
        if here == goal:
            return _way_back(came_from, goal)
        for other in edges.get(here, ()):
            if other not in came_from:
                came_from[other] = here
                waiting.append(other)
    return []


def _way_back(came_from: Mapping[str, str | None], goal: str) -> list[str]:
    way: list[str] = []
    step: str | None = goal
    while step is not None:
        way.append(step)
        step = came_from[step]
    return way[::-1]


def cycle_through(edges: Edges, changed: Iterable[str]) -> list[str]:
    """A cycle through one of the tasks that were changed, its first one named again at the end; empty for none."""
    for task_id in changed:
        for other in edges.get(task_id, ()):
            if way := path_between(edges, other, task_id):
                return [task_id, *way]
    return []


def refuse_cycle(edges: Edges, changed: Iterable[str], titles: Mapping[str, str]) -> None:
    """PlanCycle, with the way round, when the tasks that were changed would wait for themselves."""
    if cycle := cycle_through(edges, changed):
        way = " → ".join(titles.get(each, each)[:60] for each in cycle)
        raise PlanCycle(f"It would wait for itself: {way}.", cycle=cycle)


def in_order(edges: Edges) -> list[str]:
    """Every task after all that it waits for (Kahn's algorithm). What lies on a cycle is left out: there is no such."""
    missing = {task_id: sum(other in edges for other in waits_for) for task_id, waits_for in edges.items()}
    dependents = dependents_of(edges)
    ready = deque(task_id for task_id, count in missing.items() if not count)
    found: list[str] = []
    while ready:
        here = ready.popleft()
        found.append(here)
        for other in dependents[here]:
            missing[other] -= 1
            if not missing[other]:
                ready.append(other)
    return found


def count_dependents(edges: Edges) -> dict[str, int]:
    """How many tasks wait for each, at once or by way of others: sets of bits, as plans have thousands of tasks."""
    place = {task_id: 1 << number for number, task_id in enumerate(edges)}
    below: dict[str, int] = {}
    dependents = dependents_of(edges)
    for task_id in reversed(in_order(edges)):
        bits = 0
        for other in dependents[task_id]:
            bits |= below[other] | place[other]
        below[task_id] = bits
    return {task_id: bits.bit_count() for task_id, bits in below.items()}


def all_dependents(edges: Edges, of: Iterable[str]) -> set[str]:
    """Those that wait for one of these, at once or by way of others; these themselves only where they do."""
    dependents = dependents_of(edges)
    found: set[str] = set()
    waiting = list(of)
    while waiting:
        for other in dependents.get(waiting.pop(), ()):
            if other not in found:
                found.add(other)
                waiting.append(other)
    return found
