"""Following a run over HTTP: while it works, after it, by many at once, and by clients that say nonsense."""

from typing import Any

import anyio
import pytest

from devkit.api.api import ROOMY, Api, open_streams
from devkit.fakes.broken import raising
from devkit.fakes.model import call, say
from devkit.fakes.rates import BottomlessRates
from devkit.loop import LoopDriver
from functions.api.http import sse
from shared.domain.errors import Transient
from shared.domain.runs.chunks import Finish, StartStep, TextDelta
from shared.domain.runs.data_chunks import DataDone, DoneData
from shared.domain.runs.events import AnyChunk
from shared.domain.runs.run import Run
from shared.domain.runs.run_parts import RunUsage
from shared.domain.runs.run_status import RunStatus
from shared.services.runs.log.close_log import close_log, events_key
from shared.services.runs.log.event_writer import EventWriter
from shared.services.runs.log.follow_run import Follower
from tests.support.api.asgi import Viewer, until


def url(run: Run, query: str = "") -> str:
    return f"/admin/apps/{run.app_id}/builder/chat/{run.id}/stream{query}"


def viewer(api: Api, run: Run, query: str = "", **headers: str) -> Viewer:
    token = str(api.client.headers["authorization"])
    return Viewer(api.app, url(run, query), {"authorization": token, **headers})


def tell(loop: LoopDriver, run: Run, *chunks: AnyChunk) -> None:
    writer = EventWriter(run, events=loop.world.events, clock=loop.world.clock, flush_seconds=0)
    writer.emit(*chunks)
    writer.flush()


def done(run: Run, status: Any) -> DataDone:
    return DataDone(data=DoneData(status=status, run_id=run.id, turn_id=run.turn_id, usage=RunUsage()))


@pytest.fixture
def ended() -> tuple[Api, LoopDriver, Run]:
    loop = LoopDriver([call("write_file", path="src/a.ts", content="export {}\n"), say("All ", "done ", "here.")])
    run = loop.play()
    return Api(loop.world, {"rates": BottomlessRates()}), loop, run


def test_a_run_that_ends_while_it_is_followed_is_told_to_its_end() -> None:
    loop = LoopDriver([call("write_file", path="src/a.ts", content="export {}\n"), say("All ", "done ", "here.")])
    run = loop.start()
    api = Api(loop.world)
    watching = viewer(api, run)

    async def scene() -> None:
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(watching.watch)
            await until(lambda: len(watching.data()) == 2)
            await anyio.to_thread.run_sync(loop.follow, run)

    anyio.run(scene)
    assert watching.data() == loop.chunks(run)
    assert watching.text.endswith("data: [DONE]\n\n") and watching.ended


def test_a_client_that_leaves_ends_the_reading() -> None:
    loop, run = LoopDriver.started([])
    api = Api(loop.world)
    watching = viewer(api, run)
    reads: list[int] = []
    read = loop.world.events.read
    loop.world.events.read = lambda *a, **k: (reads.append(1), read(*a, **k))[1]  # type: ignore[method-assign]  # counts

    async def scene() -> None:
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(watching.watch)
            await until(lambda: len(reads) > 5)
            watching.leave()
        seen = len(reads)
        await anyio.sleep(0.1)
        assert len(reads) == seen

    anyio.run(scene)
    assert not loop.world.runs.get(run.tenant_id, run.id).cancel_requested


def test_two_hundred_idle_viewers_do_not_keep_others_waiting() -> None:
    loop, run = LoopDriver.started([])
    roomy = {"rates": BottomlessRates(), "streams": open_streams(loop.world, ROOMY)}
    api = Api(loop.world, over={"poll_seconds": 0.5, **roomy})
    watching = [viewer(api, run) for _ in range(200)]
    health = Viewer(api.app, "/health")
    read = viewer(api, run)
    read.url = f"/admin/apps/{run.app_id}"

    async def scene() -> None:
        async with anyio.create_task_group() as tasks:
            for each in watching:
                tasks.start_soon(each.watch)
            await until(lambda: all(each.data() for each in watching), 60)
            with anyio.fail_after(60):
                await health.watch()
                await read.watch()
            for each in watching:
                each.leave()

    anyio.run(scene)
    assert (health.status, read.status) == (200, 200)


def test_a_quiet_stream_says_that_it_is_still_there() -> None:
    loop, run = LoopDriver.started([])
    frames: list[str] = []

    async def scene() -> None:
        follower = Follower(run, after=0, ports=loop.ports)
        async for frame in sse.frames(follower, 0.001, heartbeat_seconds=0.02):
            frames.append(frame)
            if frames.count(sse.HEARTBEAT) == 3:
                break

    anyio.run(scene)
    assert frames[1:] == [sse.HEARTBEAT] * 3 and sse.HEARTBEAT.startswith(":")


def test_the_pause_grows_with_the_quiet_and_never_beyond_half_a_second() -> None:
    assert [sse.pause(0.02, quiet) for quiet in (0, 3, 5, 900)] == [0.02, 0.02, 0.1, 0.5]
    assert sse.pause(2.0, 900) == 2.0


def test_in_a_crowd_each_looks_more_rarely_and_never_beyond_half_a_second() -> None:
    assert [sse.pause(0.015, 0, viewers) for viewers in (1, 2)] == [0.015, 0.015]
    few, many = (sse.pause(0.015, 0, viewers) for viewers in (10, 50))
    assert 0.015 < few < many < 0.5 == sse.pause(0.015, 0, 10_000)


@pytest.mark.parametrize("fails_at", range(1, 6))
def test_a_store_that_does_not_answer_for_a_moment_costs_no_event(
    ended: tuple[Api, LoopDriver, Run], fails_at: int
) -> None:
    api, loop, run = ended
    before, reads = api.client.get(url(run)).text, 0
    read = loop.world.events.read

    def sometimes(*given: Any, **options: Any) -> Any:
        nonlocal reads
        reads += 1
        if reads == fails_at:
            raise Transient("busy")
        return read(*given, **options)

    async def scene() -> str:
        return "".join([frame async for frame in sse.frames(Follower(run, after=0, ports=loop.ports), 0.001)])

    loop.world.events.read = sometimes  # type: ignore[method-assign]  # a fault now and then
    assert anyio.run(scene) == before


def test_a_store_that_is_gone_ends_the_stream(
    ended: tuple[Api, LoopDriver, Run], monkeypatch: pytest.MonkeyPatch
) -> None:
    _, loop, run = ended
    monkeypatch.setattr(sse, "_PATIENCE_SECONDS", 0.05)

    async def scene() -> None:
        async for _ in sse.frames(Follower(run, after=0, ports=loop.ports), 0.001):
            pass

    loop.world.events.read = raising(Transient("gone"))  # type: ignore[method-assign]  # a store out of reach
    with pytest.raises(Transient):
        anyio.run(scene)


def test_after_a_month_the_archive_tells_the_same(ended: tuple[Api, LoopDriver, Run]) -> None:
    api, loop, run = ended
    before = api.client.get(url(run)).text
    loop.world.clock.advance(31 * 86_400)
    assert loop.world.events.read(run.tenant_id, run.id) == []
    assert api.client.get(url(run)).text == before
    assert api.client.get(url(run, "?after=3")).text == before[before.index("id: 4\n") :]


def test_a_lost_archive_ends_the_stream_and_does_not_hang(ended: tuple[Api, LoopDriver, Run]) -> None:
    api, loop, run = ended
    loop.world.clock.advance(31 * 86_400)
    loop.world.blobs.delete([events_key(run)])
    assert api.client.get(url(run)).text == "data: [DONE]\n\n"


@pytest.mark.parametrize("name", ["-1", "abc", "", "1.5", "9" * 5_000, "\u00b2", "0x1", " 1", "1\t2", "+1"])
def test_a_last_event_id_that_is_no_number_replays_everything(ended: tuple[Api, LoopDriver, Run], name: str) -> None:
    api, _, run = ended
    answer = api.client.get(url(run), headers={"Last-Event-ID": name.encode("latin-1")})
    assert answer.status_code == 200 and answer.text == api.client.get(url(run)).text


@pytest.mark.parametrize("after", ["-1", "abc", "9" * 11, "1e3", "\u0661", "NaN"])
def test_an_after_that_is_no_number_of_an_event_is_refused(ended: tuple[Api, LoopDriver, Run], after: str) -> None:
    api, _, run = ended
    answer = api.client.get(url(run), params={"after": after})
    assert answer.status_code in (200, 422) and (answer.status_code == 422 or after == "\u0661")


def test_who_comes_after_the_end_finds_nothing_also_before_the_archive_is_written() -> None:
    loop, run = LoopDriver.played([say("Hello.")])
    stored = loop.world.runs.get(run.tenant_id, run.id)
    open_again = loop.world.runs.update(stored.change(events_archived=False, last_seq=0))
    api, last = Api(loop.world), len(loop.chunks(run))
    assert api.client.get(url(run), params={"after": last}).status_code == 204
    assert api.client.get(url(run), params={"after": last + 50}).status_code == 204
    close_log(open_again, loop.ports)
    assert api.client.get(url(run), params={"after": last}).status_code == 204


def test_who_has_seen_more_than_was_said_hears_what_comes() -> None:
    loop, run = LoopDriver.started([say("Hello.")])
    watching = viewer(Api(loop.world), run, "?after=5000")

    async def scene() -> None:
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(watching.watch)
            await until(lambda: watching.status == 200)
            await anyio.to_thread.run_sync(loop.follow, run)

    anyio.run(scene)
    assert watching.data() == loop.chunks(run)[2:]


def test_an_approval_closes_a_segment_and_the_next_goes_on_with_the_numbers() -> None:
    loop, run = LoopDriver.started([])
    api = Api(loop.world)
    tell(loop, run, StartStep(), done(run, "awaiting_approval"), Finish())
    waiting = loop.world.runs.update(run.change(status=RunStatus.AWAITING_APPROVAL))
    first = api.client.get(url(run))
    assert first.text.endswith("[DONE]\n\n") and '"awaiting_approval"' in first.text
    assert api.client.get(url(run, "?after=5")).status_code == 204
    tell(loop, run, TextDelta(id="t", delta="On we go"))
    loop.world.runs.update(waiting.change(status=RunStatus.RUNNING))
    tell(loop, run, done(run, "completed"), Finish())
    second = api.client.get(url(run, "?after=5"))
    assert [line for line in second.text.split("\n") if line.startswith("id:")] == ["id: 6", "id: 7", "id: 8"]
    whole = api.client.get(url(run)).text
    assert whole == first.text.removesuffix("data: [DONE]\n\n") + second.text


@pytest.mark.parametrize("mark", ["\u2028", "\u2029", "\x85", "\x7f", "\r", "\n", "\x0b", "\x0c", "\x1c", "\ufeff"])
def test_a_frame_is_one_line_for_every_reader(mark: str) -> None:
    loop, run = LoopDriver.played([say(f"a{mark}b")])
    text = Api(loop.world).client.get(url(run)).text
    for lines in (text.splitlines(), text.split("\n")):
        assert all(line == "" or line.startswith(("id: ", "data: ")) for line in lines)
    deltas = [chunk["delta"] for chunk in loop.chunks(run) if chunk["type"] == "text-delta"]
    assert deltas == [f"a{mark}b"]
