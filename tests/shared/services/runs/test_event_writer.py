"""The writer of events: one gapless sequence whatever else writes, whatever answer is lost; no thread left behind."""

import threading
import time
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from devkit.fakes.clock import FakeClock
from devkit.fakes.samples import a_run, an_app
from devkit.fakes.world import World
from shared.adapters.dynamo.events import DynamoEventLog
from shared.domain.errors import Conflict, Transient
from shared.domain.runs.chunks import TextDelta
from shared.domain.runs.events import Event
from shared.services.runs.log.event_writer import EventWriter, Fenced

RUN = a_run(an_app())


class FineClock(FakeClock):
    """Moves by microseconds, as a real clock does."""

    def now(self) -> datetime:
        self.advance(0.001)
        return super().now() + timedelta(microseconds=123)


class Troubled:
    """A log that loses answers, stalls or fails as told: one word for each append, then all goes well.

    `started` is set by the first append; `stall` is how it stalls."""

    def __init__(self, log: DynamoEventLog, *words: str) -> None:
        self._log, self._words = log, list(words)
        self.started = threading.Event()
        self.stall: Callable[[], object] = lambda: time.sleep(0.2)

    def append(self, tenant_id: str, run_id: str, events: Sequence[Event]) -> None:
        self.started.set()
        word = self._words.pop(0) if self._words else "well"
        if word == "fails":
            raise Transient("The store is down.")
        if word == "stalls":
            self.stall()
        self._log.append(tenant_id, run_id, events)
        if word == "loses":
            raise Conflict("This number is taken.")

    def read(self, *args: Any, **named: Any) -> list[Event]:
        return self._log.read(*args, **named)

    def last_seq(self, tenant_id: str, run_id: str) -> int:
        return self._log.last_seq(tenant_id, run_id)

    def expire(self, tenant_id: str, run_id: str, at_epoch: int) -> None:
        self._log.expire(tenant_id, run_id, at_epoch)


def writer(log: Any, **over: Any) -> EventWriter:
    return EventWriter(RUN, events=log, **({"clock": FineClock(), "flush_seconds": 0} | over))


def words(log: DynamoEventLog) -> list[str]:
    events = log.read(RUN.tenant_id, RUN.id, limit=100_000)
    assert [event.seq for event in events] == list(range(1, log.last_seq(RUN.tenant_id, RUN.id) + 1))
    return [event.chunk.delta for event in events if isinstance(event.chunk, TextDelta)]


def delta(text: str) -> TextDelta:
    return TextDelta(id="t", delta=text)


SCRIPT = st.lists(st.tuples(st.integers(0, 2), st.integers(1, 150), st.booleans()), max_size=25)


@settings(max_examples=60, deadline=None)
@given(SCRIPT)
def test_any_turns_of_three_writers_make_one_sequence_without_a_gap(script: list[tuple[int, int, bool]]) -> None:
    log = World().events
    writers = [writer(log) for _ in range(3)]
    said: dict[int, list[str]] = {0: [], 1: [], 2: []}
    for who, count, flush in script:
        texts = [f"{who}:{len(said[who]) + number}" for number in range(count)]
        said[who] += texts
        writers[who].emit(*map(delta, texts))
        if flush:
            writers[who].flush()
    for each in writers:
        each.flush()
    for who, texts in said.items():
        assert [text for text in words(log) if text.startswith(f"{who}:")] == texts


@settings(max_examples=30, deadline=None)
@given(st.lists(st.lists(st.integers(1, 40), max_size=6), min_size=2, max_size=4))
def test_writers_in_threads_make_one_sequence_without_a_gap(batches: list[list[int]]) -> None:
    log = World().events

    def write(who: int) -> None:
        with writer(log) as own:
            for batch, count in enumerate(batches[who]):
                own.emit(*[delta(f"{who}:{batch}:{number}") for number in range(count)])

    threads = [threading.Thread(target=write, args=(who,)) for who in range(len(batches))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for who, counts in enumerate(batches):
        found = [text for text in words(log) if text.startswith(f"{who}:")]
        assert found == [f"{who}:{batch}:{number}" for batch, count in enumerate(counts) for number in range(count)]


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from(["well", "loses"]), max_size=8), st.lists(st.integers(1, 100), min_size=1, max_size=5))
def test_a_lost_answer_doubles_nothing(troubles: list[str], counts: list[int]) -> None:
    log = World().events
    own = writer(Troubled(log, *troubles))
    for batch, count in enumerate(counts):
        own.emit(*[delta(f"{batch}:{number}") for number in range(count)])
        own.flush()
    assert words(log) == [f"{batch}:{number}" for batch, count in enumerate(counts) for number in range(count)]


def test_a_failure_in_the_background_surfaces_at_the_next_word_or_at_the_end() -> None:
    with pytest.raises(Transient), writer(Troubled(World().events, "fails")) as own:
        own.emit(delta("a"))
    with pytest.raises(Transient), writer(Troubled(World().events, "fails")) as own:
        for _ in range(12_000):
            own.emit(delta("a"))
            time.sleep(0.005)
        raise AssertionError("the failure was swallowed")


def test_leaving_ends_the_thread_whatever_happened() -> None:
    before = set(threading.enumerate())
    with writer(World().events, flush_seconds=30) as own:
        own.emit(delta("a"))
    with pytest.raises(ZeroDivisionError), writer(Troubled(World().events, "stalls"), flush_seconds=30) as own:
        own.emit(delta("a"))
        raise ZeroDivisionError
    with pytest.raises(Transient), writer(Troubled(World().events, *["fails"] * 9), flush_seconds=30) as own:
        own.emit(delta("a"))
    assert set(threading.enumerate()) <= before


def test_leaving_does_not_wait_for_the_pause_between_batches() -> None:
    began = time.monotonic()
    log = Troubled(World().events)
    with writer(log, flush_seconds=120) as own:
        own.emit(delta("a"))
        assert log.started.wait(30), "the pause is the one after the first batch"
        own.emit(delta("b"))
    assert time.monotonic() - began < 60


def test_the_first_word_does_not_wait_for_a_batch() -> None:
    log = World().events
    with writer(log, flush_seconds=120) as own:
        own.emit(delta("a"))
        until = time.monotonic() + 60
        while not words(log) and time.monotonic() < until:
            time.sleep(0.005)
        assert words(log) == ["a"]


def test_an_overtaken_writer_stores_nothing_over_others() -> None:
    log = World().events
    late = writer(log, still_mine=lambda: False)
    writer_of_now = writer(log)
    writer_of_now.emit(delta("now"))
    writer_of_now.flush()
    late.emit(delta("late"))
    with pytest.raises(Fenced):
        late.flush()
    assert words(log) == ["now"]


def test_after_a_failure_of_its_user_it_stores_nothing_more() -> None:
    log = World().events
    stalls = Troubled(log, "stalls")
    with pytest.raises(ZeroDivisionError), writer(stalls, flush_seconds=30) as own:
        stalls.stall = lambda: own._over.wait(60)  # "a" is on its way until the writer knows of the failure
        own.emit(delta("a"))
        assert stalls.started.wait(60)
        own.emit(delta("void"))
        raise ZeroDivisionError
    assert words(log) == ["a"]


class Overtaken(Troubled):
    """A log in which somebody else writes a moment before the writer hears of the last number, the second time."""

    def __init__(self, log: DynamoEventLog) -> None:
        super().__init__(log)
        self._asked = 0

    def last_seq(self, tenant_id: str, run_id: str) -> int:
        self._asked += 1
        if self._asked == 2:
            result = writer(self._log)
            result.emit(delta("theirs"))
            result.flush()
        return super().last_seq(tenant_id, run_id)


def test_who_is_overtaken_while_it_renumbers_says_nothing() -> None:
    log = World().events
    late = writer(Overtaken(log), still_mine=lambda: "theirs" not in words(log))
    first = writer(log)
    first.emit(delta("first"))
    first.flush()
    late.emit(delta("mine"))
    with pytest.raises(Fenced):
        late.flush()
    assert words(log) == ["first", "theirs"]
