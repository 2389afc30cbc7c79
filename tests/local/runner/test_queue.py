"""The local queue: every accepted job ends with exactly one call, whatever happens to it."""

import queue
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any

import pytest

from devkit.stack.worker_jobs import PAGE, HttpStore, pack, project
from local.runner.queue import QueueFull, Runner
from shared.domain.builds.worker_contract import Limits, parse_job
from worker.sandbox.base import Command, Outcome, Workplace
from worker.toolchain import InstalledToolchain, Toolchain

Play = Callable[[Workplace, threading.Event], Outcome]
Running = Callable[..., AbstractContextManager[Runner]]


def good(place: Workplace, _cancel: threading.Event) -> Outcome:
    (place.project / "dist").mkdir()
    (place.project / "dist" / "index.html").write_text(PAGE)
    return Outcome(0, b"built")


class Cancelled:
    """Goes on until somebody cancels it."""

    def __init__(self) -> None:
        self.began = threading.Event()

    def __call__(self, _place: Workplace, cancel: threading.Event) -> Outcome:
        self.began.set()
        assert cancel.wait(60)
        return Outcome(None, b"", "cancelled", "The build was cancelled.")


class Played:
    """A sandbox that does what the test says."""

    name = "played"

    def __init__(self, play: Play) -> None:
        self._play = play

    def run(
        self, place: Workplace, _toolchain: Toolchain, _command: Command, _limits: Limits, cancel: threading.Event
    ) -> Outcome:
        return self._play(place, cancel)


class Done:
    """An `on_done` that remembers."""

    def __init__(self) -> None:
        self.calls: list[tuple[str, str, str]] = []
        self._arrived: queue.SimpleQueue[str] = queue.SimpleQueue()

    def __call__(self, tenant_id: str, app_id: str, build_id: str) -> None:
        self.calls.append((tenant_id, app_id, build_id))
        self._arrived.put(build_id)

    def wait(self) -> str:
        return self._arrived.get(timeout=60)


@pytest.fixture
def done() -> Done:
    return Done()


@pytest.fixture
def running(tmp_path: Path, toolchain: InstalledToolchain, done: Done) -> Running:
    @contextmanager
    def begin(play: Play, on_done: Any = done, **options: Any) -> Iterator[Runner]:
        runner = Runner(tmp_path / "work", toolchain, on_done, Played(play), **options)
        runner.start()
        try:
            yield runner
        finally:
            runner.stop()

    return begin


def job(store: HttpStore, build_id: str = "bld_1", **changes: Any) -> Any:
    return parse_job(store.job(build_id, pack(project("")), **changes))


def test_a_job_is_built_uploaded_and_told(running: Running, store: HttpStore, done: Done) -> None:
    def on_done(*ids: str) -> None:
        assert store.uploaded("bld_1").result["status"] == "succeeded", "told before the result was there"
        done(*ids)

    with running(good, on_done) as runner:
        assert runner.submit(job(store))
        assert done.wait() == "bld_1"
    assert done.calls == [("tenant", "app_1", "bld_1")]


@pytest.mark.parametrize("task", ["command", "tests", "browser"])
def test_every_task_ends_with_one_call_and_an_archive(
    task: str, running: Running, store: HttpStore, done: Done
) -> None:
    """The played sandbox starts no browser, so there is no page: that is told too."""
    with running(good) as runner:
        assert runner.submit(job(store, task=task, command=["npm", "run", "build"]))
        done.wait()
    assert len(done.calls) == 1
    uploaded = store.uploaded("bld_1")
    assert [name for name in uploaded.names if name.startswith("dist/")] == []
    status = {"command": "succeeded", "tests": "failed", "browser": "failed"}[task]
    assert (uploaded.result["status"], uploaded.result["page"]) == (status, None)


def test_a_job_handed_in_twice_runs_once_while_it_is_active(running: Running, store: HttpStore, done: Done) -> None:
    go = threading.Event()

    def waiting(place: Workplace, cancel: threading.Event) -> Outcome:
        assert go.wait(60)
        return good(place, cancel)

    with running(waiting) as runner:
        assert runner.submit(job(store))
        assert not runner.submit(job(store))
        go.set()
        done.wait()
        assert runner.submit(job(store)), "a retry after the end is a new job"
        done.wait()
    assert len(done.calls) == 2


def test_two_jobs_run_at_once_and_a_third_waits(running: Running, store: HttpStore, done: Done) -> None:
    go, began = threading.Event(), threading.Semaphore(0)

    def waiting(place: Workplace, cancel: threading.Event) -> Outcome:
        began.release()
        assert go.wait(60)
        return good(place, cancel)

    with running(waiting) as runner:
        for number in range(3):
            runner.submit(job(store, f"bld_{number}"))
        assert began.acquire(timeout=60) and began.acquire(timeout=60)
        assert not began.acquire(timeout=0.2)
        assert runner.state() == {"status": "ok", "sandbox": "played", "active": 3}
        go.set()
        assert {done.wait() for _ in range(3)} == {"bld_0", "bld_1", "bld_2"}


def test_a_tenant_that_comes_later_is_not_behind_all_jobs_of_another(
    running: Running, store: HttpStore, done: Done
) -> None:
    """Six slow saves of one tenant wait; the first build of another is the next one that begins."""
    go, began = threading.Semaphore(0), queue.SimpleQueue[str]()

    def slow(place: Workplace, cancel: threading.Event) -> Outcome:
        began.put(place.project.parent.name)
        assert go.acquire(timeout=60)
        return good(place, cancel)

    with running(slow, workers=1) as runner:
        for number in range(6):
            runner.submit(job(store, f"bld_{number}", tenant_id="busy"))
        began.get(timeout=60)
        runner.submit(job(store, "bld_other", tenant_id="other"))
        ended = []
        for _ in range(7):
            go.release()
            ended.append(done.wait())
    assert ended == ["bld_0", "bld_1", "bld_other", "bld_2", "bld_3", "bld_4", "bld_5"]


def test_a_job_can_be_cancelled_running_or_waiting(running: Running, store: HttpStore, done: Done) -> None:
    until_cancelled = Cancelled()
    with running(until_cancelled, workers=1) as runner:
        runner.submit(job(store, "bld_1"))
        runner.submit(job(store, "bld_2"))
        assert until_cancelled.began.wait(60)
        assert runner.cancel("bld_2") and runner.cancel("bld_1")
        assert {done.wait(), done.wait()} == {"bld_1", "bld_2"}
        assert not runner.cancel("bld_1")
    assert store.uploaded("bld_1").result["reason"] == "cancelled"
    assert store.uploaded("bld_2").result["reason"] == "cancelled"


def test_a_worker_that_fails_still_tells_and_lives_on(
    running: Running, tmp_path: Path, store: HttpStore, done: Done
) -> None:
    with running(good, workers=1) as runner:
        (tmp_path / "work").rmdir()
        runner.submit(job(store, "bld_1"))
        assert done.wait() == "bld_1"
        (tmp_path / "work").mkdir()
        runner.submit(job(store, "bld_2"))
        assert done.wait() == "bld_2"
    assert list(store.uploads) == ["bld_2"]


def test_a_result_that_cannot_be_delivered_still_tells(running: Running, store: HttpStore, done: Done) -> None:
    store.answers = [200, 403]
    with running(good) as runner:
        runner.submit(job(store))
        assert done.wait() == "bld_1"
    assert store.uploads == {}


def test_a_worker_that_hangs_is_given_up_and_told_once(running: Running, store: HttpStore, done: Done) -> None:
    release = threading.Event()

    def hanging(place: Workplace, cancel: threading.Event) -> Outcome:
        release.wait(60)
        return good(place, cancel)

    with running(hanging, grace_seconds=-0.8) as runner:
        runner.submit(job(store, limits={"wall_seconds": 1}))
        assert done.wait() == "bld_1"
        release.set()
    assert done.calls == [("tenant", "app_1", "bld_1")]


def test_a_caller_that_fails_does_not_stop_the_queue(running: Running, store: HttpStore, done: Done) -> None:
    def on_done(*ids: str) -> None:
        done(*ids)
        raise RuntimeError("the caller's own fault")

    with running(good, on_done, workers=1) as runner:
        runner.submit(job(store, "bld_1"))
        runner.submit(job(store, "bld_2"))
        assert [done.wait(), done.wait()] == ["bld_1", "bld_2"]


def test_stopping_ends_what_runs_and_tells_what_waits(running: Running, store: HttpStore, done: Done) -> None:
    until_cancelled = Cancelled()
    with running(until_cancelled, workers=1) as runner:
        for number in range(3):
            runner.submit(job(store, f"bld_{number}"))
        assert until_cancelled.began.wait(60)
        runner.stop()
        assert sorted(call[2] for call in done.calls) == ["bld_0", "bld_1", "bld_2"]
        assert store.uploads == {}, "a build that is started again must not find the result of one that was stopped"
        assert runner.state() == {"status": "stopped", "sandbox": "played", "active": 0}
        with pytest.raises(QueueFull):
            runner.submit(job(store))


def test_leftovers_of_an_earlier_process_are_removed(
    running: Running, tmp_path: Path, store: HttpStore, done: Done
) -> None:
    (tmp_path / "work" / "bld_0-old" / "project").mkdir(parents=True)
    with running(good) as runner:
        runner.submit(job(store))
        done.wait()
    assert list((tmp_path / "work").iterdir()) == []
