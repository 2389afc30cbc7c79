"""The store of connection tests."""

from typing import Protocol

from shared.domain.spending.connection import ConnectionTest


class ConnectionTestStore(Protocol):
    """One row a tenant: its latest test."""

    def find(self, tenant_id: str) -> ConnectionTest | None:
        """The row, read consistently; None before the first test."""

    def put(self, test: ConnectionTest) -> ConnectionTest:
        """Write if `version` is still the stored one; the answer has the next version. Else Conflict."""
