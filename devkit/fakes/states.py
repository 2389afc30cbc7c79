"""Project states in memory."""

from devkit.fakes.records import Records
from shared.domain.apps.project_state import ProjectState
from shared.domain.errors import Conflict, NotFound


class FakeStateStore:
    """`StateStore`."""

    def __init__(self, records: Records | None = None) -> None:
        self._records = records or Records()

    def get(self, tenant_id: str, app_id: str) -> ProjectState:
        found = self._records.find(ProjectState, tenant_id, app_id)
        return found or ProjectState(tenant_id=tenant_id, app_id=app_id)

    def put(self, state: ProjectState) -> ProjectState:
        with self._records.lock:
            stored = self._records.find(ProjectState, state.tenant_id, state.app_id)
            if stored is None and state.version:
                raise NotFound("There is no such thing.")
            if (stored.version if stored else 0) != state.version:
                raise Conflict("Somebody else changed it in the meantime.")
            following = state.model_copy(update={"version": state.version + 1})
            self._records.put(following, state.tenant_id, state.app_id)
            return following
