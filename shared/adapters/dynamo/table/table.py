"""The table: consistent reads, conditional writes, transactions, pages. No Scan."""

import random
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from botocore.exceptions import ClientError

from shared.adapters.aws_errors import code_of, general_error, translated
from shared.adapters.dynamo.table.cursors import decode_cursor, encode_cursor
from shared.adapters.dynamo.table.items import Item, marshalled, marshalled_map, plain_map
from shared.adapters.dynamo.table.keys import Key
from shared.adapters.dynamo.table.writes import Write
from shared.domain.errors import AppError, NotFound, Transient

_BATCH_GET = 100
_ATTEMPTS = 6
_REFUSED = "ConditionalCheckFailed"
_CONFLICTS = frozenset({"TransactionConflict", "TransactionConflictException"})


class Failed(NamedTuple):
    """A write whose condition did not hold, and the item it met."""

    write: Write
    stored: Item | None


class Table:
    """One DynamoDB table. Two transactions that meet on an item are tried again here, with a growing random pause."""

    def __init__(self, client: Any, name: str, sleep: Callable[[float], None] = time.sleep) -> None:
        self._client = client
        self._name = name
        self._sleep = sleep

    def get(self, key: Key) -> Item | None:
        """The item, read consistently."""
        with translated():
            answer = self._client.get_item(TableName=self._name, Key=marshalled_map(key), ConsistentRead=True)
        return plain_map(answer["Item"]) if "Item" in answer else None

    def require(self, key: Key, what: str) -> Item:
        """The item, read consistently; NotFound names `what` there is none of."""
        item = self.get(key)
        if item is None:
            raise NotFound(f"There is no such {what}.")
        return item

    def get_many(self, keys: Sequence[Key]) -> list[Item | None]:
        """The items in the order of the keys, read consistently."""
        found: dict[tuple[str, str], Item] = {}
        for start in range(0, len(keys), _BATCH_GET):
            for item in self._batch(keys[start : start + _BATCH_GET]):
                found[item["PK"], item["SK"]] = item
        return [found.get((key["PK"], key["SK"])) for key in keys]

    def apply(self, *writes: Write) -> None:
        """Do all writes or none; raise what the first refusal means."""
        raise_first(self.attempt(*writes))

    def attempt(self, *writes: Write) -> list[Failed]:
        """Do all writes or none; the refusals, none when it is done. Refused optional writes are left out."""
        failures = self._tried(writes, lambda: self._send(writes))[1]
        if not failures or any(not failed.write.optional for failed in failures):
            return failures
        refused = [failed.write for failed in failures]
        rest = [write for write in writes if write not in refused]
        return self.attempt(*rest) if rest else []

    def update(self, write: Write) -> Item:
        """Do one update and answer the whole new item."""
        body = dict(write.body, TableName=self._name, ReturnValues="ALL_NEW")
        answer, failures = self._tried([write], lambda: self._client.update_item(**body))
        if failures:
            raise write.refused(failures[0].stored)
        return plain_map(answer["Attributes"])

    def query(
        self, partition: str, first: str, last: str, *, newest: bool = False, page: int | None = None
    ) -> Iterator[Item]:
        """Items of a partition whose sort keys lie between `first` and `last`, page by page as they are asked for."""
        yield from self._pages(
            KeyConditionExpression="PK = :pk AND SK BETWEEN :first AND :last",
            ExpressionAttributeValues=marshalled_map({":pk": partition, ":first": first, ":last": last}),
            ScanIndexForward=not newest,
            ConsistentRead=True,
            **({"Limit": page} if page else {}),
        )

    def page(self, partition: str, prefix: str, *, limit: int, cursor: str | None) -> tuple[list[Item], str | None]:
        """Items whose sort keys begin with `prefix`, newest first, and the cursor of the next page."""
        start = {"PK": partition, "SK": decode_cursor(cursor, prefix)} if cursor is not None else None
        items = self._newest(partition, prefix, limit + 1, start)
        return items[:limit], encode_cursor(items[limit - 1]["SK"]) if len(items) > limit else None

    def open(self, kind: str) -> Iterator[Key]:
        """Keys of everything of a kind that is not finished, oldest first, as the sparse index knows them."""
        for item in self._pages(
            IndexName="open",
            KeyConditionExpression="open_kind = :kind",
            ExpressionAttributeValues={":kind": marshalled(kind)},
        ):
            yield {"PK": item["PK"], "SK": item["SK"]}

    def _tried(self, writes: Sequence[Write], send: Callable[[], Any]) -> tuple[Any, list[Failed]]:
        for attempt in range(_ATTEMPTS):
            if attempt:
                self._sleep(random.uniform(0.01, 0.02 * 2**attempt))  # noqa: S311 - a pause, not a secret
            with translated():
                try:
                    return send(), []
                except ClientError as error:
                    failures = _outcome(error, writes)
            if failures is not None:
                return None, failures
        raise Transient("Others are writing the same records; try again.")

    def _send(self, writes: Sequence[Write]) -> None:
        bodies = [{write.kind: dict(write.body, TableName=self._name)} for write in writes]
        if len(bodies) > 1:
            self._client.transact_write_items(TransactItems=bodies)
            return
        ((kind, body),) = bodies[0].items()
        {"Put": self._client.put_item, "Update": self._client.update_item, "Delete": self._client.delete_item}[kind](
            **body
        )

    def _newest(self, partition: str, prefix: str, count: int, start: Key | None) -> list[Item]:
        items: list[Item] = []
        for item in self._pages(
            KeyConditionExpression="PK = :pk AND begins_with(SK, :prefix)",
            ExpressionAttributeValues=marshalled_map({":pk": partition, ":prefix": prefix}),
            ScanIndexForward=False,
            ConsistentRead=True,
            Limit=count,
            **({"ExclusiveStartKey": marshalled_map(start)} if start else {}),
        ):
            items.append(item)
            if len(items) == count:
                break
        return items

    def _pages(self, **query: Any) -> Iterator[Item]:
        while True:
            with translated():
                answer = self._client.query(TableName=self._name, **query)
            yield from (plain_map(item) for item in answer["Items"])
            if "LastEvaluatedKey" not in answer:
                return
            query["ExclusiveStartKey"] = answer["LastEvaluatedKey"]

    def _batch(self, keys: Sequence[Key]) -> Iterator[Item]:
        wanted: Any = {self._name: {"Keys": [marshalled_map(key) for key in keys], "ConsistentRead": True}}
        for attempt in range(_ATTEMPTS):
            if not keys or not wanted:
                return
            if attempt:
                self._sleep(0.02 * 2**attempt)
            with translated():
                answer = self._client.batch_get_item(RequestItems=wanted)
            yield from (plain_map(item) for item in answer["Responses"].get(self._name, []))
            wanted = answer.get("UnprocessedKeys")
        if wanted:
            raise Transient("The table is busy.")


def raise_first(failures: Sequence[Failed]) -> None:
    """Raise what the first refusal of a write that was not optional means."""
    for failed in failures:
        if not failed.write.optional:
            raise failed.write.refused(failed.stored)


def _outcome(error: ClientError, writes: Sequence[Write]) -> list[Failed] | None:
    """Whose conditions did not hold; None when another transaction was in the way."""
    code = code_of(error)
    if code in _CONFLICTS:
        return None
    if code == _REFUSED + "Exception":
        stored = _stored(error.response)
        return [] if _is_our_own(error, writes[0], stored) else [Failed(writes[0], stored)]
    if code == "TransactionCanceledException":
        return _cancelled(error.response.get("CancellationReasons", []), writes)
    raise error


def _is_our_own(error: ClientError, write: Write, stored: Item | None) -> bool:
    """Whether the client sent a put again because the answer was lost, and met what it had written itself."""
    again = error.response.get("ResponseMetadata", {}).get("RetryAttempts", 0) > 0
    return again and write.kind == "Put" and stored == plain_map(write.body["Item"])


def _cancelled(reasons: Sequence[Any], writes: Sequence[Write]) -> list[Failed] | None:
    pairs = list(zip(reasons, writes, strict=False))
    refused = [Failed(write, _stored(reason)) for reason, write in pairs if reason.get("Code") == _REFUSED]
    if refused or any(reason.get("Code") in _CONFLICTS for reason in reasons):
        return refused or None
    raise next(_reasoned(reasons))


def _reasoned(reasons: Sequence[Any]) -> Iterator[AppError]:
    yield from (
        general_error(reason["Code"], reason.get("Message", "")) for reason in reasons if reason["Code"] != "None"
    )
    yield Transient("The transaction was cancelled.")


def _stored(answer: Any) -> Item | None:
    return plain_map(answer["Item"]) if answer.get("Item") else None
