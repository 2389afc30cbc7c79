"""What a model may propose to change in a plan that stands: each operation with the words of the person who asks."""

from collections.abc import Container, Mapping, Sequence
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import Field, StringConstraints, ValidationError

from shared.domain.base import ModelAnswer
from shared.domain.planning.quotes import QUOTE_LEAST, QUOTE_MOST, Quoted
from shared.domain.planning.requirements import Criterion, Title, Words, faults_of, json_in
from shared.domain.planning.words import Effort, NodeKind, Priority, Risk, TaskKind
from shared.domain.untrusted import shortened

OPERATIONS_MOST = 30
Key = Annotated[str, StringConstraints(min_length=1, max_length=40)]
_Quote = Annotated[str, StringConstraints(min_length=1, max_length=2 * QUOTE_MOST)]


class Cited(ModelAnswer):
    """`quote`: the words of the person's message that ask for it, copied letter by letter."""

    quote: _Quote


class RenameNode(Cited):
    op: Literal["rename"]
    id: Key
    title: Title


class MoveNode(Cited):
    """Into another node; a `parent` of null makes it one of the outermost."""

    op: Literal["move"]
    id: Key
    parent: Key | None


class PutBefore(Cited):
    """Both lie in the same node."""

    op: Literal["put_before"]
    id: Key
    before: Key


class SetKind(Cited):
    op: Literal["set_kind"]
    id: Key
    kind: NodeKind


class SetPriority(Cited):
    """Of a node or of a task."""

    op: Literal["set_priority"]
    id: Key
    priority: Priority


class AddNode(Cited):
    """`id` is a new name that later operations may use."""

    op: Literal["add_node"]
    id: Key
    parent: Key | None
    kind: NodeKind
    title: Title
    summary: Words = ""
    acceptance: Annotated[list[Criterion], Field(max_length=20)] = []


class AddTask(Cited):
    """Of the node `parent`."""

    op: Literal["add_task"]
    id: Key
    parent: Key
    title: Title
    kind: TaskKind
    acceptance_criteria: Annotated[list[Criterion], Field(max_length=20)] = []
    estimated_effort: Effort = "M"
    risk_level: Risk = "medium"


class CancelTask(Cited):
    op: Literal["cancel_task"]
    id: Key


class AddDependency(Cited):
    """The task waits for the other."""

    op: Literal["add_dependency"]
    id: Key
    after: Key


class RemoveDependency(Cited):
    op: Literal["remove_dependency"]
    id: Key
    after: Key


Adjustment = Annotated[
    RenameNode | MoveNode | PutBefore | SetKind | SetPriority | AddNode | AddTask | CancelTask | AddDependency
    | RemoveDependency,
    Field(discriminator="op"),
]  # fmt: skip
_REFERENCES = ("id", "parent", "before", "after")


class _Answer(ModelAnswer):
    operations: Annotated[list[Adjustment], Field(max_length=OPERATIONS_MOST)]


class ReadAdjustments(NamedTuple):
    """Operations whose quotes are the person's words, and why others are none; None for no answer at all."""

    found: list[Adjustment] | None
    errors: list[str]


def read_adjustments(answer: str, message: str, known: Container[str]) -> ReadAdjustments:
    """The operations in a model's answer about a person's message; `known` are the names that were shown."""
    try:
        read = _Answer.model_validate(json_in(answer)).operations
    except ValidationError as error:
        return ReadAdjustments(None, faults_of(error))
    except ValueError as error:
        return ReadAdjustments(None, [f"The JSON cannot be read: {error}."])
    faults = [_fault(number, read, message, known) for number in range(len(read))]
    errors = [f"operations.{number}.{fault}" for number, fault in enumerate(faults) if fault]
    return ReadAdjustments([one for one, fault in zip(read, faults, strict=True) if not fault], errors)


def _fault(number: int, read: Sequence[Adjustment], message: str, known: Container[str]) -> str | None:
    one = read[number]
    if not is_said(one.quote, message):
        return f"quote does not occur in the message: {shortened(one.quote, 80)!r}"
    before = {each.id for each in read[:number] if isinstance(each, AddNode | AddTask)}
    if isinstance(one, AddNode | AddTask) and (one.id in known or one.id in before):
        return f"id is taken; what is new has a new name: {one.id!r}"
    return None


def is_said(quote: str, message: str) -> bool:
    """Whether the words stand in the message; one that is shorter than a quote may be is quoted whole."""
    packed, whole = "".join(quote.split()), "".join(message.split())
    short = len(whole) < QUOTE_LEAST and packed == whole
    return short or Quoted(message, 0, len(message)).find(quote) is not None


def with_ids(operation: Adjustment, named: Mapping[str, str]) -> Adjustment:
    """The operation with the plan's own ids in the place of the short names; a name that is none stays."""
    given: dict[str, Any] = {name: getattr(operation, name, None) for name in _REFERENCES}
    return operation.model_copy(update={name: named[key] for name, key in given.items() if key in named})
