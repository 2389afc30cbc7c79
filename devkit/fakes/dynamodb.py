"""DynamoDB's client in memory, as far as our table asks: conditions, updates, transactions, queries. One lock."""

import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from operator import eq, ge, gt, le, lt, ne
from typing import Any

from botocore.exceptions import ClientError

from shared.adapters.dynamo.table.items import marshalled, plain

Wire = Mapping[str, Any]
Condition = Callable[[Wire, Wire, Wire], bool]
"""Whether an item meets it, given the names and the values that its placeholders stand for."""
_COMPARED = {"=": eq, "<>": ne, "<": lt, "<=": le, ">": gt, ">=": ge}
_LAST = "\U0010ffff"


class FakeDynamoDb:
    """No stored item is changed in place, so items are handed out as they are."""

    def __init__(self) -> None:
        self._lock = threading.RLock()
        self._partitions: dict[str, dict[str, Wire]] = {}

    def items(self) -> dict[tuple[str, str], Wire]:
        """All that is stored, by its key."""
        with self._lock:
            return {
                (partition, key): item for partition, rows in self._partitions.items() for key, item in rows.items()
            }

    def get_item(self, *, Key: Wire, **_: Any) -> dict[str, Any]:
        found = self._find(Key)
        return {} if found is None else {"Item": found}

    def batch_get_item(self, *, RequestItems: Wire) -> dict[str, Any]:
        ((table, wanted),) = RequestItems.items()
        found = [self._find(key) for key in wanted["Keys"]]
        return {"Responses": {table: [item for item in found if item is not None]}}

    def put_item(self, **body: Any) -> None:
        self._write("Put", body)

    def delete_item(self, **body: Any) -> None:
        self._write("Delete", body)

    def update_item(self, **body: Any) -> dict[str, Any]:
        return {"Attributes": self._write("Update", body)}

    def transact_write_items(self, *, TransactItems: Sequence[Mapping[str, Wire]]) -> None:
        writes = [write for item in TransactItems for write in item.items()]
        with self._lock:
            reasons = [{"Code": "None"} if self._meets(body) else self._refusal(body) for _, body in writes]
            if any(reason["Code"] != "None" for reason in reasons):
                raise _error("TransactionCanceledException", CancellationReasons=reasons)
            for kind, body in writes:
                self._do(kind, body)

    def query(self, *, ExpressionAttributeValues: Wire, **asked: Any) -> dict[str, Any]:
        values = {name: plain(value) for name, value in ExpressionAttributeValues.items()}
        with self._lock:
            found = self._open(values[":kind"]) if "IndexName" in asked else self._between(values)
        if not asked.get("ScanIndexForward", True):
            found.reverse()
        start = asked.get("ExclusiveStartKey")
        if start is not None:
            found = [item for item in found if _is_after(item, start, forward=asked["ScanIndexForward"])]
        page = found[: asked.get("Limit")]
        more = {"LastEvaluatedKey": {name: page[-1][name] for name in ("PK", "SK")}} if len(found) > len(page) else {}
        return {"Items": page, **more}

    def _find(self, key: Wire) -> Wire | None:
        with self._lock:
            return self._partitions.get(key["PK"]["S"], {}).get(key["SK"]["S"])

    def _write(self, kind: str, body: Wire) -> Wire:
        with self._lock:
            if not self._meets(body):
                raise _error("ConditionalCheckFailedException", **self._refusal(body))
            return self._do(kind, body)

    def _meets(self, body: Wire) -> bool:
        condition = _parsed(body["ConditionExpression"])
        item = self._find(_key(body)) or {}
        return condition(item, body["ExpressionAttributeNames"], body.get("ExpressionAttributeValues", {}))

    def _refusal(self, body: Wire) -> dict[str, Any]:
        return {"Code": "ConditionalCheckFailed", "Item": self._find(_key(body))}

    def _do(self, kind: str, body: Wire) -> Wire:
        key = _key(body)
        rows, sort_key = self._partitions.setdefault(key["PK"]["S"], {}), key["SK"]["S"]
        if kind == "Put":
            rows[sort_key] = body["Item"]
        elif kind == "Update":
            rows[sort_key] = _updated(rows.get(sort_key, key), body)
        elif kind == "Delete":
            rows.pop(sort_key, None)
        return rows.get(sort_key, {})

    def _between(self, values: Wire) -> list[Wire]:
        rows = self._partitions.get(values[":pk"], {})
        first = values[":first"] if ":first" in values else values[":prefix"]
        last = values[":last"] if ":last" in values else first + _LAST
        return [rows[sort_key] for sort_key in sorted(rows) if first <= sort_key <= last]

    def _open(self, kind: str) -> list[Wire]:
        found = [item for item in self.items().values() if item.get("open_kind") == {"S": kind}]
        return sorted(found, key=lambda item: str(item["open_since"]["S"]))


def _key(body: Wire) -> Wire:
    whole: Wire = body.get("Key") or body["Item"]
    return {"PK": whole["PK"], "SK": whole["SK"]}


def _is_after(item: Wire, start: Wire, *, forward: bool) -> bool:
    here, there = item["SK"]["S"], start["SK"]["S"]
    return bool(here > there if forward else here < there)


def _error(code: str, **more: Any) -> ClientError:
    return ClientError({"Error": {"Code": code, "Message": code}, **more}, "Write")  # type: ignore[typeddict-item]


def _at(item: Wire, path: str, names: Wire) -> Wire | None:
    """The attribute at a path such as `#lease.#attempt`."""
    found: Wire | None = {"M": item}
    for step in path.split("."):
        found = found["M"].get(names[step]) if found and "M" in found else None
    return found


def _updated(item: Wire, body: Wire) -> Wire:
    """The item after `SET path = value, path = path + value ADD path value`."""
    names, values = body["ExpressionAttributeNames"], body["ExpressionAttributeValues"]
    sets, _, adds = body["UpdateExpression"].partition("ADD ")
    for clause in filter(None, sets.removeprefix("SET ").strip().split(", ")):
        path, _, value = clause.partition(" = ")
        known, _, step = value.rpartition(" + ")
        new = _sum(_at(item, known, names), values[step]) if known else values[value]
        item = _with(item, [names[part] for part in path.split(".")], new)
    for clause in filter(None, adds.split(", ")):
        path, _, step = clause.partition(" ")
        item = _with(item, [names[path]], _sum(_at(item, path, names) or {"N": "0"}, values[step]))
    return item


def _sum(known: Wire | None, step: Wire) -> Wire:
    if known is None:
        raise _error("ValidationException")
    return marshalled(plain(known) + plain(step))


def _with(item: Wire, way: Sequence[str], value: Wire) -> Wire:
    first, *rest = way
    return {**item, first: {"M": _with(item[first]["M"], rest, value)} if rest else value}


@cache
def _parsed(expression: str) -> Condition:
    """A condition as boto3's builder writes it: each AND, OR and NOT stands in brackets of its own."""
    for mark in "(),":
        expression = expression.replace(mark, f" {mark} ")
    return _condition(iter(expression.split()))


def _condition(words: Iterator[str]) -> Condition:
    match next(words):
        case "(":
            return _group(words)
        case "NOT":
            inner = _condition(words)
            return lambda item, names, values: not inner(item, names, values)
        case "attribute_exists" | "attribute_not_exists" as function:
            _, path, _ = next(words), next(words), next(words)
            wanted = function == "attribute_exists"
            return lambda item, names, values: (_at(item, path, names) is not None) is wanted
        case path:
            return _comparison(path, next(words), words)


def _group(words: Iterator[str]) -> Condition:
    left = _condition(words)
    word = next(words)
    if word == ")":
        return left
    right = _condition(words)
    next(words)
    if word == "AND":
        return lambda *of: left(*of) and right(*of)
    return lambda *of: left(*of) or right(*of)


def _comparison(path: str, sign: str, words: Iterator[str]) -> Condition:
    if sign == "IN":
        marks = [word for word in iter(lambda: next(words), ")") if word.startswith(":")]
        return lambda item, names, values: _at(item, path, names) in [values[mark] for mark in marks]
    mark, compare = next(words), _COMPARED[sign]

    def holds(item: Wire, names: Wire, values: Wire) -> bool:
        found = _at(item, path, names)
        return found is not None and found.keys() == values[mark].keys() and compare(plain(found), plain(values[mark]))

    return holds
