"""Project states in memory."""

from devkit.fakes.records import Records
from shared.domain.apps.project_state import ProjectState


class FakeStateStore:
    """`StateStore`."""

    def __init__(self, records: Records | None = None) -> None:
        self._records = records or Records()

    def get(self, tenant_id: str, app_id: str) -> ProjectState:
        found = self._records.find(ProjectState, tenant_id, app_id)
        return found or ProjectState(tenant_id=tenant_id, app_id=app_id)

    def put(self, state: ProjectState) -> ProjectState:
        return self._records.keep(state, state.tenant_id, state.app_id)
