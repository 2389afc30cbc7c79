"""The routes of the stream function touch neither sites nor the compiler nor workers: its role holds none of them."""

from typing import Any

import anyio

from devkit.api.api import Api
from devkit.fakes.model import Call, calls
from devkit.loop import USER, LoopDriver
from infra.constructs.api import STREAMING_ROUTES
from infra.function_list import STREAM
from shared.domain.runs.run import Run
from tests.functions.api.sessions.test_feed import feed_of, first_frames, frames_of

WRITE = Call(name="write_file", arguments={"path": "src/one.ts", "content": "export const one = 1;\n"})
FINISH = Call(name="finish", arguments={"summary": "Made.", "rationale": None, "assumptions": None})


class Forbidden:
    """A port that the role of the function does not reach."""

    def __getattr__(self, name: str) -> Any:
        raise AssertionError(f"{name} was asked for")


def over(loop: LoopDriver) -> Api:
    """The application as the stream function has it; the agent itself plays elsewhere."""
    none = {"compiler": Forbidden()}
    ports = loop.world.ports(site=Forbidden(), cdn=Forbidden(), worker=Forbidden(), **none)
    return Api(loop.world, {"ports": ports})


def answers(run: Run) -> dict[str, Any]:
    parts = [
        {"type": "dynamic-tool", "state": "approval-responded", "approval": {"id": f"{run.id}:{one.call_id}",
         "approved": True}} for one in run.waiting.held if one.waits
    ]  # fmt: skip
    return {"id": run.conversation_id, "messages": [{"id": run.turn_id, "role": "assistant", "parts": parts}]}


def test_these_are_all_of_them_and_the_role_is_no_wider() -> None:
    assert {path.rpartition("/")[2] for _, path in STREAMING_ROUTES} == {"stream", "events"}
    assert (STREAM.site, STREAM.invokes_compile, STREAM.starts) == (None, False, ("agent_loop",))
    assert STREAM.data is not None and "delete" not in STREAM.data.verbs


def test_a_message_and_its_stream_need_no_more() -> None:
    loop = LoopDriver([calls(WRITE, FINISH)])
    app, _ = loop.world.make_app(tenant_id=USER.tenant_id)
    api = over(loop.at_once())
    post = f"/admin/apps/{app.id}/builder/chat/stream"
    assert api.client.post(post, json={"message": "Hi"}, headers={"Idempotency-Key": "k"}).status_code == 200
    run = loop.world.workflows.runs[0]
    again = api.client.get(f"/admin/apps/{app.id}/builder/chat/{run.id}/stream")
    assert again.status_code == 200 and again.text.endswith("data: [DONE]\n\n")


def test_an_answer_to_what_waits_needs_no_more() -> None:
    loop = LoopDriver([calls(WRITE, FINISH)])
    run, world = loop.play(autonomy="suggest"), loop.world
    world.workflows.on_complete = lambda token: loop.follow(world.runs.get(run.tenant_id, run.id))
    answer = over(loop).client.post(f"/admin/apps/{run.app_id}/builder/chat/stream", json=answers(run))
    assert answer.status_code == 200
    assert world.runs.get(run.tenant_id, run.id).status == "completed"


def test_the_projects_feed_needs_no_more() -> None:
    loop = LoopDriver([calls(WRITE, FINISH)])
    app, _ = loop.world.make_app(tenant_id=USER.tenant_id)
    deps = over(loop).container
    feed = feed_of(deps, app.id)
    loop.follow(loop.start("Hello", app_id=app.id))
    assert len(anyio.run(first_frames, frames_of(feed, deps), 4)) == 4
