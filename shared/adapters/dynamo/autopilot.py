"""The autopilots of projects in DynamoDB: one item beside each app's own."""

from shared.adapters.dynamo.table import keys
from shared.adapters.dynamo.table.items import entity_item, entity_of
from shared.adapters.dynamo.table.table import Table
from shared.adapters.dynamo.table.writes import ABSENT, changed, equals, put
from shared.domain.autopilot.record import Autopilot


class DynamoAutopilotStore:
    """`AutopilotStore`."""

    def __init__(self, table: Table) -> None:
        self._table = table

    def get(self, tenant_id: str, app_id: str) -> Autopilot:
        item = self._table.get(keys.autopilot(tenant_id, app_id))
        return entity_of(Autopilot, item) if item else Autopilot(tenant_id=tenant_id, app_id=app_id)

    def put(self, autopilot: Autopilot) -> Autopilot:
        stored = autopilot.model_copy(update={"version": autopilot.version + 1})
        item = entity_item(stored, keys.autopilot(autopilot.tenant_id, autopilot.app_id))
        known = equals("version", autopilot.version) if autopilot.version else ABSENT
        self._table.apply(put(item, known, changed))
        return stored
