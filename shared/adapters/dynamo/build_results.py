"""Reports and repairs in DynamoDB."""

from datetime import datetime

from boto3.dynamodb.conditions import Attr

from shared.adapters.dynamo.table import keys
from shared.adapters.dynamo.table.items import Item, entity_item, entity_of
from shared.adapters.dynamo.table.table import Table
from shared.adapters.dynamo.table.writes import ABSENT, PRESENT, delete, equals, put
from shared.domain.errors import AppError, Conflict
from shared.domain.feedback.build_result import RESULT_SECONDS, BuildResult
from shared.domain.feedback.repairs import RepairLedger
from shared.ports.clock import Clock

_BULKY = frozenset({"stderr", "errors"})


class DynamoBuildResultStore:
    """`BuildResultStore`. The table deletes an item some time after its `ttl`; a reader does not wait for that."""

    def __init__(self, table: Table, clock: Clock) -> None:
        self._table = table
        self._clock = clock

    def put(self, result: BuildResult) -> bool:
        at = _milliseconds(result.reported_at)
        marks = {"at_ms": at, "ttl": at // 1000 + RESULT_SECONDS}
        item = entity_item(result, keys.build_result(result.tenant_id, result.session_id), packed=_BULKY) | marks
        return not self._table.attempt(put(item, ABSENT | Attr("at_ms").lte(at)))

    def get(self, tenant_id: str, session_id: str) -> BuildResult | None:
        item = self._table.get(keys.build_result(tenant_id, session_id))
        result = entity_of(BuildResult, item) if item is not None else None
        return result if result is not None and result.alive(self._clock.now()) else None

    def delete(self, tenant_id: str, session_id: str) -> None:
        self._table.attempt(delete(keys.build_result(tenant_id, session_id), PRESENT, optional=True))


class DynamoRepairStore:
    """`RepairStore`."""

    def __init__(self, table: Table) -> None:
        self._table = table

    def ledger(self, tenant_id: str, app_id: str) -> RepairLedger:
        item = self._table.get(keys.repairs(tenant_id, app_id))
        return entity_of(RepairLedger, item) if item is not None else RepairLedger(tenant_id=tenant_id, app_id=app_id)

    def keep(self, ledger: RepairLedger) -> RepairLedger:
        stored = ledger.model_copy(update={"version": ledger.version + 1})
        condition = ABSENT if ledger.version == 0 else equals("version", ledger.version)
        self._table.apply(
            put(entity_item(stored, keys.repairs(ledger.tenant_id, ledger.app_id)), condition, _overtaken)
        )
        return stored


def _overtaken(_: Item | None) -> AppError:
    return Conflict("Somebody else changed it in the meantime.")


def _milliseconds(moment: datetime) -> int:
    return int(moment.timestamp() * 1000)
