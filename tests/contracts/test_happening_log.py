"""The contract of `HappeningLog`."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from shared.domain.errors import Bug
from shared.domain.sessions.happenings import BATCH, KEPT_SECONDS, AppDeleted, Happening, Published, Unpublished

LIVE, OFF = Published(revision_id="rev_1"), Unpublished()


def kinds(noticed: Any) -> list[str]:
    return [entry.what.kind for entry in noticed.items]


def test_what_happened_is_told_in_order_with_its_app_and_only_to_its_tenant(stores: Any, tenant: str) -> None:
    assert (stores.happenings.last(tenant), stores.happenings.read(tenant, after=0).items) == (0, [])
    stores.happenings.append(tenant, "app_1", [LIVE, OFF])
    stores.happenings.append(tenant, "app_2", [AppDeleted()])
    stores.happenings.append(f"{tenant}-2", "app_3", [LIVE])
    noticed = stores.happenings.read(tenant, after=0)
    assert [(entry.app_id, entry.what.kind) for entry in noticed.items] == [
        ("app_1", "published"),
        ("app_1", "unpublished"),
        ("app_2", "app_deleted"),
    ]
    assert noticed.items[0].what == LIVE and not noticed.gap
    first = noticed.items[0].seq
    assert [entry.seq for entry in noticed.items] == [first, first + 1, first + 2] and first > 10**12
    assert stores.happenings.last(tenant) == first + 2


def test_reading_goes_on_behind_any_number(stores: Any, tenant: str) -> None:
    for number in range(12):
        stores.happenings.append(tenant, f"app_{number}", [LIVE] * (1 + number % BATCH))
    whole = stores.happenings.read(tenant, after=0).items
    for place, entry in enumerate(whole):
        noticed = stores.happenings.read(tenant, after=entry.seq)
        assert (noticed.items, noticed.gap) == (whole[place + 1 :], False)
    assert stores.happenings.read(tenant, after=whole[0].seq, limit=5).items == whole[1:6]


@pytest.mark.parametrize("off", [-1, 1, 1_000_000])
def test_a_number_that_is_not_kept_is_a_gap(stores: Any, tenant: str, off: int) -> None:
    stores.happenings.append(tenant, "app_1", [LIVE])
    last = stores.happenings.last(tenant)
    noticed = stores.happenings.read(tenant, after=last + off)
    assert noticed.gap and len(noticed.items) == (1 if off < 0 else 0)


def test_who_was_away_for_too_long_learns_it_and_no_number_comes_twice(stores: Any, tenant: str) -> None:
    stores.happenings.append(tenant, "app_1", [LIVE] * 3)
    seen = stores.happenings.last(tenant)
    stores.clock.advance(KEPT_SECONDS + 1)
    assert stores.happenings.read(tenant, after=seen).gap and stores.happenings.last(tenant) == 0
    stores.happenings.append(tenant, "app_1", [OFF])
    noticed = stores.happenings.read(tenant, after=seen)
    assert noticed.gap and kinds(noticed) == ["unpublished"] and noticed.items[0].seq > seen + 1


def test_what_could_not_be_appended_is_told_by_the_next_reading_once(stores: Any, tenant: str) -> None:
    stores.happenings.append(tenant, "app_1", [LIVE])
    seen = stores.happenings.last(tenant)
    stores.happenings.owe(tenant)
    stores.happenings.owe(tenant)
    noticed = stores.happenings.read(tenant, after=seen)
    assert (kinds(noticed), noticed.gap, noticed.items[0].app_id) == (["missed"], False, None)
    assert kinds(stores.happenings.read(tenant, after=seen)) == ["missed"]
    assert stores.happenings.read(tenant, after=noticed.items[0].seq).items == []


def test_or_by_the_next_append_and_both_in_an_empty_log(stores: Any, tenant: str) -> None:
    stores.happenings.owe(tenant)
    stores.happenings.append(tenant, "app_1", [LIVE])
    stores.happenings.append(tenant, "app_1", [OFF])
    assert kinds(stores.happenings.read(tenant, after=0)) == ["missed", "published", "unpublished"]


@pytest.mark.parametrize("many", [0, BATCH + 1])
def test_nothing_and_too_much_are_refused(stores: Any, tenant: str, many: int) -> None:
    with pytest.raises(Bug):
        stores.happenings.append(tenant, "app_1", [LIVE] * many)


def test_many_writers_give_no_number_twice_and_leave_none_out(raced: Any, tenant: str) -> None:
    def write(number: int) -> None:
        noticed: list[Happening] = [LIVE, OFF]
        raced.happenings.append(tenant, f"app_{number}", noticed)

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(write, range(12)))
    noticed = raced.happenings.read(tenant, after=0)
    assert len(noticed.items) == 24 and not noticed.gap
    assert {entry.app_id for entry in noticed.items} == {f"app_{number}" for number in range(12)}
