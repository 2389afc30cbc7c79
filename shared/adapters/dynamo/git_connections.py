"""Connections to people's repositories in DynamoDB."""

from shared.adapters.dynamo.table import keys
from shared.adapters.dynamo.table.items import entity_item, entity_of
from shared.adapters.dynamo.table.table import Table
from shared.adapters.dynamo.table.writes import ABSENT, PRESENT, changed, delete, equals, put
from shared.domain.delivery.remote import GitConnection


class DynamoGitConnectionStore:
    """`GitConnectionStore`: one item beside the app's own."""

    def __init__(self, table: Table) -> None:
        self._table = table

    def get(self, tenant_id: str, app_id: str) -> GitConnection:
        item = self._table.get(keys.git_connection(tenant_id, app_id))
        return entity_of(GitConnection, item) if item else GitConnection(tenant_id=tenant_id, app_id=app_id)

    def put(self, connection: GitConnection) -> GitConnection:
        stored = connection.model_copy(update={"version": connection.version + 1})
        item = entity_item(stored, keys.git_connection(stored.tenant_id, stored.app_id))
        self._table.apply(put(item, equals("version", connection.version) if connection.version else ABSENT, changed))
        return stored

    def remove(self, tenant_id: str, app_id: str) -> None:
        self._table.apply(delete(keys.git_connection(tenant_id, app_id), PRESENT, optional=True))
