"""Conditional writes as values: the same write goes alone or in a transaction, and says what its refusal means."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

from shared.adapters.dynamo_items import Item, marshalled_map
from shared.adapters.keys import Key
from shared.domain.errors import AppError, Conflict, NotFound

Refusal = Callable[[Item | None], AppError]


@dataclass(frozen=True)
class Condition:
    """An expression with its placeholders."""

    text: str
    names: Mapping[str, str] = field(default_factory=dict)
    values: Mapping[str, Any] = field(default_factory=dict)

    def __and__(self, other: "Condition") -> "Condition":
        return self._joined("AND", other)

    def __or__(self, other: "Condition") -> "Condition":
        return self._joined("OR", other)

    def _joined(self, word: str, other: "Condition") -> "Condition":
        text = f"({self.text}) {word} ({other.text})"
        return Condition(text, {**self.names, **other.names}, {**self.values, **other.values})


@dataclass(frozen=True)
class Write:
    """One write. `refused` makes the error from the stored item; an `optional` write is left out when refused."""

    kind: str
    body: Mapping[str, Any]
    refused: Refusal
    optional: bool = False


def changed(stored: Item | None) -> AppError:
    """The refusal of most writes: it is gone, or somebody else wrote first."""
    if stored is None:
        return NotFound("There is no such thing.")
    return Conflict("Somebody else changed it in the meantime.")


def already_stored(_: Item | None) -> AppError:
    """The refusal of a creation."""
    return Conflict("It is already stored.")


ABSENT = Condition("attribute_not_exists(#PK)", {"#PK": "PK"})
PRESENT = Condition("attribute_exists(#PK)", {"#PK": "PK"})


def equals(path: str, value: Any) -> Condition:
    """The attribute has this value; None also stands for an attribute that is not there."""
    name, names, mark = _place(path, "is")
    same = Condition(f"{name} = {mark}", names, {mark: value})
    return same if value is not None else Condition(f"attribute_not_exists({name})", names) | same


def at_most(path: str, value: int) -> Condition:
    name, names, mark = _place(path, "most")
    return Condition(f"{name} <= {mark}", names, {mark: value})


def above(path: str, value: int) -> Condition:
    name, names, mark = _place(path, "least")
    return Condition(f"{name} > {mark}", names, {mark: value})


def none_of(path: str, values: Collection[str]) -> Condition:
    name, names, mark = _place(path, "not")
    marks = {f"{mark}{number}": value for number, value in enumerate(sorted(values))}
    return Condition(f"NOT ({name} IN ({', '.join(marks)}))", names, marks)


def put(item: Item, condition: Condition, refused: Refusal = changed) -> Write:
    """Write the whole item."""
    return Write("Put", {"Item": marshalled_map(item)} | _condition(condition), refused)


def create(item: Item, refused: Refusal = already_stored) -> Write:
    """Write an item whose key is free."""
    return put(item, ABSENT, refused)


def check(key: Key, condition: Condition, refused: Refusal = changed) -> Write:
    """Write nothing; only for transactions."""
    return Write("ConditionCheck", {"Key": marshalled_map(key)} | _condition(condition), refused)


def delete(key: Key, condition: Condition, *, optional: bool = False) -> Write:
    return Write("Delete", {"Key": marshalled_map(key)} | _condition(condition), changed, optional)


def update(
    key: Key,
    condition: Condition,
    *,
    values: Mapping[str, Any] | None = None,
    increments: Mapping[str, int] | None = None,
    adds: Mapping[str, int] | None = None,
    refused: Refusal = changed,
    optional: bool = False,
) -> Write:
    """Set some attributes and add to others, leaving the rest of the item alone.

    What is named in `increments` must be there; what is named in `adds` begins at 0, the item too.
    """
    names, marks = dict(condition.names), dict(condition.values)
    parts: list[str] = []
    for path, value in (values or {}).items():
        name, used, mark = _place(path, "to")
        names, marks, parts = names | used, marks | {mark: value}, [*parts, f"{name} = {mark}"]
    for path, step in (increments or {}).items():
        name, used, mark = _place(path, "by")
        names, marks, parts = names | used, marks | {mark: step}, [*parts, f"{name} = {name} + {mark}"]
    sums: list[str] = []
    for path, step in (adds or {}).items():
        name, used, mark = _place(path, "add")
        names, marks, sums = names | used, marks | {mark: step}, [*sums, f"{name} {mark}"]
    clauses = [f"{verb} {', '.join(what)}" for verb, what in (("SET", parts), ("ADD", sums)) if what]
    body = {"Key": marshalled_map(key), "UpdateExpression": " ".join(clauses)}
    return Write("Update", body | _condition(Condition(condition.text, names, marks)), refused, optional)


def _place(path: str, purpose: str) -> tuple[str, dict[str, str], str]:
    steps = path.split(".")
    return ".".join(f"#{step}" for step in steps), {f"#{step}": step for step in steps}, f":{purpose}_{'_'.join(steps)}"


def _condition(condition: Condition) -> dict[str, Any]:
    body: dict[str, Any] = {
        "ConditionExpression": condition.text,
        "ExpressionAttributeNames": dict(condition.names),
        "ReturnValuesOnConditionCheckFailure": "ALL_OLD",
    }
    return body | ({"ExpressionAttributeValues": marshalled_map(condition.values)} if condition.values else {})
