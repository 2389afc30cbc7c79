"""The store of the repositories that apps are pushed to."""

from typing import Protocol

from shared.domain.delivery.remote import GitConnection


class GitConnectionStore(Protocol):
    """At most one connection for each app."""

    def get(self, tenant_id: str, app_id: str) -> GitConnection:
        """The connection, read consistently; an empty one of version 0 when there is none."""

    def put(self, connection: GitConnection) -> GitConnection:
        """Write if `version` is still the stored one; the answer has the next version. Else Conflict."""

    def remove(self, tenant_id: str, app_id: str) -> None:
        """Nothing is left of it. Not an error when there is none."""
