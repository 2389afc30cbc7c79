"""Which streams stay open: never more than allowed, always the newest, and nobody's at another's expense."""

from collections import Counter
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from shared.domain.access.viewers import StreamLease, kept, live
from shared.domain.limits import DEFAULT_LIMITS, Limits

SMALL = DEFAULT_LIMITS.model_copy(update={"streams_tenant": 6, "streams_person": 3, "streams_run": 2})
PLACES = ("run:a", "run:b", "feed:a")


def lease(at: int, person: str = "ann", place: str = "feed:a", **over: Any) -> StreamLease:
    fields = {"tenant_id": "t", "nonce": str(at), "until_ms": at + 90_000}
    return StreamLease(person=person, place=place, opened_ms=at, **(fields | over))


def times(leases: list[StreamLease], limits: Limits = SMALL) -> list[int]:
    return [one.opened_ms for one in kept(leases, limits)]


def test_the_newest_stay_and_the_oldest_gives_way() -> None:
    assert times([lease(at) for at in (4, 1, 3, 2)]) == [4, 3, 2]


def test_a_person_follows_one_run_a_few_times() -> None:
    assert times([lease(1, place="run:b"), *(lease(at, place="run:a") for at in (2, 3, 4))]) == [4, 3, 1]


def test_a_stream_takes_the_place_of_the_one_with_its_name() -> None:
    first, second = lease(1, viewer="tab"), lease(2, viewer="tab")
    assert times([first, second]) == [2]
    assert times([first, second.model_copy(update={"person": "bob"})]) == [2, 1]
    assert times([first, second.model_copy(update={"place": "feed:b"})]) == [2, 1]
    assert times([lease(1), lease(2)]) == [2, 1], "no name is nobody's"


def test_one_persons_burst_takes_nothing_from_the_others() -> None:
    calm = [lease(at, f"calm-{at}") for at in range(3)]
    burst = [lease(10 + at, "hasty") for at in range(60)]
    assert times([*calm, *burst]) == [69, 68, 67, 2, 1, 0]


def test_what_has_expired_is_not_there() -> None:
    assert live([lease(1, until_ms=50), lease(2, until_ms=51)], 50) == [lease(2, until_ms=51)]


LEASES = st.builds(
    lease, st.integers(0, 40), st.sampled_from("abcd"), st.sampled_from(PLACES), viewer=st.sampled_from(["", "x"])
)


@given(st.lists(LEASES, unique_by=lambda one: one.age_key))
def test_never_more_than_allowed_and_never_without_the_newest(leases: list[StreamLease]) -> None:
    stay = kept(leases, SMALL)
    assert len(stay) <= 6 and stay[:1] == sorted(leases, key=lambda one: one.age_key, reverse=True)[:1]
    assert all(count <= 3 for count in Counter(one.person for one in stay).values())
    runs = Counter((one.person, one.place) for one in stay if one.place.startswith("run:"))
    assert all(count <= 2 for count in runs.values())
    assert kept(stay, SMALL) == stay, "those who stay do not end each other once the others are gone"
    later = lease(99, "new")
    assert kept([*leases, later], SMALL)[0] == later
