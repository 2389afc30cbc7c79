"""The project's feed as server-sent events."""

from collections.abc import AsyncIterator
from typing import Any

import anyio
import pytest

from devkit.api.api import ROOMY, Api, open_streams
from devkit.fakes.model import Call, calls
from devkit.fakes.rates import BottomlessRates
from devkit.loop import USER, LoopDriver
from functions.api.container import Container
from functions.api.http.viewing import Pace, Viewing
from functions.api.sessions.feed import _frames
from functions.api.sessions.feed_polls import FAST, SLOW, Poll
from shared.domain.access.viewers import feed_place
from shared.domain.errors import Transient
from shared.domain.sessions.feed_place import read_place
from shared.services.sessions.feed.look_at_project import Look
from shared.services.sessions.feed.project_feed import ProjectFeed
from tests.support.api.asgi import Viewer, events_of, until

FINISH = Call(name="finish", arguments={"summary": "Done.", "rationale": None, "assumptions": None})
BRIEF = Pace(segment=0.05)


async def first_frames(frames: AsyncIterator[str], count: int) -> list[str]:
    """However long they take: the end is not waited for."""
    first: list[str] = []
    with anyio.fail_after(60):
        async for frame in frames:
            first.append(frame)
            if len(first) == count:
                break
    return first


def feed_of(deps: Container, app_id: str) -> ProjectFeed:
    return ProjectFeed(Look(principal=USER, app_id=app_id, ports=deps.ports))


def frames_of(feed: ProjectFeed, deps: Container) -> AsyncIterator[str]:
    place = feed_place(feed.app_id)
    return _frames(feed, USER, Viewing(deps.streams, USER, place, viewer="", segmented=True, pace=deps.pace), deps)


def viewer(api: Api, app_id: str, **headers: str) -> Viewer:
    token = str(api.client.headers["authorization"])
    return Viewer(api.app, f"/projects/{app_id}/events", {"authorization": token, **headers})


def test_it_says_at_once_that_it_hears_and_then_what_happens() -> None:
    loop = LoopDriver([calls(FINISH)])
    app, _ = loop.world.make_app(tenant_id=USER.tenant_id)
    api = Api(loop.world)
    feed = feed_of(api.container, app.id)
    loop.follow(loop.start("Line\u2028end", app_id=app.id))

    frames = anyio.run(first_frames, frames_of(feed, api.container), 5)
    look = Look(principal=USER, app_id=app.id, ports=api.container.ports)
    assert not feed.has_news(look), "nothing is told twice"
    text = events_of("".join(frames))
    assert [name for name, _, _ in text] == ["heartbeat", "conversation_message", "conversation_message", "token_usage"]
    assert (text[0][1]["status"], text[1][1]["content"]) == ("alive", "Line\u2028end")
    assert all("\u2028" not in frame for frame in frames)
    assert [read_place(name) is not None for _, _, name in text] == [True, False, False, True], "the last of a batch"


def test_a_segment_ends_and_the_next_one_begins_where_it_ended() -> None:
    loop = LoopDriver([calls(FINISH)])
    app, _ = loop.world.make_app(tenant_id="acme")
    api = Api(loop.world, {"pace": BRIEF})
    first = events_of(api.client.get(f"/projects/{app.id}/events").text)
    assert first[-1][:2] == ("ended", {"reason": "segment", "reconnect": True})
    loop.follow(loop.start("Between the two", app_id=app.id))
    last = [name for _, _, name in first if name][-1]
    second = events_of(api.client.get(f"/projects/{app.id}/events", headers={"Last-Event-ID": last}).text)
    assert [data["content"] for name, data, _ in second if name == "conversation_message"] == [
        "Between the two",
        "Done.",
    ]
    without = events_of(api.client.get(f"/projects/{app.id}/events").text)
    assert {name for name, _, _ in without} == {"heartbeat", "ended"}


def test_nothing_is_lost_however_much_happened_between_two_connections() -> None:
    loop = LoopDriver([calls(FINISH)] * 25)
    app, _ = loop.world.make_app(tenant_id="acme")
    api = Api(loop.world, {"pace": BRIEF})
    last = [name for _, _, name in events_of(api.client.get(f"/projects/{app.id}/events").text) if name][-1]
    for number in range(25):
        loop.follow(loop.start(f"Message {number}", app_id=app.id))
    second = events_of(api.client.get(f"/projects/{app.id}/events", headers={"Last-Event-ID": last}).text)
    found = [data["content"] for name, data, _ in second if name == "conversation_message"]
    assert [words for words in found if words != "Done."] == [f"Message {number}" for number in range(25)]
    third = events_of(api.client.get(f"/projects/{app.id}/events", headers={"Last-Event-ID": second[-1][2] or ""}).text)
    assert {name for name, _, _ in third} == {"heartbeat", "ended"}, "and nothing comes twice"


INVENTED = ["rev_" + "0" * 26 + "~-~", "-~run_" + "0" * 26 + "~", "-~-~run_" + "0" * 26 + ".0.0", "-~-~", "nonsense"]


@pytest.mark.parametrize("name", INVENTED)
def test_a_place_that_the_project_does_not_know_begins_now_and_says_so(name: str) -> None:
    loop = LoopDriver([calls(FINISH)] * 15)
    app, _ = loop.world.make_app(tenant_id="acme")
    for number in range(15):
        loop.follow(loop.start(f"Message {number}", app_id=app.id))
    api = Api(loop.world, {"pace": BRIEF})
    pages, read = [], loop.world.runs.list

    def counted(*given: Any, **options: Any) -> Any:
        pages.append(options.get("cursor"))
        return read(*given, **options)

    loop.world.runs.list = counted  # type: ignore[method-assign]  # counts
    answer = events_of(api.client.get(f"/projects/{app.id}/events", headers={"Last-Event-ID": name}).text)
    assert [(one, data.get("reason")) for one, data, _ in answer] == [
        ("heartbeat", None),
        ("reset", "unknown_place"),
        ("ended", "segment"),
    ]
    assert pages and set(pages) == {None}, "nothing older is read"
    again = events_of(api.client.get(f"/projects/{app.id}/events", headers={"Last-Event-ID": answer[1][2] or ""}).text)
    assert {one for one, _, _ in again} == {"heartbeat", "ended"}


def test_a_place_of_another_project_is_unknown() -> None:
    loop = LoopDriver([calls(FINISH)])
    app, _ = loop.world.make_app(tenant_id="acme")
    other, _ = loop.world.make_app(tenant_id="acme")
    run = loop.follow(loop.start("Hello", app_id=other.id))
    api = Api(loop.world, {"pace": BRIEF})
    answer = events_of(api.client.get(f"/projects/{app.id}/events", headers={"Last-Event-ID": f"-~{run.id}~"}).text)
    assert "reset" in [one for one, _, _ in answer]


def test_who_was_away_for_more_than_is_told_hears_that() -> None:
    loop = LoopDriver([calls(FINISH)] * 230)
    app, _ = loop.world.make_app(tenant_id="acme")
    api = Api(loop.world, {"pace": BRIEF})
    last = [name for _, _, name in events_of(api.client.get(f"/projects/{app.id}/events").text) if name][-1]
    for number in range(230):
        loop.follow(loop.start(f"Message {number}", app_id=app.id, new_conversation=True))
    answer = events_of(api.client.get(f"/projects/{app.id}/events", headers={"Last-Event-ID": last}).text)
    assert [data["reason"] for one, data, _ in answer if one == "reset"] == ["too_long"]
    words = {data["content"] for one, data, _ in answer if one == "conversation_message"}
    assert {f"Message {number}" for number in range(30, 230)} <= words and "Message 0" not in words


def test_a_deleted_project_ends_its_feeds_for_good() -> None:
    loop = LoopDriver([])
    app, _ = loop.world.make_app(tenant_id="acme")
    api = Api(loop.world)
    watching = viewer(api, app.id)

    async def scene() -> None:
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(watching.watch)
            await until(lambda: "heartbeat" in watching.text)
            await anyio.to_thread.run_sync(lambda: api.client.delete(f"/projects/{app.id}"))

    anyio.run(scene)
    assert events_of(watching.text)[-1] == ("ended", {"reason": "deleted", "reconnect": False}, "superseded")


def test_the_heartbeat_counts_who_watches_this_project() -> None:
    loop = LoopDriver([])
    app, _ = loop.world.make_app(tenant_id="acme")
    other, _ = loop.world.make_app(tenant_id="acme", slug="other")
    api = Api(loop.world)
    watching = [viewer(api, app.id), viewer(api, app.id), viewer(api, other.id), viewer(api, app.id)]

    async def scene() -> None:
        async with anyio.create_task_group() as tasks:
            for each in watching:
                tasks.start_soon(each.watch)
                await until(lambda each=each: "heartbeat" in each.text)  # type: ignore[misc]  # bound now
            for each in watching:
                each.leave()

    anyio.run(scene)
    assert [events_of(each.text)[0][1]["connections"] for each in watching] == [1, 2, 1, 3]
    assert loop.world.leases.opened_since("acme", 0) == [], "who has left holds nothing"


def test_two_hundred_feeds_of_a_project_read_it_as_often_as_one() -> None:
    loop = LoopDriver([])
    app, _ = loop.world.make_app(tenant_id="acme")
    api = Api(loop.world, {"rates": BottomlessRates(), "streams": open_streams(loop.world, ROOMY)})
    watching = [viewer(api, app.id) for _ in range(200)]
    reads = 0
    read = loop.world.runs.list

    def counted(*given: Any, **options: Any) -> Any:
        nonlocal reads
        reads += 1
        return read(*given, **options)

    async def scene() -> None:
        nonlocal reads
        async with anyio.create_task_group() as tasks:
            for each in watching:
                tasks.start_soon(each.watch)
            await until(lambda: all("heartbeat" in each.text for each in watching), 120)
            reads, before = 0, anyio.current_time()
            loop.world.runs.list = counted  # type: ignore[method-assign]  # counts
            await until(lambda: reads >= 3, 120)
            looked = anyio.current_time() - before
            assert looked >= 2 * FAST * 0.9, "each look is of all"
            await anyio.to_thread.run_sync(lambda: loop.start("To all", app_id=app.id))
            await until(lambda: all("To all" in each.text for each in watching), 120)
            for each in watching:
                each.leave()

    anyio.run(scene)


class Clocked:
    """A poll over a store that a test lets fail."""

    def __init__(self, loop: LoopDriver, app_id: str) -> None:
        deps = Api(loop.world).container
        self.poll = Poll(USER, app_id, deps.ports)


def test_an_idle_project_is_looked_at_more_rarely_until_something_happens(monkeypatch: pytest.MonkeyPatch) -> None:
    loop = LoopDriver([])
    app, _ = loop.world.make_app(tenant_id=USER.tenant_id)
    now = 0.0

    async def sleep(seconds: float) -> None:
        nonlocal now
        now += seconds

    async def scene() -> list[float]:
        monkeypatch.setattr("functions.api.sessions.feed_polls.anyio.current_time", lambda: now)
        monkeypatch.setattr("functions.api.sessions.feed_polls.anyio.sleep", sleep)
        poll = Clocked(loop, app.id).poll
        number, _ = await poll.next(0)
        for _ in range(30):
            number, _ = await poll.next(number)
        pauses = [poll.pause()]
        loop.world.add_revision(app, {"src/App.tsx": b"export default 2;\n"})
        number, _ = await poll.next(number)
        pauses.append(poll.pause())
        for _ in range(30):
            number, _ = await poll.next(number)
        pauses.append(poll.pause())
        loop.start("Work", app_id=app.id)
        for _ in range(30):
            number, _ = await poll.next(number)
        return [*pauses, poll.pause()]

    assert anyio.run(scene) == [SLOW, FAST, SLOW, FAST]


def test_a_store_that_does_not_answer_for_a_moment_ends_no_feed() -> None:
    loop = LoopDriver([])
    app, _ = loop.world.make_app(tenant_id=USER.tenant_id)
    read, left = loop.world.runs.list, 2

    def sometimes(*given: Any, **options: Any) -> Any:
        nonlocal left
        left -= 1
        if left >= 0:
            raise Transient("busy")
        return read(*given, **options)

    async def scene() -> None:
        poll = Clocked(loop, app.id).poll
        number, _ = await poll.next(0)
        loop.world.runs.list = sometimes  # type: ignore[method-assign]  # a fault now and then
        for _ in range(3):
            number, look = await poll.next(number)
        assert (number, look.app.id, left) == (4, app.id, -1)

    anyio.run(scene)
