"""Conditional writes as values: the same write goes alone or in a transaction, and says what its refusal means.

A condition is boto3's own (`Attr`), and its builder makes the placeholders. We marshal the values, because boto3's
serializer refuses floats.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from boto3.dynamodb.conditions import Attr, ConditionBase, ConditionExpressionBuilder

from shared.adapters.dynamo.table.items import Item, marshalled_map
from shared.adapters.dynamo.table.keys import Key
from shared.domain.errors import AppError, Conflict, NotFound

Refusal = Callable[[Item | None], AppError]


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


ABSENT = Attr("PK").not_exists()
PRESENT = Attr("PK").exists()


def equals(path: str, value: Any) -> ConditionBase:
    """The attribute has this value; None also stands for an attribute that is not there."""
    attribute = Attr(path)
    return attribute.eq(value) if value is not None else attribute.not_exists() | attribute.eq(None)


def put(item: Item, condition: ConditionBase, refused: Refusal = changed) -> Write:
    return Write("Put", {"Item": marshalled_map(item)} | _condition(condition), refused)


def create(item: Item, refused: Refusal = already_stored) -> Write:
    """Write an item whose key is free."""
    return put(item, ABSENT, refused)


def check(key: Key, condition: ConditionBase, refused: Refusal = changed) -> Write:
    """Write nothing; only for transactions."""
    return Write("ConditionCheck", {"Key": marshalled_map(key)} | _condition(condition), refused)


def delete(key: Key, condition: ConditionBase, *, optional: bool = False) -> Write:
    return Write("Delete", {"Key": marshalled_map(key)} | _condition(condition), changed, optional)


def update(
    key: Key,
    condition: ConditionBase,
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
    names: dict[str, str] = {}
    marks: dict[str, Any] = {}
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
    return Write("Update", body | _condition(condition, names, marks), refused, optional)


def _place(path: str, purpose: str) -> tuple[str, dict[str, str], str]:
    steps = path.split(".")
    return ".".join(f"#{step}" for step in steps), {f"#{step}": step for step in steps}, f":{purpose}_{'_'.join(steps)}"


def _condition(
    condition: ConditionBase, names: Mapping[str, str] | None = None, values: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """The condition's expression, its placeholders beside those of the update."""
    built = ConditionExpressionBuilder().build_expression(condition)
    marks = {**(values or {}), **built.attribute_value_placeholders}
    body: dict[str, Any] = {
        "ConditionExpression": built.condition_expression,
        "ExpressionAttributeNames": {**(names or {}), **built.attribute_name_placeholders},
        "ReturnValuesOnConditionCheckFailure": "ALL_OLD",
    }
    return body | ({"ExpressionAttributeValues": marshalled_map(marks)} if marks else {})
