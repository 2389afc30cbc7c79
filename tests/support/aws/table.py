"""The table of the stack, as `infra` declares it, for tests that have no stack."""

from typing import Any


def create_table(dynamodb: Any, name: str = "chatbuilder-test") -> str:
    """Create the table in `dynamodb` and answer its name.

    Without a time to live: the clock of tests stands in the past, and the embedded AWS removes what has expired by the
    real one once a minute, in the middle of whatever a test does.
    """
    dynamodb.create_table(
        TableName=name,
        BillingMode="PAY_PER_REQUEST",
        AttributeDefinitions=[
            {"AttributeName": part, "AttributeType": "S"} for part in ("PK", "SK", "open_kind", "open_since")
        ],
        KeySchema=[{"AttributeName": "PK", "KeyType": "HASH"}, {"AttributeName": "SK", "KeyType": "RANGE"}],
        GlobalSecondaryIndexes=[
            {
                "IndexName": "open",
                "KeySchema": [
                    {"AttributeName": "open_kind", "KeyType": "HASH"},
                    {"AttributeName": "open_since", "KeyType": "RANGE"},
                ],
                "Projection": {"ProjectionType": "KEYS_ONLY"},
            }
        ],
    )
    dynamodb.get_waiter("table_exists").wait(TableName=name, WaiterConfig={"Delay": 1, "MaxAttempts": 10})
    return name
