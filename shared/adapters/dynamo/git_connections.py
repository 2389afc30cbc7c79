"""Connections to people's repositories in DynamoDB."""

from shared.adapters.dynamo.table import keys
from shared.adapters.dynamo.table.store import Store
from shared.adapters.dynamo.table.writes import PRESENT, delete
from shared.domain.delivery.remote import GitConnection


class DynamoGitConnectionStore(Store):
    """`GitConnectionStore`: one item beside the app's own."""

    def get(self, tenant_id: str, app_id: str) -> GitConnection:
        found = self._find(GitConnection, keys.git_connection(tenant_id, app_id))
        return found or GitConnection(tenant_id=tenant_id, app_id=app_id)

    def put(self, connection: GitConnection) -> GitConnection:
        return self._put_next(connection, keys.git_connection(connection.tenant_id, connection.app_id))

    def remove(self, tenant_id: str, app_id: str) -> None:
        self._table.apply(delete(keys.git_connection(tenant_id, app_id), PRESENT, optional=True))
