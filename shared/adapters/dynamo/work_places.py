"""Places for costly work in DynamoDB: one item a place, which is there while somebody holds it."""

from boto3.dynamodb.conditions import Attr

from shared.adapters.dynamo.table import keys
from shared.adapters.dynamo.table.table import Table
from shared.adapters.dynamo.table.writes import ABSENT, delete, update
from shared.ports.clock import Clock

_UNTIL, _HOLDER = "until_ms", "holder"
_KEPT_SECONDS = 600


class DynamoWorkPlaces:
    """`WorkPlaces`. The place of a function that died is free again when its time is over."""

    def __init__(self, table: Table, clock: Clock) -> None:
        self._table = table
        self._clock = clock

    def take(self, tenant_id: str, kind: str, number: int, holder: str, seconds: float) -> bool:
        now = round(self._clock.now().timestamp() * 1000)
        until = now + round(seconds * 1000)
        values = {_UNTIL: until, _HOLDER: holder, "ttl": until // 1000 + _KEPT_SECONDS}
        key = keys.work_place(tenant_id, kind, number)
        return not self._table.attempt(update(key, ABSENT | Attr(_UNTIL).lte(now), values=values))

    def give_back(self, tenant_id: str, kind: str, number: int, holder: str) -> None:
        key = keys.work_place(tenant_id, kind, number)
        self._table.attempt(delete(key, Attr(_HOLDER).eq(holder), optional=True))
