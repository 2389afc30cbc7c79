"""The contract of `AutopilotStore`."""

from typing import Any

import pytest

from devkit.fakes.samples import OTHER_TENANT
from shared.domain.autopilot.record import Autopilot, ManagedRun, TickSaid
from shared.domain.autopilot.tick_status import TickStatus
from shared.domain.errors import Conflict
from tests.support.racing import failures, race


def one(tenant_id: str, **over: Any) -> Autopilot:
    return Autopilot(tenant_id=tenant_id, app_id="app_1", **over)


def test_what_nobody_wrote_is_empty(stores: Any, tenant: str) -> None:
    assert stores.autopilots.get(tenant, "app_1") == one(tenant)


def test_it_comes_back_as_it_was(stores: Any, tenant: str) -> None:
    said = TickSaid(status=TickStatus.STARTED_RUN, run_id="run_1", task_id="task_1", at=stores.clock.now())
    run = ManagedRun(run_id="run_1", task_id="task_1", files=("src/a.ts",))
    known = one(tenant, runs=(run,), failures={"abc": 1}, spent_phase=5, last_tick=said, phase_id="node_1")
    stored = stores.autopilots.put(known)
    assert stored == known.model_copy(update={"version": 1}) == stores.autopilots.get(tenant, "app_1")
    assert stores.autopilots.put(stored.model_copy(update={"runs": ()})).version == 2


def test_a_stale_write_changes_nothing(stores: Any, tenant: str) -> None:
    first = stores.autopilots.put(one(tenant, done=1))
    with pytest.raises(Conflict):
        stores.autopilots.put(one(tenant, done=2))
    second = stores.autopilots.put(first.model_copy(update={"done": 3}))
    with pytest.raises(Conflict):
        stores.autopilots.put(first.model_copy(update={"done": 4}))
    assert stores.autopilots.get(tenant, "app_1") == second
    assert stores.autopilots.get(OTHER_TENANT, "app_1").version == 0


def test_of_many_at_once_one_writes(raced: Any, tenant: str) -> None:
    outcomes = race(*(lambda n=n: raced.autopilots.put(one(tenant, done=n)) for n in range(6)))
    assert [type(error) for error in failures(outcomes)] == [Conflict] * 5
