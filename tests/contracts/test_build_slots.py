"""The contract of `BuildSlotStore`."""

from typing import Any

import pytest

from devkit.fakes.samples import OTHER_TENANT
from shared.domain.builds.build_slots import BuildSlots, BuildsUsed, Place
from shared.domain.errors import Conflict, NotFound
from tests.support.racing import failures, race

PLACE = Place(build_id="bld_1", app_id="app_1", execution="arn:aws:states:e:1", seconds=120, urgent=True)


def test_what_nobody_wrote_is_empty(stores: Any, tenant: str) -> None:
    assert stores.slots.get(tenant) == BuildSlots(tenant_id=tenant)


def test_slots_come_back_as_they_were(stores: Any, tenant: str) -> None:
    slots = BuildSlots(
        tenant_id=tenant, running=[PLACE], waiting=[PLACE.model_copy(update={"build_id": "bld_2", "gives_way": True})],
        passed_over=1, day="2026-03-01", day_seconds=7, month_seconds=70, busy_since=stores.clock.now(),
    )  # fmt: skip
    stored = stores.slots.put(slots)
    assert stored == slots.model_copy(update={"version": 1}) == stores.slots.get(tenant)
    following = stores.slots.put(stored.model_copy(update={"running": []}))
    assert (following.version, following.running) == (2, [])
    assert stores.slots.get(tenant) == following


def test_a_stale_write_changes_nothing_and_counts_nothing(stores: Any, tenant: str) -> None:
    used = BuildsUsed(day="2026-03-01", builds=1, seconds=5)
    first = stores.slots.put(BuildSlots(tenant_id=tenant))
    second = stores.slots.put(first, app_id="app_1", used=used)
    with pytest.raises(Conflict):
        stores.slots.put(first.model_copy(update={"passed_over": 9}), app_id="app_1", used=used)
    assert stores.slots.get(tenant) == second
    assert stores.slots.days(tenant, "app_1", "2026-03-01", "2026-03-01") == [used]


def test_a_version_out_of_nowhere_is_refused(stores: Any, tenant: str) -> None:
    with pytest.raises((Conflict, NotFound)):
        stores.slots.put(BuildSlots(tenant_id=tenant, version=4))


def test_what_builds_used_is_added_up_by_app_and_day(stores: Any, tenant: str) -> None:
    slots = BuildSlots(tenant_id=tenant)
    for app_id, day, seconds in (
        ("app_1", "2026-03-01", 3), ("app_1", "2026-03-01", 4), ("app_1", "2026-03-02", 5), ("app_2", "2026-03-02", 6),
    ):  # fmt: skip
        slots = stores.slots.put(slots, app_id=app_id, used=BuildsUsed(day=day, builds=1, seconds=seconds))
    assert stores.slots.days(tenant, "app_1", "2026-03-01", "2026-03-31") == [
        BuildsUsed(day="2026-03-01", builds=2, seconds=7),
        BuildsUsed(day="2026-03-02", builds=1, seconds=5),
    ]
    assert stores.slots.days(tenant, "app_1", "2026-03-03", "2026-03-31") == []
    assert stores.slots.days(OTHER_TENANT, "app_1", "2026-03-01", "2026-03-31") == []


def test_only_busy_slots_are_listed(stores: Any, tenant: str) -> None:
    busy = stores.slots.put(BuildSlots(tenant_id=tenant, running=[PLACE], busy_since=stores.clock.now()))
    stores.slots.put(BuildSlots(tenant_id=f"{tenant}-idle"))
    listed = {slots.tenant_id: slots for slots in stores.slots.busy()}
    assert listed[tenant] == busy
    assert f"{tenant}-idle" not in listed
    stores.slots.put(busy.model_copy(update={"running": [], "busy_since": None}))
    assert tenant not in {slots.tenant_id for slots in stores.slots.busy()}


def test_of_many_at_once_one_writes(raced: Any, tenant: str) -> None:
    outcomes = race(*(lambda n=n: raced.slots.put(BuildSlots(tenant_id=tenant, passed_over=n)) for n in range(6)))
    assert [type(error) for error in failures(outcomes)] == [Conflict] * 5
