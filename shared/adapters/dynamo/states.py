"""Project states in DynamoDB."""

from shared.adapters.dynamo.table import keys
from shared.adapters.dynamo.table.items import entity_item, entity_of
from shared.adapters.dynamo.table.table import Table
from shared.adapters.dynamo.table.writes import ABSENT, changed, equals, put
from shared.domain.apps.project_state import ProjectState

_PACKED = frozenset({"plan", "requirements", "stack", "decisions"})


class DynamoStateStore:
    """`StateStore`: one item beside the app's own."""

    def __init__(self, table: Table) -> None:
        self._table = table

    def get(self, tenant_id: str, app_id: str) -> ProjectState:
        item = self._table.get(keys.state(tenant_id, app_id))
        return entity_of(ProjectState, item) if item else ProjectState(tenant_id=tenant_id, app_id=app_id)

    def put(self, state: ProjectState) -> ProjectState:
        stored = state.model_copy(update={"version": state.version + 1})
        item = entity_item(stored, keys.state(state.tenant_id, state.app_id), packed=_PACKED)
        self._table.apply(put(item, equals("version", state.version) if state.version else ABSENT, changed))
        return stored
