"""Costly requests of a tenant take turns: a few at once, a few that wait, the rest refused for a while."""

import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack

import pytest

from devkit.fakes.world import World
from shared.adapters.dynamo.work_places import DynamoWorkPlaces
from shared.domain.errors import LimitReached
from shared.domain.identity import Principal
from shared.domain.limits import DEFAULT_LIMITS
from shared.services.access.take_turns import Turns

ANN = Principal(tenant_id="acme", subject="ann")
BEN = Principal(tenant_id="globex", subject="ben")


@pytest.fixture
def world() -> World:
    return World()


def turns_of(world: World, at_once: int) -> Turns:
    """Those of one process."""
    limits = DEFAULT_LIMITS.model_copy(update={"rate_at_once": at_once})
    return Turns(world.work_places, world.clock, limits)


@pytest.fixture
def held(world: World) -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


def test_no_more_than_allowed_work_at_once_and_all_get_their_turn(world: World) -> None:
    turns, lock = turns_of(world, 2), threading.Lock()
    started, working, most = threading.Barrier(2), list[int](), list[int]()

    def work(number: int) -> None:
        with turns.turn(ANN, "read"):
            if number < 0:
                started.wait(5)
            with lock:
                working.append(number)
                most.append(len(working))
            with lock:
                working.remove(number)

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(work, [-1, -2, *range(6)]))
    assert len(most) == 8 and max(most) <= 2


def test_functions_that_share_no_memory_count_together(world: World, held: ExitStack) -> None:
    for _ in range(2):
        held.enter_context(turns_of(world, 2).turn(ANN, "compile"))
    with pytest.raises(LimitReached) as refused, turns_of(world, 2).turn(ANN, "compile"):
        pass
    assert refused.value.code == "RATE_LIMITED" and refused.value.extra["retry_after"] > 0
    assert sum(world.clock.slept) == 12, "it waited before it was refused"


def test_another_tenant_and_another_kind_of_work_have_their_own_places(world: World, held: ExitStack) -> None:
    turns = turns_of(world, 1)
    held.enter_context(turns.turn(ANN, "compile"))
    for who, work in ((BEN, "compile"), (ANN, "read")):
        with turns.turn(who, work):  # type: ignore[arg-type]  # one of the two words
            pass
    assert world.clock.slept == []


def test_a_place_is_free_again_after_a_failure(world: World) -> None:
    turns = turns_of(world, 1)
    for _ in range(3):
        with pytest.raises(ValueError, match="it failed"), turns.turn(ANN, "read"):
            raise ValueError("it failed")
    with turns.turn(ANN, "read"):
        pass
    assert world.clock.slept == []


def test_the_place_of_a_function_that_died_is_free_after_a_minute(world: World) -> None:
    places = DynamoWorkPlaces(world.table, world.clock)
    assert places.take("acme", "read", 0, "first", 60)
    assert not places.take("acme", "read", 0, "second", 60)
    world.clock.advance(60)
    assert places.take("acme", "read", 0, "second", 60)
    places.give_back("acme", "read", 0, "first")
    assert not places.take("acme", "read", 0, "third", 60), "who comes too late frees nobody else's"
    places.give_back("acme", "read", 0, "second")
    assert places.take("acme", "read", 0, "third", 60)


def test_work_rests_while_another_tenant_is_served_and_delays_nobody_else(world: World) -> None:
    turns = turns_of(world, 1)
    turns.note(BEN.tenant_id)
    with turns.turn(ANN, "compile"):
        time.sleep(0.15)
    for who, work in ((BEN, "compile"), (ANN, "read")):
        with turns.turn(who, work):  # type: ignore[arg-type]  # one of the two words
            pass
    assert world.clock.slept == []
    with turns.turn(ANN, "compile"):
        pass
    (rest,) = world.clock.slept
    assert 0.15 < rest <= 1.5


def test_work_of_the_only_tenant_does_not_rest(world: World) -> None:
    turns = turns_of(world, 1)
    turns.note(ANN.tenant_id)
    for _ in range(2):
        with turns.turn(ANN, "read"):
            time.sleep(0.05)
    assert world.clock.slept == []


def test_the_tenants_that_were_seen_are_a_bounded_number(world: World) -> None:
    turns = turns_of(world, 1)
    for number in range(1_000):
        turns.note(f"tenant-{number}")
    turns.note(BEN.tenant_id)
    with turns.turn(ANN, "read"):
        time.sleep(0.05)
    with turns.turn(ANN, "read"):
        pass
    assert len(world.clock.slept) == 1


def test_of_too_many_that_wait_the_last_are_refused_at_once(world: World, held: ExitStack) -> None:
    """Each holds a thread of the server while it waits."""
    turns, done = turns_of(world, 1), threading.Event()
    refused, lock = list[str](), threading.Lock()

    def work(_: int) -> None:
        try:
            with turns.turn(ANN, "compile"):
                pass
        except LimitReached as error:
            with lock:
                refused.append(error.code)
            done.set()

    with ThreadPoolExecutor(25) as pool:
        with turns.turn(ANN, "compile"):
            waiting = [pool.submit(work, number) for number in range(25)]
            assert done.wait(10)
        for one in waiting:
            one.result()
    assert refused == ["RATE_LIMITED"]
