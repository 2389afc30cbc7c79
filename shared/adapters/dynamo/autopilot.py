"""The autopilots of projects in DynamoDB: one item beside each app's own."""

from shared.adapters.dynamo.table import keys
from shared.adapters.dynamo.table.store import Store
from shared.domain.autopilot.record import Autopilot


class DynamoAutopilotStore(Store):
    """`AutopilotStore`."""

    def get(self, tenant_id: str, app_id: str) -> Autopilot:
        found = self._find(Autopilot, keys.autopilot(tenant_id, app_id))
        return found or Autopilot(tenant_id=tenant_id, app_id=app_id)

    def put(self, autopilot: Autopilot) -> Autopilot:
        return self._put_next(autopilot, keys.autopilot(autopilot.tenant_id, autopilot.app_id))
