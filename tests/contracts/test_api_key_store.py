"""The contract of `ApiKeyStore`."""

from datetime import timedelta
from typing import Any

import pytest

from devkit.fakes.clock import START
from devkit.fakes.samples import OTHER_TENANT
from shared.domain.access.api_key import ApiKey, digest_of, new_secret
from shared.domain.errors import Conflict, Malformed, NotFound
from shared.domain.ids import new_id
from tests.support.racing import failures, race


def a_key(tenant_id: str, **over: Any) -> ApiKey:
    key_id = over.get("id", new_id("key"))
    secret = new_secret(key_id)
    base: dict[str, Any] = {
        "id": key_id, "tenant_id": tenant_id, "name": "CI ☃", "digest": digest_of(secret), "last_four": secret[-4:],
        "scopes": ("apps:read", "apps:write"), "created_by": "ann", "created_at": START,
    }  # fmt: skip
    return ApiKey(**(base | over))


def test_a_key_is_found_by_its_digest_and_listed(stores: Any, tenant: str) -> None:
    key = a_key(tenant, expires_at=START + timedelta(days=1, milliseconds=5))
    stores.api_keys.create(key)
    assert stores.api_keys.find(key.digest) == key
    assert stores.api_keys.list(tenant, limit=5).items == [key]


def test_nothing_else_is_found(stores: Any, tenant: str) -> None:
    stores.api_keys.create(a_key(tenant))
    assert stores.api_keys.find("0" * 64) is None


def test_neither_an_id_nor_a_digest_is_used_twice(stores: Any, tenant: str) -> None:
    key = a_key(tenant)
    stores.api_keys.create(key)
    for twin in (key, a_key(tenant, id=key.id), a_key(OTHER_TENANT, digest=key.digest)):
        with pytest.raises(Conflict):
            stores.api_keys.create(twin)
    assert stores.api_keys.find(key.digest) == key
    assert stores.api_keys.list(tenant, limit=5).items == [key]


def test_a_revoked_key_is_listed_and_no_longer_found(stores: Any, tenant: str) -> None:
    key, other = a_key(tenant), a_key(tenant)
    for one in (key, other):
        stores.api_keys.create(one)
    revoked = stores.api_keys.revoke(tenant, key.id, START)
    assert revoked == key.model_copy(update={"revoked_at": START})
    assert stores.api_keys.find(key.digest) is None
    assert stores.api_keys.find(other.digest) == other
    assert revoked in stores.api_keys.list(tenant, limit=5).items


def test_the_first_revocation_stands(stores: Any, tenant: str) -> None:
    key = a_key(tenant)
    stores.api_keys.create(key)
    first = stores.api_keys.revoke(tenant, key.id, START)
    assert stores.api_keys.revoke(tenant, key.id, START + timedelta(hours=1)) == first


def test_another_tenants_key_is_not_found(stores: Any, tenant: str) -> None:
    key = a_key(tenant)
    stores.api_keys.create(key)
    for stranger, key_id in ((OTHER_TENANT, key.id), (tenant, new_id("key")), (tenant, "x#y"), (f"{tenant}#KEY", "x")):
        with pytest.raises(NotFound):
            stores.api_keys.revoke(stranger, key_id, START)
    assert stores.api_keys.find(key.digest) == key
    assert key not in stores.api_keys.list(OTHER_TENANT, limit=200).items


def test_lists_are_newest_first_in_pages(stores: Any, tenant: str) -> None:
    made = [a_key(tenant, id=f"key_{n:026d}") for n in range(5)]
    for key in made:
        stores.api_keys.create(key)
    first = stores.api_keys.list(tenant, limit=3)
    rest = stores.api_keys.list(tenant, limit=3, cursor=first.next_cursor)
    assert [*first.items, *rest.items] == made[::-1] and rest.next_cursor is None
    with pytest.raises(Malformed):
        stores.api_keys.list(tenant, limit=3, cursor="x")


def test_apps_and_keys_are_listed_apart(stores: Any, tenant: str) -> None:
    stores.api_keys.create(a_key(tenant))
    assert stores.apps.list(tenant, limit=5).items == []


def test_of_many_revocations_at_once_one_time_stands(raced: Any, tenant: str) -> None:
    key = a_key(tenant)
    raced.api_keys.create(key)
    times = [START + timedelta(seconds=n) for n in range(6)]
    outcomes = race(*(lambda at=at: raced.api_keys.revoke(tenant, key.id, at) for at in times))
    assert failures(outcomes) == [] and len({found.revoked_at for found in outcomes}) == 1
    assert raced.api_keys.find(key.digest) is None
