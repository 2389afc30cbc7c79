"""Connections to people's repositories in memory."""

from devkit.fakes.records import Records
from shared.domain.delivery.remote import GitConnection


class FakeGitConnectionStore:
    """`GitConnectionStore`."""

    def __init__(self, records: Records | None = None) -> None:
        self._records = records or Records()

    def get(self, tenant_id: str, app_id: str) -> GitConnection:
        found = self._records.find(GitConnection, tenant_id, app_id)
        return found or GitConnection(tenant_id=tenant_id, app_id=app_id)

    def put(self, connection: GitConnection) -> GitConnection:
        return self._records.keep(connection, connection.tenant_id, connection.app_id)

    def remove(self, tenant_id: str, app_id: str) -> None:
        self._records.remove(GitConnection, tenant_id, app_id)
