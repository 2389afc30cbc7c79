"""The store of what tenants have added to the catalog."""

from collections.abc import Iterable
from typing import Protocol

from shared.domain.assets.own_catalog import OwnCatalog


class OwnCatalogStore(Protocol):
    """One row a tenant: its additions, and which catalog version is in use."""

    def get(self, tenant_id: str) -> OwnCatalog:
        """The row, read consistently; an empty one of version 0 when nothing was ever added."""

    def put(self, own: OwnCatalog) -> OwnCatalog:
        """Write if `version` is still the stored one; the answer has the next version. Else Conflict."""

    def unfinished(self) -> Iterable[OwnCatalog]:
        """Rows of all tenants with an addition that a worker is at, oldest first."""
