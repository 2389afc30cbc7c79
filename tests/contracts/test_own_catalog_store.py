"""The contract of `OwnCatalogStore`."""

from typing import Any

import pytest

from devkit.fakes.samples import OTHER_TENANT
from shared.domain.assets.addition_status import AdditionStatus
from shared.domain.assets.own_catalog import Addition, OwnCatalog
from shared.domain.errors import Conflict, NotFound
from tests.support.racing import failures, race


def an_addition(stores: Any, name: str = "dlv", **over: Any) -> Addition:
    fields = {"id": "add_1", "status": AdditionStatus.ADDING, "by": "ann", "at": stores.clock.now()} | over
    return Addition(name=name, **fields)


def test_a_tenant_that_added_nothing_has_an_empty_row(stores: Any, tenant: str) -> None:
    assert stores.own_catalogs.get(tenant) == OwnCatalog(tenant_id=tenant)


def test_additions_come_back_as_they_were_and_are_each_tenants_own(stores: Any, tenant: str) -> None:
    many = [an_addition(stores, f"package-{number}", reason="It is deprecated. " * 20) for number in range(200)]
    wanted = OwnCatalog(tenant_id=tenant, digest="d1", additions=tuple(many))
    stored = stores.own_catalogs.put(wanted)
    assert stored == wanted.model_copy(update={"version": 1}) == stores.own_catalogs.get(tenant)
    assert stores.own_catalogs.get(OTHER_TENANT).additions == ()
    assert stores.own_catalogs.put(stored.without("current", "package-7")).version == 2
    assert len(stores.own_catalogs.get(tenant).additions) == 199


def test_a_stale_write_changes_nothing(stores: Any, tenant: str) -> None:
    first = stores.own_catalogs.put(OwnCatalog(tenant_id=tenant, digest="d1"))
    for stale in (OwnCatalog(tenant_id=tenant, digest="d2"), first.model_copy(update={"version": 4})):
        with pytest.raises((Conflict, NotFound)):
            stores.own_catalogs.put(stale)
    assert stores.own_catalogs.get(tenant) == first


def test_of_many_at_once_one_writes(raced: Any, tenant: str) -> None:
    own = OwnCatalog(tenant_id=tenant)
    outcomes = race(*(lambda n=n: raced.own_catalogs.put(own.having(an_addition(raced, f"p{n}"))) for n in range(6)))
    assert [type(error) for error in failures(outcomes)] == [Conflict] * 5


def test_rows_with_a_worker_at_an_addition_are_found_until_it_has_ended(stores: Any, tenant: str) -> None:
    def found() -> list[str]:
        return [own.tenant_id for own in stores.own_catalogs.unfinished() if own.tenant_id == tenant]

    adding = an_addition(stores)
    stored = stores.own_catalogs.put(OwnCatalog(tenant_id=tenant).having(adding))
    assert found() == [tenant]
    stored = stores.own_catalogs.put(stored.having(an_addition(stores, "ms", status=AdditionStatus.PROPOSED)))
    assert found() == [tenant]
    stores.own_catalogs.put(stored.having(adding.model_copy(update={"status": AdditionStatus.FAILED})))
    assert found() == []
