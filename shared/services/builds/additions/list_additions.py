"""What a tenant's owner has added to the catalog, and what was proposed."""

from typing import NamedTuple

from shared.domain.assets.addition_status import AdditionStatus
from shared.domain.assets.own_catalog import Addition, OwnCatalog
from shared.domain.identity import Principal
from shared.ports.clock import Clock
from shared.services.assets.own_catalogs import OwnCatalogs, standing
from shared.services.builds.additions.addition_ports import without_lost

_OUTDATED = ("PACKAGE_OUTDATED", "It does not fit the packages that ship since an upgrade; add it again.")


class Additions(NamedTuple):
    """`digest` names the catalog in use."""

    items: list[Addition]
    digest: str


def list_additions(*, principal: Principal, own: OwnCatalogs, clock: Clock) -> Additions:
    """All of them, newest first."""
    stored = without_lost(own.store.get(principal.tenant_id), clock.now())
    return Additions(_as_they_stand(stored, own), stored.digest or own.base.catalog.digest)


def _as_they_stand(stored: OwnCatalog, own: OwnCatalogs) -> list[Addition]:
    there = standing(stored, own)
    code, reason = _OUTDATED
    return [
        one.model_copy(update={"code": code, "reason": reason})
        if one.status == AdditionStatus.ADDED and one.key not in there
        else one
        for one in stored.additions
    ]
