"""The project's feed as server-sent events."""

import json
from collections.abc import AsyncIterator

import anyio

from functions.api.routes.feed import _frames
from shared.services.project_feed import ProjectFeed
from tests.fakes.model import Call, calls
from tests.support.api import Api
from tests.support.loop import USER, LoopDriver

FINISH = Call(name="finish", arguments={"summary": "Done.", "rationale": None, "assumptions": None})


async def first_frames(frames: AsyncIterator[str], count: int) -> list[str]:
    """However long they take: the end is not waited for."""
    heard: list[str] = []
    with anyio.fail_after(60):
        async for frame in frames:
            heard.append(frame)
            if len(heard) == count:
                break
    return heard


def test_it_says_at_once_that_it_hears_and_then_what_happens() -> None:
    loop = LoopDriver([calls(FINISH)])
    app, _ = loop.world.make_app(tenant_id=USER.tenant_id)
    api = Api(loop.world)
    feed = ProjectFeed(principal=USER, app_id=app.id, ports=loop.world.ports(), loop=loop.ports)
    loop.follow(loop.start("Line\u2028end", app_id=app.id))

    frames = anyio.run(first_frames, _frames(feed, api.container), 4)
    assert feed.step() == [], "nothing is told twice"
    names = [frame.split("\n", 1)[0] for frame in frames]
    assert names == [
        "event: heartbeat", "event: conversation_message", "event: conversation_message", "event: token_usage",
    ]  # fmt: skip
    bodies = [json.loads(frame.split("data: ", 1)[1]) for frame in frames]
    assert (bodies[0]["status"], bodies[1]["content"]) == ("alive", "Line\u2028end")
    assert all(frame.count("\n") == 3 and "\u2028" not in frame for frame in frames)


def test_another_tenant_is_refused_before_anything_is_streamed() -> None:
    loop = LoopDriver([])
    app, _ = loop.world.make_app(tenant_id=USER.tenant_id)
    answer = Api(loop.world).as_tenant("other").get(f"/projects/{app.id}/events")
    assert (answer.status_code, answer.json()["code"]) == (404, "NOT_FOUND")
