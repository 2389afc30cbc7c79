"""A plan, or a document, as a model is shown it for a change: of a large one what the message is about."""

from typing import NamedTuple

from shared.domain.planning.plan import Plan
from shared.domain.planning.plan_node import PlanNode
from shared.domain.planning.plan_tree import ancestors, in_reading_order
from shared.domain.planning.task import Task
from shared.domain.planning.words import TaskState
from shared.domain.text.pieces import pieces_of
from shared.domain.text.ranking import Passage, scored
from shared.domain.untrusted import as_data, shortened

CHARACTERS_SHOWN = 28_000
NODES_SHOWN, TASKS_SHOWN = 250, 250
_TITLE, _OUTER = 160, ("phase", "epic")


class ShownPlan(NamedTuple):
    """`content` names nodes n0, n1, ... and tasks t0, t1, ...; `named` says which those are."""

    content: str
    named: dict[str, str]


def show_plan(plan: Plan, message: str) -> ShownPlan:
    """Everything of a plan that is small enough."""
    nodes, tasks = _nodes(plan, message), _tasks(plan, message)
    names = {node.id: f"n{number}" for number, node in enumerate(nodes)}
    names |= {task.id: f"t{number}" for number, task in enumerate(tasks)}
    parts = {
        "nodes": [_node_line(node, names) for node in nodes],
        "tasks": [_task_line(task, plan, names) for task in tasks],
    }
    shown = [f"<{tag}>\n{as_data(chr(10).join(lines) or '-')}\n</{tag}>" for tag, lines in parts.items()]
    return ShownPlan("\n\n".join(shown), {name: key for key, name in names.items()})


def _nodes(plan: Plan, message: str) -> list[PlanNode]:
    every = [*in_reading_order(plan.children)]
    if len(every) <= NODES_SHOWN:
        return every
    scores = scored(message, [Passage(node.id, node.title, node.summary) for node in every])
    best = sorted(range(len(every)), key=lambda place: (-scores[place], every[place].kind not in _OUTER, place))
    kept: dict[str, PlanNode] = {}
    for place in best:
        way = {one.id: one for one in (every[place], *ancestors(every[place], plan.nodes))}
        if len(kept | way) <= NODES_SHOWN:
            kept |= way
    return [node for node in every if node.id in kept]


def _tasks(plan: Plan, message: str) -> list[Task]:
    every = [task for task in plan.tasks.values() if task.state != TaskState.CANCELLED]
    if len(every) <= TASKS_SHOWN:
        return every
    scores = scored(message, [Passage(task.id, task.description, "") for task in every])
    best = sorted(range(len(every)), key=lambda place: (-scores[place], place))[:TASKS_SHOWN]
    return [every[place] for place in sorted(best)]


def _node_line(node: PlanNode, names: dict[str, str]) -> str:
    around = f" in {names[node.parent_id]}" if node.parent_id in names else ""
    state = f"{node.status}, priority {node.priority}"
    return f"{names[node.id]} {node.kind}{around}: {shortened(node.title, _TITLE)} ({state})"


def _task_line(task: Task, plan: Plan, names: dict[str, str]) -> str:
    of = names.get(task.source_plan_node_id or "")
    waits = [names[edge.task_id] for edge in task.depends_on if edge.task_id in names]
    parts = [f" of {of}" if of else "", f" after {', '.join(waits)}" if waits else ""]
    state = f"{plan.standing(task).status}, priority {task.priority}"
    return f"{names[task.id]}{''.join(parts)}: {shortened(task.description, _TITLE)} ({state})"


def show_text(text: str, message: str) -> str:
    """The parts in the order of the text."""
    pieces = [*pieces_of(text)]
    scores = scored(message, [Passage(str(start), "", piece) for start, piece in pieces])
    kept, room = [], CHARACTERS_SHOWN
    for place in sorted(range(len(pieces)), key=lambda place: (-scores[place], place)):
        if len(pieces[place][1]) <= room:
            kept.append(place)
            room -= len(pieces[place][1])
    shown = [f"<part>\n{as_data(pieces[place][1])}\n</part>" for place in sorted(kept)]
    return f"<specification>\n{chr(10).join(shown)}\n</specification>"
