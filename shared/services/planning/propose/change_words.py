"""A line for each proposed operation, for the person who decides."""

from collections.abc import Sequence
from typing import assert_never

from shared.domain.planning.adjusting import (
    AddDependency,
    AddNode,
    AddTask,
    Adjustment,
    CancelTask,
    MoveNode,
    PutBefore,
    RemoveDependency,
    RenameNode,
    SetKind,
    SetPriority,
)
from shared.domain.planning.plan import Plan

_TOP = "the whole plan"


def words_of(operations: Sequence[Adjustment], plan: Plan) -> tuple[str, ...]:
    """In the order of the operations."""
    titles = {node.id: node.title for node in plan.nodes.values()}
    titles |= {task.id: task.description for task in plan.tasks.values()}
    titles |= {one.id: one.title for one in operations if isinstance(one, AddNode | AddTask)}
    return tuple(_words(one, titles) for one in operations)


def _words(operation: Adjustment, titles: dict[str, str]) -> str:
    title = f"“{titles.get(operation.id, operation.id)}”"
    match operation:
        case RenameNode():
            return f"Rename {title} to “{operation.title}”"
        case MoveNode():
            return f"Move {title} into {_named(operation.parent, titles)}"
        case PutBefore():
            return f"Put {title} before {_named(operation.before, titles)}"
        case SetKind():
            return f"Make {title} a {operation.kind.replace('_', ' ')}"
        case SetPriority():
            return f"Set the priority of {title} to {operation.priority}"
        case AddNode():
            return f"Add the {operation.kind.replace('_', ' ')} {title} to {_named(operation.parent, titles)}"
        case AddTask():
            return f"Add the task {title} to {_named(operation.parent, titles)}"
        case CancelTask():
            return f"Cancel the task {title}"
        case AddDependency() | RemoveDependency():
            waits = "wait" if isinstance(operation, AddDependency) else "no longer wait"
            return f"Let {title} {waits} for {_named(operation.after, titles)}"
        case _:
            assert_never(operation)


def _named(key: str | None, titles: dict[str, str]) -> str:
    return _TOP if key is None else f"“{titles.get(key, key)}”"
