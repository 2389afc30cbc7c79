"""The contract of `GitConnectionStore`."""

from typing import Any

import pytest

from devkit.fakes.samples import OTHER_TENANT
from shared.domain.delivery.remote import GitConnection
from shared.domain.errors import Conflict, NotFound
from tests.support.racing import failures, race


def a_connection(tenant_id: str, **over: Any) -> GitConnection:
    return GitConnection(tenant_id=tenant_id, app_id="app_1", **over)


def test_what_nobody_connected_is_empty(stores: Any, tenant: str) -> None:
    assert stores.connections.get(tenant, "app_1") == a_connection(tenant)


def test_a_connection_comes_back_as_it_was_and_is_replaced(stores: Any, tenant: str) -> None:
    wanted = a_connection(
        tenant, url="https://git.example.com/a/b", forge="github", api_url="https://git.example.com/api",
        token_end="abcd", sealed_token="00ff", connected_by="ann", updated_at=stores.clock.now(),
    )  # fmt: skip
    stored = stores.connections.put(wanted)
    assert stored == wanted.model_copy(update={"version": 1}) == stores.connections.get(tenant, "app_1")
    assert stores.connections.put(stored.model_copy(update={"forge": None})).version == 2


def test_a_stale_write_changes_nothing(stores: Any, tenant: str) -> None:
    first = stores.connections.put(a_connection(tenant, url="a"))
    for stale in (a_connection(tenant, url="b"), first.model_copy(update={"version": 4})):
        with pytest.raises((Conflict, NotFound)):
            stores.connections.put(stale)
    assert stores.connections.get(tenant, "app_1") == first


def test_what_is_removed_is_gone_and_can_be_made_anew(stores: Any, tenant: str) -> None:
    stores.connections.put(a_connection(tenant, url="a"))
    for _ in range(2):
        stores.connections.remove(tenant, "app_1")
    assert stores.connections.get(tenant, "app_1").version == 0
    assert stores.connections.put(a_connection(tenant, url="b")).version == 1


def test_connections_of_tenants_and_apps_are_apart(stores: Any, tenant: str) -> None:
    stores.connections.put(a_connection(tenant, url="a"))
    stores.connections.remove(OTHER_TENANT, "app_1")
    assert stores.connections.get(tenant, "app_2").url == stores.connections.get(OTHER_TENANT, "app_1").url == ""
    assert stores.connections.get(tenant, "app_1").url == "a"


def test_of_many_at_once_one_writes(raced: Any, tenant: str) -> None:
    outcomes = race(*(lambda n=n: raced.connections.put(a_connection(tenant, url=str(n))) for n in range(6)))
    assert [type(error) for error in failures(outcomes)] == [Conflict] * 5
