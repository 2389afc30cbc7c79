"""The contract of the stores that keep one thing beside an app: its state, its autopilot, its connection."""

from typing import Any

import pytest

from devkit.fakes.clock import START
from devkit.fakes.samples import OTHER_TENANT
from shared.domain.apps.project_state import Decision, ProjectState
from shared.domain.autopilot.record import Autopilot, ManagedRun, TickSaid
from shared.domain.autopilot.steps import TickStatus
from shared.domain.delivery.remote import GitConnection
from shared.domain.errors import Conflict, NotFound
from tests.support.racing import failures, race

STATE = ProjectState(
    tenant_id="", app_id="app_1", plan=["é\n", "b" * 500] * 20, requirements={"a": "x", "b": ["y", ""]},
    stack={"ui": "react"}, decisions=[Decision(decision="d", reason="", at=START)], updated_at=START,
)  # fmt: skip
AUTOPILOT = Autopilot(
    tenant_id="", app_id="app_1", runs=(ManagedRun(run_id="run_1", task_id="task_1", files=("src/a.ts",)),),
    last_tick=TickSaid(status=TickStatus.STARTED_RUN, run_id="run_1", task_id="task_1", at=START),
    failures={"abc": 1}, spent_phase=5, phase_id="node_1",
)  # fmt: skip
CONNECTION = GitConnection(
    tenant_id="", app_id="app_1", url="https://git.example.com/a/b", forge="github",
    api_url="https://git.example.com/api", token_end="abcd", sealed_token="00ff", connected_by="ann", updated_at=START,
)  # fmt: skip
Kept = tuple[str, Any, dict[str, Any]]
"""The store's name, what it keeps, and a change of that."""


@pytest.fixture(
    params=[
        ("states", STATE, {"plan": []}),
        ("autopilots", AUTOPILOT, {"runs": ()}),
        ("connections", CONNECTION, {"forge": None}),
    ],
    ids=lambda kept: kept[0],
)
def kept(request: pytest.FixtureRequest, tenant: str) -> Kept:
    name, full, change = request.param
    return name, full.model_copy(update={"tenant_id": tenant}), change


def nothing(like: Any, **over: str) -> Any:
    return type(like)(**({"tenant_id": like.tenant_id, "app_id": "app_1"} | over))


def test_what_nobody_wrote_is_empty(stores: Any, kept: Kept) -> None:
    name, full, _ = kept
    assert getattr(stores, name).get(full.tenant_id, "app_1") == nothing(full)


def test_it_comes_back_as_it_was_and_is_replaced(stores: Any, kept: Kept) -> None:
    name, full, change = kept
    store = getattr(stores, name)
    stored = store.put(full)
    assert stored == full.model_copy(update={"version": 1}) == store.get(full.tenant_id, "app_1")
    following = store.put(stored.model_copy(update=change))
    assert following == full.model_copy(update=change | {"version": 2}) == store.get(full.tenant_id, "app_1")


def test_a_stale_write_changes_nothing(stores: Any, kept: Kept) -> None:
    name, full, change = kept
    store = getattr(stores, name)
    first = store.put(full)
    with pytest.raises(Conflict):
        store.put(full.model_copy(update=change))
    second = store.put(first.model_copy(update=change))
    with pytest.raises(Conflict):
        store.put(first)
    assert store.get(full.tenant_id, "app_1") == second


def test_a_version_out_of_nowhere_is_refused(stores: Any, kept: Kept) -> None:
    name, full, _ = kept
    store = getattr(stores, name)
    invented = full.model_copy(update={"version": 4})
    with pytest.raises((Conflict, NotFound)):
        store.put(invented)
    assert store.get(full.tenant_id, "app_1") == nothing(full)
    first = store.put(full)
    with pytest.raises(Conflict):
        store.put(invented)
    assert store.get(full.tenant_id, "app_1") == first


def test_those_of_tenants_and_apps_are_apart(stores: Any, kept: Kept) -> None:
    name, full, _ = kept
    store = getattr(stores, name)
    store.put(full)
    assert store.get(OTHER_TENANT, "app_1") == nothing(full, tenant_id=OTHER_TENANT)
    assert store.get(full.tenant_id, "app_2") == nothing(full, app_id="app_2")


def test_of_many_at_once_one_writes(raced: Any, kept: Kept) -> None:
    name, full, _ = kept
    outcomes = race(*(lambda: getattr(raced, name).put(full) for _ in range(6)))
    assert [type(error) for error in failures(outcomes)] == [Conflict] * 5


def test_a_connection_that_is_removed_is_gone_and_can_be_made_anew(stores: Any, tenant: str) -> None:
    wanted = CONNECTION.model_copy(update={"tenant_id": tenant})
    stores.connections.put(wanted)
    stores.connections.remove(OTHER_TENANT, "app_1")
    assert stores.connections.get(tenant, "app_1").version == 1
    for _ in range(2):
        stores.connections.remove(tenant, "app_1")
    assert stores.connections.get(tenant, "app_1") == nothing(wanted)
    assert stores.connections.put(wanted).version == 1
