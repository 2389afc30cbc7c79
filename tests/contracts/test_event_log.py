"""The contract of `EventLog`."""

import random
from datetime import timedelta
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from devkit.fakes.clock import START
from devkit.fakes.samples import OTHER_TENANT, an_event, some_events
from shared.domain.diagnostics import Diagnostic
from shared.domain.errors import Bug, Conflict
from shared.domain.ids import new_id
from shared.domain.runs.chunks import TextDelta, ToolInputAvailable
from shared.domain.runs.data_chunks import DataDone, DoneData
from shared.domain.runs.events import Event
from shared.domain.runs.run_parts import RunUsage
from tests.support.racing import failures, race


@pytest.fixture
def run_id() -> str:
    return new_id("run")


def put(stores: Any, tenant: str, run_id: str, *sizes: int) -> int:
    """Append batches of these sizes; the last number."""
    last = 0
    for size in sizes:
        stores.events.append(tenant, run_id, some_events(last + 1, size))
        last += size
    return last


def numbers(events: list[Event]) -> list[int]:
    return [event.seq for event in events]


def test_events_come_back_as_they_were(stores: Any, tenant: str, run_id: str) -> None:
    usage = RunUsage(prompt_tokens=3, cost_usd=None)
    events = [
        an_event(1, "é☃", at=START + timedelta(milliseconds=7)),
        an_event(2).model_copy(update={"diagnostics": [Diagnostic(code="X", message="m", line=3)], "stage": "build"}),
        Event(
            seq=3,
            at=START,
            request_id="r",
            stage="edit",
            chunk=ToolInputAvailable(tool_call_id="c", tool_name="t", input={"a": [1, 2.5, None, {"b": True}], "": ""}),
        ),
        Event(
            seq=4,
            at=START,
            request_id="r",
            stage="done",
            chunk=DataDone(data=DoneData(status="completed", run_id=run_id, turn_id="t", usage=usage)),
        ),
    ]
    stores.events.append(tenant, run_id, events)
    read = stores.events.read(tenant, run_id)
    assert read == events
    assert [event.wire() for event in read] == [event.wire() for event in events]


def test_nothing_is_there_before_the_first(stores: Any, tenant: str, run_id: str) -> None:
    assert stores.events.read(tenant, run_id) == []
    assert stores.events.last_seq(tenant, run_id) == 0


def test_a_number_is_taken_once(stores: Any, tenant: str, run_id: str) -> None:
    put(stores, tenant, run_id, 3)
    for batch in (some_events(1, 3), [an_event(1, "other")]):
        with pytest.raises(Conflict):
            stores.events.append(tenant, run_id, batch)
    assert stores.events.read(tenant, run_id) == some_events(1, 3)


@pytest.mark.parametrize(
    "batch",
    [[], [an_event(0)], [an_event(-1)], [an_event(1), an_event(3)], [an_event(2), an_event(1)], [an_event(1)] * 2,
     some_events(1, 65)],
    ids=lambda batch: f"{len(batch)}-{batch[0].seq if batch else ''}",
)  # fmt: skip
def test_a_batch_that_is_none_is_our_own_mistake(stores: Any, tenant: str, run_id: str, batch: list[Event]) -> None:
    with pytest.raises(Bug):
        stores.events.append(tenant, run_id, batch)
    assert stores.events.last_seq(tenant, run_id) == 0


def test_reading_goes_on_from_any_number(stores: Any, tenant: str, run_id: str) -> None:
    last = put(stores, tenant, run_id, 1, 64, 2, 1, 30, 64, 7)
    for after in range(last + 3):
        assert numbers(stores.events.read(tenant, run_id, after=after)) == list(range(after + 1, last + 1))


def test_reading_stops_at_the_limit_wherever_it_falls(stores: Any, tenant: str, run_id: str) -> None:
    last = put(stores, tenant, run_id, 5, 64, 3)
    for limit in (1, 4, 5, 6, 69, 70, 72, 80):
        for after in (0, 3, 5, 68):
            expected = list(range(after + 1, min(after + limit, last) + 1))
            assert numbers(stores.events.read(tenant, run_id, after=after, limit=limit)) == expected


def test_a_reader_follows_a_writer(stores: Any, tenant: str, run_id: str) -> None:
    seen: list[int] = []
    for first in range(1, 40, 3):
        stores.events.append(tenant, run_id, some_events(first, 3))
        after = seen[-1] if seen else 0
        seen += numbers(stores.events.read(tenant, run_id, after=after, limit=4))
        assert stores.events.read(tenant, run_id, after=first + 2) == []
    assert seen == list(range(1, 40))


def test_reading_stops_at_a_gap(stores: Any, tenant: str, run_id: str) -> None:
    stores.events.append(tenant, run_id, some_events(1, 3))
    stores.events.append(tenant, run_id, some_events(6, 2))
    assert numbers(stores.events.read(tenant, run_id)) == [1, 2, 3]
    assert stores.events.read(tenant, run_id, after=3) == []
    assert numbers(stores.events.read(tenant, run_id, after=5)) == [6, 7]
    assert stores.events.last_seq(tenant, run_id) == 7
    stores.events.append(tenant, run_id, some_events(4, 2))
    assert numbers(stores.events.read(tenant, run_id, after=2)) == [3, 4, 5, 6, 7]


def test_a_gap_at_the_beginning_shows_nothing(stores: Any, tenant: str, run_id: str) -> None:
    stores.events.append(tenant, run_id, some_events(2, 2))
    assert stores.events.read(tenant, run_id) == []


def test_another_tenants_events_are_not_there(stores: Any, tenant: str, run_id: str) -> None:
    put(stores, tenant, run_id, 3)
    assert stores.events.read(OTHER_TENANT, run_id) == []
    assert stores.events.last_seq(OTHER_TENANT, run_id) == 0
    assert stores.events.read(tenant, new_id("run")) == []


def test_a_thousand_events(stores: Any, tenant: str, run_id: str) -> None:
    last = put(stores, tenant, run_id, *[50] * 20)
    assert numbers(stores.events.read(tenant, run_id)) == list(range(1, last + 1))
    assert numbers(stores.events.read(tenant, run_id, after=990)) == list(range(991, 1001))
    put_last = some_events(1001, 5)
    stores.events.append(tenant, run_id, put_last)
    assert len(stores.events.read(tenant, run_id)) == 1000
    assert stores.events.read(tenant, run_id, after=1000) == put_last


def test_events_of_any_size_come_back_whole(stores: Any, tenant: str, run_id: str) -> None:
    text = random.Random(1).randbytes(500_000).hex()  # noqa: S311 - the same bytes in every run
    events = [an_event(1), Event(seq=2, at=START, request_id="r", stage="edit", chunk=TextDelta(id="t", delta=text))]
    stores.events.append(tenant, run_id, events)
    stores.events.append(tenant, run_id, [an_event(3)])
    assert stores.events.read(tenant, run_id) == [*events, an_event(3)]


def test_expired_events_are_gone_at_that_moment(stores: Any, tenant: str, run_id: str) -> None:
    put(stores, tenant, run_id, *[1] * 105)
    at = int(stores.clock.now().timestamp()) + 60
    stores.events.expire(tenant, run_id, at)
    stores.clock.advance(59)
    assert stores.events.last_seq(tenant, run_id) == 105
    stores.clock.advance(1)
    assert stores.events.read(tenant, run_id) == []
    assert stores.events.last_seq(tenant, run_id) == 0


def test_expiring_nothing_is_no_error(stores: Any, tenant: str, run_id: str) -> None:
    stores.events.expire(tenant, run_id, 1)


def write(stores: Any, tenant: str, run_id: str, writer: str, sizes: list[int]) -> None:
    """A writer as the loop has it: at a conflict it learns the last number and tries again."""
    last = stores.events.last_seq(tenant, run_id)
    for size in sizes:
        while True:
            try:
                batch = [an_event(last + offset, writer) for offset in range(1, size + 1)]
                stores.events.append(tenant, run_id, batch)
                break
            except Conflict:
                last = stores.events.last_seq(tenant, run_id)
        last += size


SIZES = st.lists(st.integers(1, 64), max_size=6)


@settings(
    max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)
@given(SIZES, SIZES, st.integers(0, 200))
def test_two_writers_make_one_sequence_without_a_gap(
    raced: Any, tenant: str, one: list[int], two: list[int], after: int
) -> None:
    run_id = new_id("run")
    outcomes = race(lambda: write(raced, tenant, run_id, "one", one), lambda: write(raced, tenant, run_id, "two", two))
    assert failures(outcomes) == []
    total = sum(one) + sum(two)
    events = raced.events.read(tenant, run_id)
    assert numbers(events) == list(range(1, total + 1))
    by = [event.chunk.delta for event in events]
    assert (by.count("one"), by.count("two")) == (sum(one), sum(two))
    assert raced.events.last_seq(tenant, run_id) == total
    assert numbers(raced.events.read(tenant, run_id, after=after)) == list(range(after + 1, total + 1))
