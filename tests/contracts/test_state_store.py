"""The contract of `StateStore`."""

from typing import Any

import pytest

from devkit.fakes.samples import OTHER_TENANT
from shared.domain.apps.project_state import Decision, ProjectState
from shared.domain.errors import Conflict, NotFound
from tests.support.racing import failures, race


def a_state(tenant_id: str, **over: Any) -> ProjectState:
    return ProjectState(tenant_id=tenant_id, app_id="app_1", **over)


def test_what_nobody_wrote_is_empty(stores: Any, tenant: str) -> None:
    assert stores.states.get(tenant, "app_1") == a_state(tenant)


def test_a_state_comes_back_as_it_was(stores: Any, tenant: str) -> None:
    state = a_state(
        tenant, plan=["é\n", "b" * 500] * 20, requirements={"a": "x", "b": ["y", ""]}, stack={"ui": "react"},
        decisions=[Decision(decision="d", reason="", at=stores.clock.now())], updated_at=stores.clock.now(),
    )  # fmt: skip
    stored = stores.states.put(state)
    assert stored == state.model_copy(update={"version": 1}) == stores.states.get(tenant, "app_1")
    following = stores.states.put(stored.model_copy(update={"plan": []}))
    assert (following.version, following.plan, following.stack) == (2, [], {"ui": "react"})
    assert stores.states.get(tenant, "app_1") == following


def test_a_stale_write_changes_nothing(stores: Any, tenant: str) -> None:
    first = stores.states.put(a_state(tenant, plan=["a"]))
    with pytest.raises(Conflict):
        stores.states.put(a_state(tenant, plan=["b"]))
    second = stores.states.put(first.model_copy(update={"plan": ["c"]}))
    with pytest.raises(Conflict):
        stores.states.put(first.model_copy(update={"plan": ["d"]}))
    assert stores.states.get(tenant, "app_1") == second


def test_a_version_out_of_nowhere_is_refused(stores: Any, tenant: str) -> None:
    with pytest.raises((Conflict, NotFound)):
        stores.states.put(a_state(tenant, version=4))
    assert stores.states.get(tenant, "app_1").version == 0


def test_states_of_tenants_and_apps_are_apart(stores: Any, tenant: str) -> None:
    stores.states.put(a_state(tenant, plan=["a"]))
    assert stores.states.get(OTHER_TENANT, "app_1").plan == stores.states.get(tenant, "app_2").plan == []


def test_of_many_at_once_one_writes(raced: Any, tenant: str) -> None:
    outcomes = race(*(lambda n=n: raced.states.put(a_state(tenant, plan=[str(n)])) for n in range(6)))
    assert [type(error) for error in failures(outcomes)] == [Conflict] * 5
