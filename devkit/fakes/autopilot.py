"""Autopilots of projects in memory."""

from devkit.fakes.records import Records
from shared.domain.autopilot.record import Autopilot


class FakeAutopilotStore:
    """`AutopilotStore`."""

    def __init__(self, records: Records) -> None:
        self._records = records

    def get(self, tenant_id: str, app_id: str) -> Autopilot:
        found = self._records.find(Autopilot, tenant_id, app_id)
        return found or Autopilot(tenant_id=tenant_id, app_id=app_id)

    def put(self, autopilot: Autopilot) -> Autopilot:
        return self._records.keep(autopilot, autopilot.tenant_id, autopilot.app_id)
