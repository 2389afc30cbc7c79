"""Calls of a function that computes take turns; calls that wait for others do not; few processes start at once."""

import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from devkit.fakes.broken import raising
from local.emulator.tuning import AT_ONCE, STARTING, Starts, taking_turns, tenant_of
from shared.adapters.s3.blob_keys import tree_archive

CALLS = 3 * AT_ONCE


class Room:
    """A function whose calls stay until `wanted` have been inside at once, and then a moment for one too many to come.

    However slow the machine is, all who may come in meet there; only where they may not, they wait in vain.
    """

    def __init__(self, wanted: int) -> None:
        self._wanted, self._inside, self.most = wanted, 0, 0
        self._changed = threading.Condition()

    def __call__(self, function: dict[str, Any], event: Any, request_id: str) -> Any:
        with self._changed:
            self._inside += 1
            self.most = max(self.most, self._inside)
            self._changed.notify_all()
            self._changed.wait_for(lambda: self.most >= self._wanted, timeout=30)
            self._changed.wait_for(lambda: self.most > self._wanted, timeout=0.3)
            self._inside -= 1
        return event


def call_all(room: Room, *names: str) -> list[Any]:
    in_turn = taking_turns(room)
    with ThreadPoolExecutor(len(names)) as pool:
        calls = [
            pool.submit(in_turn, {"config": {"FunctionName": name}}, number, "") for number, name in enumerate(names)
        ]
        return [call.result(timeout=120) for call in calls]


def test_a_function_that_computes_runs_a_few_times_at_once_and_every_call_is_answered() -> None:
    room = Room(AT_ONCE)
    assert call_all(room, *["Stack-compile"] * CALLS) == list(range(CALLS))
    assert room.most == AT_ONCE


def test_one_function_does_not_wait_for_another() -> None:
    room = Room(2 * AT_ONCE)
    call_all(room, *["Stack-compile"] * AT_ONCE, *["Stack-agent_commit"] * AT_ONCE)
    assert room.most == 2 * AT_ONCE


def test_calls_that_wait_for_a_model_are_never_kept_waiting() -> None:
    room = Room(CALLS)
    call_all(room, *["Stack-agent_step"] * CALLS)
    assert room.most == CALLS


def source_of(tenant: str) -> dict[str, Any]:
    key = tree_archive(tenant, "app_1", "a" * 40)
    return {"source": {"url": f"http://127.0.0.1:1/data/{key}?X-Amz-Signature=x/apps/other/"}}


def test_one_tenant_never_holds_all_turns() -> None:
    """However many slow sources one sends, another's is compiled meanwhile."""
    room, other = Room(AT_ONCE // 2), threading.Event()

    def execute(function: dict[str, Any], event: Any, request_id: str) -> Any:
        if tenant_of(event) == "victim":
            return other.set()
        assert other.wait(60), "another tenant's call was let in"
        return room(function, event, request_id)

    in_turn = taking_turns(execute)
    with ThreadPoolExecutor(CALLS + 1) as pool:
        slow = [pool.submit(in_turn, {"FunctionName": "Stack-compile"}, source_of("evil"), "") for _ in range(CALLS)]
        pool.submit(in_turn, {"FunctionName": "Stack-compile"}, source_of("victim"), "").result(timeout=120)
        assert len([call.result(timeout=120) for call in slow]) == CALLS
    assert room.most == AT_ONCE // 2


def test_only_a_source_has_a_tenant() -> None:
    assert tenant_of(source_of("acme")) == "acme"
    for event in (None, "x", {}, {"source": None}, {"source": {"files": {}}}, {"source": {"url": "http://x/y"}}):
        assert tenant_of(event) == ""


def test_a_call_that_fails_gives_its_turn_back() -> None:
    def fail(function: dict[str, Any], event: Any, request_id: str) -> Any:
        raise RuntimeError(request_id)

    in_turn, failed = taking_turns(fail), 0
    for _ in range(CALLS):
        try:
            in_turn({"FunctionName": "Stack-compile"}, None, "")
        except RuntimeError:
            failed += 1
    assert failed == CALLS


class Pool:
    """Processes as the emulator hands them out.

    One is started only when all of `calls` are served but those that start one: waiting ones can only take a free one.
    """

    def __init__(self, calls: int = 0) -> None:
        self.busy: dict[int, bool] = {}
        self.starting, self.most_starting, self.kept_waiting = 0, 0, False
        self._calls, self._served = calls, 0
        self._lock = threading.Condition()

    def acquire(self, name: str, config: Any, code: bytes, max_concurrency: int | None = None) -> tuple[Any, str]:
        with self._lock:
            for worker, busy in self.busy.items():
                if not busy:
                    self.busy[worker] = True
                    return worker, "reused"
            if max_concurrency and len(self.busy) >= max_concurrency:
                return None, "func_cap"
            self.busy[len(self.busy)] = True
            return len(self.busy) - 1, "spawn"

    def release(self, worker: Any) -> None:
        if worker is not None:
            with self._lock:
                self.busy[worker] = False
                self._served += 1
                self._lock.notify_all()

    def spawn(self, worker: Any) -> None:
        with self._lock:
            self.starting += 1
            self.most_starting = max(self.most_starting, self.starting)
            self._lock.notify_all()
            others_served = self._lock.wait_for(lambda: self._served + self.starting >= self._calls, timeout=60)
            self.kept_waiting = self.kept_waiting or not others_served
            self.starting -= 1

    def use(self) -> None:
        """The first call lasts until as many start as may, and a moment longer for one too many to come."""
        with self._lock:
            self._lock.wait_for(lambda: self._served > 0 or self.starting >= STARTING, timeout=60)
            self._lock.wait_for(lambda: self._served > 0 or self.starting > STARTING, timeout=0.3)


def test_few_processes_start_at_once_and_one_that_is_free_is_taken_instead() -> None:
    calls = 5 * STARTING
    pool, gate = Pool(calls), threading.Barrier(calls)
    starts = Starts(pool.acquire, pool.release, pool.spawn)

    def call(_: int) -> None:
        gate.wait(timeout=60)
        worker, _reason = starts.acquire("Stack-agent_step", {}, b"")
        pool.use()
        starts.release(worker)

    with ThreadPoolExecutor(calls) as threads:
        list(threads.map(call, range(calls)))
    assert pool.most_starting == STARTING
    assert not pool.kept_waiting, "a call waited for a start though a process was free"
    assert len(pool.busy) == 1 + STARTING
    assert not any(pool.busy.values())


def test_calls_that_last_all_get_a_process_of_their_own() -> None:
    pool, gate = Pool(), threading.Barrier(6)
    starts = Starts(pool.acquire, pool.release, pool.spawn)

    def call(_: int) -> int:
        worker, _reason = starts.acquire("Stack-agent_step", {}, b"")
        gate.wait(timeout=60)
        starts.release(worker)
        return int(worker)

    with ThreadPoolExecutor(6) as threads:
        assert sorted(threads.map(call, range(6))) == list(range(6))


def test_a_process_that_cannot_start_is_handed_out_all_the_same_and_says_so_when_called() -> None:
    pool = Pool()
    starts = Starts(pool.acquire, pool.release, raising(OSError("no memory")))
    assert [starts.acquire("Stack-compile", {}, b"")[0] for _ in range(4)] == [0, 1, 2, 3]
