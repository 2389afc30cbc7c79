"""What the table does when DynamoDB is busy, slow or says no."""

from typing import Any

import pytest
from boto3.dynamodb.conditions import Attr
from botocore.exceptions import ClientError, EndpointConnectionError

from shared.adapters.dynamo.table.items import marshalled_map
from shared.adapters.dynamo.table.table import Table
from shared.adapters.dynamo.table.writes import PRESENT, check, create, equals, put, update
from shared.domain.errors import Bug, Conflict, NotFound, TooLarge, Transient, Unavailable

KEY = {"PK": "p", "SK": "s"}


class Client:
    """Answers each call with the next of a list; exceptions are raised."""

    def __init__(self, *answers: Any) -> None:
        self.answers = list(answers)
        self.calls: list[tuple[str, dict[str, Any]]] = []

    def __getattr__(self, name: str) -> Any:
        def call(**arguments: Any) -> Any:
            self.calls.append((name, arguments))
            answer = self.answers.pop(0)
            if isinstance(answer, Exception):
                raise answer
            return answer

        return call


def error(code: str, message: str = "", **more: Any) -> ClientError:
    return ClientError({"Error": {"Code": code, "Message": message}, **more}, "Operation")


def cancelled(*reasons: Any) -> ClientError:
    return error("TransactionCanceledException", CancellationReasons=list(reasons))


FINE = {"Code": "None"}
CONFLICT = {"Code": "TransactionConflict"}
REFUSED = {"Code": "ConditionalCheckFailed"}
STORED = {"Code": "ConditionalCheckFailed", "Item": {"PK": {"S": "p"}, "version": {"N": "7"}}}


def table(*answers: Any) -> tuple[Table, Client, list[float]]:
    client, slept = Client(*answers), []
    return Table(client, "t", sleep=slept.append), client, slept


def test_transactions_that_meet_are_tried_again() -> None:
    store, client, slept = table(cancelled(CONFLICT, FINE), error("TransactionConflictException"), {})
    store.apply(create(KEY), create(KEY))
    assert len(client.calls) == 3
    assert len(slept) == 2


def test_the_patience_ends() -> None:
    store, client, slept = table(*[cancelled(CONFLICT, FINE)] * 20)
    with pytest.raises(Transient):
        store.apply(create(KEY), create(KEY))
    assert len(client.calls) == 6
    assert sum(slept) < 2


def test_a_refusal_beside_a_conflict_is_a_refusal() -> None:
    store, client, _ = table(cancelled(CONFLICT, REFUSED))
    with pytest.raises(Conflict):
        store.apply(create(KEY), create(KEY))
    assert len(client.calls) == 1


def test_the_first_refusal_speaks() -> None:
    store, _, _ = table(cancelled(FINE, STORED, REFUSED))
    with pytest.raises(Conflict):
        store.apply(create(KEY), put(KEY, equals("version", 1)), put(KEY, PRESENT))
    store, _, _ = table(cancelled(FINE, FINE, REFUSED))
    with pytest.raises(NotFound):
        store.apply(create(KEY), put(KEY, equals("version", 1)), put(KEY, PRESENT))


def test_an_optional_write_is_left_out_and_the_rest_is_done() -> None:
    optional = update(KEY, PRESENT, values={"a": 1}, optional=True)
    store, client, _ = table(cancelled(FINE, FINE, REFUSED), {})
    store.apply(create(KEY), check(KEY, PRESENT), optional)
    assert [len(arguments["TransactItems"]) for _, arguments in client.calls] == [3, 2]
    store, client, _ = table(error("ConditionalCheckFailedException"))
    store.apply(optional)
    assert len(client.calls) == 1


def test_an_optional_write_does_not_hide_a_refusal() -> None:
    optional = update(KEY, PRESENT, values={"a": 1}, optional=True)
    store, client, _ = table(cancelled(REFUSED, REFUSED))
    with pytest.raises(Conflict):
        store.apply(optional, create(KEY))
    assert len(client.calls) == 1


@pytest.mark.parametrize(
    ("answer", "meaning"),
    [
        (error("ProvisionedThroughputExceededException"), Transient),
        (error("ThrottlingException"), Transient),
        (error("InternalServerError"), Transient),
        (cancelled({"Code": "ThrottlingError"}), Transient),
        (cancelled({"Code": "ProvisionedThroughputExceeded"}), Transient),
        (cancelled(), Transient),
        (error("ValidationException", "Item size has exceeded the maximum allowed size"), TooLarge),
        (cancelled({"Code": "ValidationError", "Message": "Item size to update has exceeded"}), TooLarge),
        (error("ValidationException", "Invalid UpdateExpression"), Bug),
        (error("AccessDeniedException"), Unavailable),
        (error("ResourceNotFoundException"), Unavailable),
        (EndpointConnectionError(endpoint_url="http://x"), Transient),
    ],
    ids=lambda value: getattr(value, "__name__", None),
)
def test_what_dynamodb_says_becomes_one_of_our_errors(answer: Exception, meaning: type[Exception]) -> None:
    store, _, _ = table(answer)
    write = put(KEY, PRESENT)
    with pytest.raises(meaning) as raised:
        store.apply(write)
    assert type(raised.value) is meaning
    assert "dynamodb" not in str(raised.value).lower()


def test_a_single_update_is_tried_again_too() -> None:
    store, client, _ = table(error("TransactionConflictException"), {"Attributes": {"PK": {"S": "p"}}})
    assert store.update(update(KEY, PRESENT, increments={"version": 1})) == {"PK": "p"}
    assert len(client.calls) == 2


def test_a_put_that_was_sent_again_does_not_stumble_over_itself() -> None:
    item = {"PK": "p", "SK": "s", "version": 2, "z": b"1"}
    stored = {"PK": {"S": "p"}, "SK": {"S": "s"}, "version": {"N": "2"}, "z": {"B": b"1"}}

    def refusal(retries: int, **other: Any) -> ClientError:
        metadata = {"RetryAttempts": retries}
        return error("ConditionalCheckFailedException", Item=stored | other, ResponseMetadata=metadata)

    table(refusal(1))[0].apply(put(item, equals("version", 1)))
    for answer in (refusal(0), refusal(1, version={"N": "3"}), refusal(1, z={"B": b"2"})):
        with pytest.raises(Conflict):
            table(answer)[0].apply(put(item, equals("version", 1)))
    with pytest.raises(Conflict):
        table(refusal(1))[0].apply(update(KEY, equals("version", 1), values={"version": 2}))


def test_keys_left_unprocessed_are_asked_for_again() -> None:
    one, two = {"PK": {"S": "a"}, "SK": {"S": "s"}}, {"PK": {"S": "b"}, "SK": {"S": "s"}}
    left = {"t": {"Keys": [two], "ConsistentRead": True}}
    store, client, slept = table(
        {"Responses": {"t": [one]}, "UnprocessedKeys": left}, {"Responses": {"t": [two]}, "UnprocessedKeys": {}}
    )
    wanted = [{"PK": name, "SK": "s"} for name in ("b", "c", "a")]
    assert store.get_many(wanted) == [wanted[0], None, wanted[2]]
    assert client.calls[1][1]["RequestItems"] == left
    assert len(slept) == 1
    store, client, _ = table(*[{"Responses": {}, "UnprocessedKeys": left}] * 20)
    with pytest.raises(Transient):
        store.get_many(wanted)


def test_many_keys_are_asked_for_by_the_hundred() -> None:
    store, client, _ = table(*[{"Responses": {}}] * 3)
    store.get_many([{"PK": f"{number}", "SK": "s"} for number in range(201)])
    assert [len(arguments["RequestItems"]["t"]["Keys"]) for _, arguments in client.calls] == [100, 100, 1]
    assert store.get_many([]) == []


def test_a_page_is_filled_over_short_answers() -> None:
    def answer(*names: str, more: bool) -> dict[str, Any]:
        items = [{"PK": {"S": "p"}, "SK": {"S": f"A#{name}"}} for name in names]
        return {"Items": items} | ({"LastEvaluatedKey": items[-1]} if more else {})

    store, client, _ = table(answer("9", "8", more=True), answer("7", more=True), answer("6", "5", more=False))
    items, cursor = store.page("p", "A#", limit=4, cursor=None)
    assert [item["SK"] for item in items] == ["A#9", "A#8", "A#7", "A#6"]
    assert cursor is not None
    store, client, _ = table(answer("5", more=False))
    assert store.page("p", "A#", limit=4, cursor=cursor) == ([{"PK": "p", "SK": "A#5"}], None)
    assert client.calls[0][1]["ExclusiveStartKey"] == {"PK": {"S": "p"}, "SK": {"S": "A#6"}}


def test_every_read_is_consistent() -> None:
    store, client, _ = table({}, {"Items": []}, {"Items": []}, {"Responses": {}})
    store.get(KEY)
    list(store.query("p", "a", "b"))
    store.page("p", "A#", limit=1, cursor=None)
    store.get_many([KEY])
    reads = [arguments.get("RequestItems", {}).get("t", arguments) for _, arguments in client.calls]
    assert [read["ConsistentRead"] for read in reads] == [True] * 4


def test_a_condition_and_an_update_share_one_set_of_placeholders() -> None:
    condition = equals("lease.attempt", 3) & ~Attr("status").is_in(["a", "b"])
    body = update(KEY, condition, values={"status": "c"}, increments={"version": 1}).body
    assert body["ConditionExpression"] == "(#n0.#n1 = :v0 AND (NOT #n2 IN (:v1, :v2)))"
    names = {"#n0": "lease", "#n1": "attempt", "#n2": "status", "#status": "status", "#version": "version"}
    assert body["ExpressionAttributeNames"] == names
    values = {":v0": 3, ":v1": "a", ":v2": "b", ":to_status": "c", ":by_version": 1}
    assert body["ExpressionAttributeValues"] == marshalled_map(values)


def test_none_stands_for_an_attribute_that_is_not_there() -> None:
    assert equals("x", None) == Attr("x").not_exists() | Attr("x").eq(None)
