"""Chat over HTTP: the stream, its resumption at every boundary, and every refusal."""

import json
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from devkit.api.api import Api
from devkit.fakes.model import call, say
from devkit.fakes.rates import BottomlessRates
from devkit.fakes.world import World
from devkit.loop import LoopDriver


def parse(body: str) -> list[tuple[str, dict[str, Any] | str]]:
    """(id, data) of every frame; comments are dropped."""
    frames = []
    for block in body.split("\n\n"):
        lines = dict(line.split(": ", 1) for line in block.splitlines() if not line.startswith(":"))
        if "data" in lines:
            data = lines["data"]
            frames.append((lines.get("id", ""), data if data == "[DONE]" else json.loads(data)))
    return frames


@pytest.fixture(scope="module")
def finished() -> tuple[Api, LoopDriver, str, str]:
    world = World()
    loop, run = LoopDriver.played(
        [call("write_file", path="src/a.ts", content="export {}\n"), say("All ", "done ", "here.")], world=world
    )
    return Api(world, {"rates": BottomlessRates()}), loop, run.app_id, run.id


def url(app_id: str, run_id: str) -> str:
    return f"/admin/apps/{app_id}/builder/chat/{run_id}/stream"


def test_a_replay_is_an_ai_sdk_stream_in_our_envelope(finished: tuple[Api, LoopDriver, str, str]) -> None:
    api, _, app_id, run_id = finished
    answer = api.client.get(url(app_id, run_id))
    frames = parse(answer.text)
    assert answer.headers["x-vercel-ai-ui-message-stream"] == "v1"
    assert answer.headers["content-type"].startswith("text/event-stream")
    assert frames[-1][1] == "[DONE]"
    bodies = [body for _, body in frames[:-1] if isinstance(body, dict)]
    assert [int(name) for name, _ in frames[:-1]] == [body["seq"] for body in bodies] == list(range(1, len(bodies) + 1))
    assert all({"type", "request_id", "stage"} <= body.keys() for body in bodies)


def test_a_stream_cut_at_any_event_and_resumed_is_the_same_stream(
    finished: tuple[Api, LoopDriver, str, str],
) -> None:
    api, _, app_id, run_id = finished
    whole = parse(api.client.get(url(app_id, run_id)).text)
    for cut in range(1, len(whole) - 1):
        first = whole[:cut]
        by_header = api.client.get(url(app_id, run_id), headers={"Last-Event-ID": first[-1][0]})
        by_query = api.client.get(url(app_id, run_id), params={"after": first[-1][0]})
        assert first + parse(by_header.text) == whole
        assert by_header.text == by_query.text
    assert api.client.get(url(app_id, run_id), params={"after": whole[-2][0]}).status_code == 204


@settings(max_examples=25, deadline=None)
@given(st.lists(st.text(min_size=1, max_size=6), min_size=1, max_size=12), st.data())
def test_any_words_cut_anywhere_any_number_of_times(words: list[str], data: st.DataObject) -> None:
    words = ["So: ", *words]  # an answer of nothing but white space is no answer and is asked for again
    assume("".join(words).strip())
    loop = LoopDriver([say(*words)])
    run = loop.play("Say something")
    api = Api(loop.world)
    whole = parse(api.client.get(url(run.app_id, run.id)).text)
    got: list[tuple[str, Any]] = []
    while len(got) < len(whole):
        answer = api.client.get(url(run.app_id, run.id), params={"after": got[-1][0] if got else 0})
        rest = parse(answer.text) if answer.status_code == 200 else [("", "[DONE]")]
        taken = data.draw(st.integers(1, len(rest)))
        got += rest[:taken] if taken == len(rest) else [frame for frame in rest[:taken] if frame[0]]
    assert got == whole
    text = "".join(body["delta"] for _, body in got if isinstance(body, dict) and body["type"] == "text-delta")
    assert text == "".join(words)


def test_a_message_starts_one_run_and_the_same_key_replays_it() -> None:
    loop = LoopDriver([say("Hello.")]).at_once()
    api = Api(loop.world)
    app, _ = loop.world.make_app(tenant_id="acme")
    post = f"/admin/apps/{app.id}/builder/chat/stream"
    first = api.client.post(post, json={"message": "Hi"}, headers={"Idempotency-Key": "k1"})
    again = api.client.post(post, json={"message": "Hi"}, headers={"Idempotency-Key": "k1"})
    other = api.client.post(post, json={"message": "Ho"}, headers={"Idempotency-Key": "k1"})
    assert first.status_code == 200 and first.text == again.text
    assert len(loop.world.workflows.runs) == 1
    assert other.status_code == 422 and other.json()["code"] == "IDEMPOTENCY_MISMATCH"


BAD = [
    ({"message": "x", "unknown": 1}, 422, "VALIDATION_FAILED"),
    ({"message": "x" * 33_000}, 413, "PAYLOAD_TOO_LARGE"),
    ({"message": "x", "base_revision_id": "rev_1"}, 409, "REVISION_CONFLICT"),
    ({"message": "x", "conversation_id": "conv_00000000000000000000000000"}, 404, "NOT_FOUND"),
    ({"message": "x", "conversation_id": "conv_' or 1=1"}, 404, "NOT_FOUND"),
    ({"messages": [{"role": "assistant", "parts": []}]}, 422, "VALIDATION_FAILED"),
]


@pytest.mark.parametrize(("body", "status", "code"), BAD)
def test_bad_bodies_have_their_code_and_start_nothing(body: Any, status: int, code: str, api: Api) -> None:
    app, _ = api.world.make_app(tenant_id="acme")
    answer = api.client.post(f"/admin/apps/{app.id}/builder/chat/stream", json=body)
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert answer.headers["content-type"] == "application/problem+json"
    assert api.world.workflows.runs == []


def test_a_second_message_waits_for_the_first() -> None:
    loop, run = LoopDriver.started([])
    answer = Api(loop.world).client.post(f"/admin/apps/{run.app_id}/builder/chat/stream", json={"message": "x"})
    assert (answer.status_code, answer.json()["code"]) == (409, "RUN_ACTIVE")


def test_nothing_active_in_a_conversation_is_204(finished: tuple[Api, LoopDriver, str, str]) -> None:
    api, loop, app_id, run_id = finished
    conversation = loop.world.runs.get("acme", run_id).conversation_id
    assert api.client.get(url(app_id, conversation)).status_code == 204


def test_the_last_resort_has_cors_headers_and_tells_nothing(api: Api) -> None:
    api.world.apps.get = lambda *args, **kwargs: 1 / 0  # type: ignore[assignment]  # a bug of ours
    path = "/admin/apps/app_00000000000000000000000000/builder/chat/stream"
    answer = api.client.post(path, json={"message": "x"}, headers={"Origin": "https://studio.example.com"})
    assert (answer.status_code, answer.json()["code"]) == (500, "INTERNAL")
    assert answer.headers["access-control-allow-origin"] == "https://studio.example.com"
    assert "division" not in answer.text
