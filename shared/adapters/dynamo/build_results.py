"""Reports in DynamoDB."""

from datetime import datetime

from boto3.dynamodb.conditions import Attr

from shared.adapters.dynamo.table import keys
from shared.adapters.dynamo.table.items import entity_item
from shared.adapters.dynamo.table.store import Store
from shared.adapters.dynamo.table.table import Table
from shared.adapters.dynamo.table.writes import ABSENT, PRESENT, delete, put
from shared.domain.feedback.build_result import RESULT_SECONDS, BuildResult
from shared.ports.clock import Clock

_BULKY = frozenset({"stderr", "errors"})


class DynamoBuildResultStore(Store):
    """`BuildResultStore`. The table deletes an item some time after its `ttl`; a reader does not wait for that."""

    def __init__(self, table: Table, clock: Clock) -> None:
        super().__init__(table)
        self._clock = clock

    def put(self, result: BuildResult) -> bool:
        at = _milliseconds(result.reported_at)
        marks = {"at_ms": at, "ttl": at // 1000 + RESULT_SECONDS}
        item = entity_item(result, keys.build_result(result.tenant_id, result.session_id), packed=_BULKY) | marks
        return not self._table.attempt(put(item, ABSENT | Attr("at_ms").lte(at)))

    def get(self, tenant_id: str, session_id: str) -> BuildResult | None:
        result = self._find(BuildResult, keys.build_result(tenant_id, session_id))
        return result if result is not None and result.alive(self._clock.now()) else None

    def delete(self, tenant_id: str, session_id: str) -> None:
        self._table.attempt(delete(keys.build_result(tenant_id, session_id), PRESENT, optional=True))


def _milliseconds(moment: datetime) -> int:
    return int(moment.timestamp() * 1000)
