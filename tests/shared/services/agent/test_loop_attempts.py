"""Attempts at one iteration: one works at a time, a dead one is noticed, a late one is kept out."""

import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from devkit.fakes.model import Call, Reply, calls, say
from devkit.loop import LoopDriver, state_of
from shared.domain.agent.model_messages import ModelEvent, ModelRequest, TextDelta, ToolCallStart
from shared.domain.errors import Transient
from shared.domain.runs.broken_off import OpenParts
from shared.domain.runs.run import Run
from shared.domain.runs.steps import LoopState
from shared.services.agent import hold_lease
from shared.services.agent.run_iteration import run_iteration
from shared.services.runs.log.event_writer import Fenced
from tests.support.racing import race

FINISH = Call(name="finish", arguments={"summary": "Done.", "rationale": None, "assumptions": None})
WRITE = Call(name="write_file", arguments={"path": "src/note.ts", "content": "export {}\n"})


def step(loop: LoopDriver, run: Run, **ports: Any) -> LoopState:
    return run_iteration(state_of(run), ports=replace(loop.ports, **ports), model=loop.model)


class Counting:
    """A port that counts, and acts before a call."""

    def __init__(self, inner: Any, **before: Any) -> None:
        self._inner, self._before = inner, before

    def __getattr__(self, name: str) -> Any:
        method = getattr(self._inner, name)

        def called(*args: Any, **named: Any) -> Any:
            if name in self._before:
                self._before[name]()
            return method(*args, **named)

        return called


def fail() -> None:
    raise Transient("down")


def test_copies_at_the_same_moment_make_one_call_to_the_model() -> None:
    all_came = threading.Event()
    kept_out: list[int] = []

    def respond(request: ModelRequest) -> Reply:
        all_came.wait(60)  # a copy that came after the answer would be given it
        return calls(WRITE)

    def copy() -> LoopState:
        try:
            return step(loop, run)
        except Transient:
            kept_out.append(1)
            if len(kept_out) == 5:
                all_came.set()
            raise

    loop, run = LoopDriver.started([], respond=respond)
    outcomes = race(*[copy] * 6)
    won = [outcome for outcome in outcomes if isinstance(outcome, LoopState)]
    assert len(won) == 1 == len(loop.model.requests)
    assert all(isinstance(each, Transient) for each in outcomes if each not in won)
    assert step(loop, run) == won[0] and len(loop.model.requests) == 1
    assert loop.chunks(run)[-1]["seq"] == len(loop.chunks(run))


def test_a_failed_attempt_gives_the_run_back_at_once() -> None:
    loop, run = LoopDriver.started([], respond=lambda request: calls(WRITE))
    with pytest.raises(Transient):
        step(loop, run, runs=Counting(loop.ports.runs, save_iteration=fail))
    assert step(loop, run).next == "continue"


def test_when_even_that_fails_the_lease_lapses() -> None:
    loop, run = LoopDriver.started([], respond=lambda request: calls(WRITE))
    with pytest.raises(Transient):
        step(loop, run, runs=Counting(loop.ports.runs, save_iteration=fail, renew=fail))
    with pytest.raises(Transient, match="still at work"):
        step(loop, run)
    loop.world.clock.advance(20)
    assert step(loop, run).next == "continue"


def test_a_store_that_cannot_renew_for_a_moment_does_not_stop_the_work(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hold_lease, "_RENEW_SECONDS", 0.01)
    renewed: list[int] = []

    def stumble() -> None:
        renewed.append(1)
        if len(renewed) < 4:
            fail()

    def respond(request: ModelRequest) -> Reply:
        until = time.monotonic() + 60
        while len(renewed) < 6 and time.monotonic() < until:
            time.sleep(0.01)
        return calls(WRITE)

    loop, run = LoopDriver.started([], respond=respond)
    assert step(loop, run, runs=Counting(loop.ports.runs, renew=stumble)).next == "continue"
    assert len(renewed) >= 6
    assert loop.world.runs.get(run.tenant_id, run.id).lease.until_ms == 0, "the next iteration need not wait"


def test_an_attempt_that_was_overtaken_stops_in_the_middle_of_the_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hold_lease, "_RENEW_SECONDS", 0.01)
    received: list[str] = []

    class Endless:
        def stream(self, request: ModelRequest) -> Iterator[TextDelta]:
            loop.world.clock.advance(30)
            loop.world.runs.lease(run.tenant_id, run.id, now_ms=loop.world.clock.now_ms(), until_ms=2**60)
            for _ in range(6_000):
                received.append("word ")
                time.sleep(0.01)
                yield TextDelta(delta="word ")

    loop, run = LoopDriver.started([])
    with pytest.raises(Fenced):
        run_iteration(state_of(run), ports=loop.ports, model=Endless())
    assert len(received) < 5_900
    assert loop.world.runs.iteration(run.tenant_id, run.id, 0) is None


def wait_for(loop: LoopDriver, run: Run, kind: str) -> None:
    """Until the background writer has stored a chunk of that kind."""
    until = time.monotonic() + 60
    while kind not in loop.kinds(run) and time.monotonic() < until:
        time.sleep(0.005)


def test_a_broken_off_attempt_is_closed_and_announced_before_the_next_speaks() -> None:
    def fail_on_demand() -> None:
        wait_for(loop, run, "tool-output-available")
        fail()

    loop, run = LoopDriver.started([], respond=lambda request: Reply(text=("I will ", "now"), calls=(WRITE,)))
    with pytest.raises(Transient):
        step(loop, run, snapshots=Counting(loop.ports.snapshots, put=fail_on_demand))
    step(loop, run)
    kinds = loop.kinds(run)
    retry = kinds.index("data-retry")
    assert kinds[:retry].count("start-step") == kinds[:retry].count("finish-step") == 1
    assert kinds[:retry].count("tool-input-start") == kinds[:retry].count("tool-output-available") == 1
    assert kinds.count("data-retry") == 1


def test_an_attempt_that_dies_in_the_middle_of_a_word_leaves_nothing_open() -> None:
    class Dying:
        def stream(self, request: ModelRequest) -> Iterator[ModelEvent]:
            yield TextDelta(delta="One ")
            yield ToolCallStart(call_id="c1", name="write_file")
            yield TextDelta(delta="two ")
            wait_for(loop, run, "tool-input-start")
            fail()

    loop, run = LoopDriver.started([say("One ", "two ", "three")])
    with pytest.raises(Transient):
        run_iteration(state_of(run), ports=loop.ports, model=Dying())
    step(loop, run)
    said = [event.chunk for event in loop.world.events.read(run.tenant_id, run.id)]
    retry = [chunk.type for chunk in said].index("data-retry")
    assert OpenParts(said[:retry]).closings("open") == []
    assert [chunk.type for chunk in said[:retry]].count("tool-output-error") == 1


def test_what_dead_attempts_may_have_spent_counts_against_the_cap() -> None:
    prices = {"price": lambda model, usage: 0.3 if usage.output_tokens else 0.0}
    loop = LoopDriver([], respond=lambda request: calls(WRITE, usage={"output_tokens": 1}), ports_over=prices)
    run = loop.start(budget={"dollars": 1.0})
    for _ in range(3):
        with pytest.raises(Transient):
            step(loop, run, runs=Counting(loop.ports.runs, save_iteration=fail))
    assert step(loop, run).next == "failed"
    ended = loop.world.runs.get(run.tenant_id, run.id)
    assert (ended.outcome.failure_code, len(loop.model.requests)) == ("BUDGET_EXCEEDED", 3)
    assert ended.usage.counted_usd == pytest.approx(0.9)


def test_long_answers_of_dead_attempts_are_paid_for_in_full() -> None:
    a_token = 1e-5
    prices = {"price": lambda model, usage: usage.output_tokens * a_token}
    long = calls(WRITE, text=("word " * 8_000,), usage={"output_tokens": 10_000})
    loop = LoopDriver([], respond=lambda request: long, ports_over=prices)
    run = loop.start(budget={"dollars": 0.25})
    for _ in range(2):
        with pytest.raises(Transient):
            step(loop, run, runs=Counting(loop.ports.runs, save_iteration=fail))
    assert step(loop, run).next == "failed"
    ended = loop.world.runs.get(run.tenant_id, run.id)
    assert ended.outcome.failure_code == "BUDGET_EXCEEDED"
    received = -(-40_000 // 3)  # tokens of the third answer's one long piece, which no cap could see coming
    assert ended.usage.counted_usd == pytest.approx(2 * 10_000 * a_token + received * a_token)


def test_time_that_is_up_stops_the_run_before_the_next_call() -> None:
    loop = LoopDriver([], respond=lambda request: calls(WRITE))
    run = loop.start(budget={"seconds": 60})
    state = step(loop, run)
    loop.world.clock.advance(61)
    state = run_iteration(state, ports=loop.ports, model=loop.model)
    assert (state.next, len(loop.model.requests)) == ("worker", 1), "what it has done is built, and kept when it works"


def test_a_call_may_take_no_longer_than_the_run_has_left() -> None:
    loop = LoopDriver([], respond=lambda request: calls(WRITE))
    run = loop.start(budget={"seconds": 60})
    step(loop, run)
    assert loop.model.requests[0].timeout_seconds <= 60
