"""Messages that wait: said otherwise, moved, dropped; and one that begins in that very moment."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, cast

import pytest

from devkit.api.api import Api, code
from devkit.loop import USER, LoopDriver
from shared.domain.errors import Conflict, Invalid, TooLarge
from shared.domain.identity import Principal
from shared.domain.runs.run import Run
from shared.domain.runs.run_status import RunStatus
from shared.ports.runs import RunStore
from shared.services.runs.cancel_run import cancel_run
from shared.services.runs.queue.change_queued import QueueChange, change_queued, drop_queued, read_queue
from shared.services.runs.queue.start_next import start_next


class Scene:
    """An app at work with three messages after it."""

    def __init__(self) -> None:
        self.loop = LoopDriver([])
        self.first = self.loop.start("First")
        self.app_id = self.first.app_id
        self.waiting = [self.loop.start(name, app_id=self.app_id, queue=True) for name in ("One", "Two", "Three")]

    def change(self, run: Run, who: Principal = USER, **change: Any) -> list[str]:
        asked = QueueChange(**change)
        left = change_queued(principal=who, app_id=self.app_id, run_id=run.id, change=asked, ports=self.loop.ports)
        return [one.request.message for one in left]

    def drop(self, run: Run) -> Run:
        return drop_queued(principal=USER, app_id=self.app_id, run_id=run.id, ports=self.loop.ports)

    def messages(self) -> list[str]:
        return [run.request.message for run in read_queue(principal=USER, app_id=self.app_id, ports=self.loop.ports)]

    def free(self) -> None:
        """The run at work ends, and nobody has given the next its turn yet."""
        loop, run = self.loop, self.first
        ended = loop.world.runs.get(run.tenant_id, run.id).change(status=RunStatus.COMPLETED)
        loop.world.runs.finish(ended, loop.world.turns.turn(run.tenant_id, run.app_id, run.turn_id), None)

    def begin(self) -> Run | None:
        return start_next(USER.tenant_id, self.app_id, ports=self.loop.ports, workflows=self.loop.world.workflows)


@pytest.fixture
def scene() -> Scene:
    return Scene()


def test_they_are_read_in_order_and_moved(scene: Scene) -> None:
    assert scene.messages() == ["One", "Two", "Three"]
    assert scene.change(scene.waiting[2], place=1) == ["Three", "One", "Two"]
    assert scene.change(scene.waiting[2], place=2) == ["One", "Three", "Two"]
    assert scene.change(scene.waiting[0], place=10) == ["Three", "Two", "One"]
    scene.free()
    started = scene.begin()
    assert started is not None and started.request.message == "Three"


def test_one_is_said_otherwise_in_its_turn_too(scene: Scene) -> None:
    run = scene.waiting[1]
    assert scene.change(run, message="Two, in red", place=1) == ["Two, in red", "One", "Three"]
    assert scene.loop.world.turns.turn(run.tenant_id, run.app_id, run.turn_id).prompt == "Two, in red"


def test_one_is_dropped_and_its_words_stay(scene: Scene) -> None:
    run = scene.drop(scene.waiting[0])
    assert (run.status, run.outcome.failure_code, scene.messages()) == ("aborted", "CANCELLED", ["Two", "Three"])
    assert scene.loop.world.turns.turn(run.tenant_id, run.app_id, run.turn_id).prompt == "One"
    with pytest.raises(Conflict) as refusal:
        scene.drop(run)
    assert refusal.value.code == "NOT_WAITING"


@pytest.mark.parametrize("change", [{"message": "Too late"}, {"place": 2}, {"message": "Too late", "place": 2}])
def test_one_that_began_is_left_as_it_is(scene: Scene, change: dict[str, Any]) -> None:
    scene.free()
    started = scene.begin()
    assert started is not None
    for act in (lambda: scene.change(started, **change), lambda: scene.drop(started)):
        with pytest.raises(Conflict) as refusal:
            act()
        assert refusal.value.code == "NOT_WAITING" and refusal.value.extra["run_status"] == "running"
    stored = scene.loop.world.runs.get(started.tenant_id, started.id)
    assert (stored.status, stored.request.message, scene.messages()) == ("running", "One", ["Two", "Three"])


class Late:
    """A store whose write comes too late the first time: something happens just before it."""

    def __init__(self, store: Any, name: str, before: Callable[[], None]) -> None:
        self._store, self._name, self._before = store, name, [before]

    def __getattr__(self, name: str) -> Any:
        if name == self._name and self._before:
            self._before.pop()()
        return getattr(self._store, name)


@pytest.mark.parametrize("way", ["drop", "place", "message"])
def test_one_that_begins_while_it_is_changed_goes_on(scene: Scene, way: str) -> None:
    """It is read as waiting, and given its turn before the write."""
    run, runs = scene.waiting[0], scene.loop.world.runs

    def begin() -> None:
        scene.free()
        assert scene.begin() is not None

    late = Late(runs, "reword" if way == "message" else "drop_queued", begin)
    scene.loop.ports = replace(scene.loop.ports, runs=cast(RunStore, late))
    with pytest.raises(Conflict) as refusal:
        if way == "drop":
            scene.drop(run)
        else:
            scene.change(run, **{way: "x" if way == "message" else 3})
    assert refusal.value.code == "NOT_WAITING"
    assert runs.get(run.tenant_id, run.id).status == "running"


def test_a_cancelled_one_holds_no_place(scene: Scene) -> None:
    gone = scene.waiting[0]
    cancel_run(gone.tenant_id, gone.app_id, gone.id, ports=scene.loop.ports, workflows=scene.loop.world.workflows)
    assert scene.messages() == ["Two", "Three"]
    assert scene.change(scene.waiting[2], place=1) == ["Three", "Two"]


@pytest.mark.parametrize(("message", "error"), [(" ", Invalid), ("x" * 40_000, TooLarge)])
def test_what_is_no_message_is_refused(scene: Scene, message: str, error: type[Exception]) -> None:
    with pytest.raises(error):
        scene.change(scene.waiting[0], message=message)
    assert scene.messages() == ["One", "Two", "Three"]


def test_over_http(scene: Scene) -> None:
    client, one = Api(scene.loop.world).client, scene.waiting[0]
    queue = f"/admin/apps/{scene.app_id}/builder/queue"
    assert [item["message"] for item in client.get(queue).json()["items"]] == ["One", "Two", "Three"]
    moved = client.patch(f"{queue}/{one.id}", json={"place": 2})
    assert [item["message"] for item in moved.json()["items"]] == ["Two", "One", "Three"]
    assert client.delete(f"{queue}/{one.id}").status_code == 204
    assert code(client.delete(f"{queue}/{one.id}")) == (409, "NOT_WAITING")
    for body in ({"place": 0}, {"place": 11}, {"place": "x"}, {"words": "x"}):
        assert client.patch(f"{queue}/{scene.waiting[1].id}", json=body).status_code == 422
