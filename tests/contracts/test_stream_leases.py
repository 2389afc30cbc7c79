"""The contract of `StreamLeases`."""

from typing import Any

import pytest

from shared.domain.access.viewers import StreamLease
from shared.domain.errors import Conflict


def lease(tenant: str, at: int, nonce: str = "a", **over: Any) -> StreamLease:
    fields = {"person": "p\n#é", "place": "run:run_1", "viewer": "tab-1", "until_ms": at + 90_000}
    return StreamLease(tenant_id=tenant, opened_ms=at, nonce=nonce, **(fields | over))


def test_what_is_open_is_listed_oldest_first_and_only_the_tenants(stores: Any, tenant: str) -> None:
    opened = [lease(tenant, 2_000), lease(tenant, 1_000), lease(tenant, 1_000, "b"), lease(tenant, 30_000)]
    for one in opened:
        stores.leases.open(one)
    stores.leases.open(lease(f"{tenant}-2", 1_500))
    assert stores.leases.opened_since(tenant, 0) == sorted(opened, key=lambda one: one.age_key)
    assert stores.leases.opened_since(tenant, 2_000) == [opened[0], opened[3]]
    assert stores.leases.opened_since(tenant, 30_001) == []


def test_what_is_closed_is_gone_and_closing_again_is_nothing(stores: Any, tenant: str) -> None:
    one, other = lease(tenant, 1_000), lease(tenant, 1_000, "b")
    stores.leases.open(one)
    stores.leases.open(other)
    stores.leases.close(one)
    stores.leases.close(one)
    assert stores.leases.opened_since(tenant, 0) == [other]


def test_a_lease_is_opened_once_and_extended_only_while_it_is_there(stores: Any, tenant: str) -> None:
    one = lease(tenant, 1_000)
    stores.leases.open(one)
    with pytest.raises(Conflict):
        stores.leases.open(one)
    assert stores.leases.extend(one, 500_000)
    assert stores.leases.opened_since(tenant, 0) == [one.model_copy(update={"until_ms": 500_000})]
    stores.leases.close(one)
    assert not stores.leases.extend(one, 900_000)
    assert stores.leases.opened_since(tenant, 0) == []
