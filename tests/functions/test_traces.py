"""A whole turn over HTTP, the loop and the build pipeline is one trace; nothing that people wrote is in it."""

from typing import Any

import pytest

from devkit.api.api import Api
from devkit.fakes.model import Call, FakeModel, call, calls
from shared.runtime.observability import observed
from tests.support.api.observed_turn import make_session, play, send
from tests.support.aws.traces import Receiver, Span, drawing, receiver

PROMPT, CONTENT, ANSWER, TOOL = "hunter2-in-the-prompt", "s3cr3t-in-a-file", "whispered-by-the-model", "tool-of-a-dream"
CLIENT = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"


def play_turn(traceparent: str | None) -> tuple[Api, str]:
    """A message, two iterations, a build, a commit: each handler as its Lambda has it. The run's id."""
    api = Api()
    headers = {"X-Request-Id": "req-of-a-person"} | ({"traceparent": traceparent} if traceparent else {})
    run = send(api, make_session(api), PROMPT, headers)
    dreamt = Call(name=TOOL, arguments={"a": PROMPT})
    model = FakeModel(
        [
            calls(Call(name="write_file", arguments={"path": "src/note.ts", "content": f"'{CONTENT}'\n"}), dreamt),
            call("finish", summary=ANSWER, rationale=None, assumptions=None),
        ]
    )
    play(api, run, model, log=CONTENT.encode())
    return api, run.id


def of_trace(got: Receiver, run_id: str) -> list[Span]:
    (trace,) = {spans.trace_id for spans in got.spans() if spans.attributes.get("chatbuilder.run_id") == run_id}
    return [spans for spans in got.spans() if spans.trace_id == trace]


def test_a_whole_turn_is_one_trace_below_the_clients_own() -> None:
    with receiver() as got, drawing(got.url, function=True):
        _, run_id = play_turn(CLIENT)
        spans = of_trace(got, run_id)
    assert {each.trace_id for each in spans} == {CLIENT.split("-")[1]}
    above = {each.span_id: each.name for each in spans} | {CLIENT.split("-")[2]: "client"}
    assert {(above[each.parent_id], each.name) for each in spans} == {
        ("client", "POST /sessions/{session_id}/messages"),
        ("POST /sessions/{session_id}/messages", "agent_step"),
        ("agent_step", "chat fake"),
        ("agent_step", "execute_tool write_file"),
        ("agent_step", "execute_tool unknown"),
        ("agent_step", "execute_tool finish"),
        ("agent_step", "compile"),
        ("agent_step", "build_prepare"),
        ("agent_step", "worker_start"),
        ("agent_step", "worker build"),
        ("agent_step", "build_finalise"),
        ("POST /sessions/{session_id}/messages", "agent_commit"),
        ("agent_commit", "commit"),
    }
    for each in spans:
        assert each.attributes["chatbuilder.request_id"] == "req-of-a-person"
        assert each.attributes["chatbuilder.tenant_id"] == "acme"
        assert not each.failed
    model = next(each for each in spans if each.name == "chat fake")
    assert model.attributes["gen_ai.usage.input_tokens"] > 0 and model.attributes["gen_ai.request.model"] == "fake"


def test_nothing_that_was_written_is_in_a_span() -> None:
    with receiver() as got, drawing(got.url, function=True):
        api, _ = play_turn(None)
        raw = b"".join(got.bodies)
    written = (PROMPT, CONTENT, ANSWER, TOOL, api.client.headers["Authorization"].split()[1])
    assert got.spans() and not [text for text in written if text.encode() in raw]


def test_a_turn_that_is_not_kept_sends_nothing_but_other_requests() -> None:
    with receiver() as got, drawing(got.url, function=True):
        _, run_id = play_turn(CLIENT[:-2] + "00")
    assert not [each for each in got.spans() if each.attributes.get("chatbuilder.run_id") == run_id]


@pytest.mark.parametrize("header", ["", "hello", CLIENT.upper(), f"{CLIENT}-{'x' * 9000}", "00-0-0-01"])
def test_a_hostile_header_begins_a_trace_of_our_own(header: str) -> None:
    with receiver() as got, drawing(got.url, function=True):
        api = Api()
        assert api.client.get("/admin/apps", headers={"traceparent": header}).status_code == 200
        twice = [("traceparent", CLIENT), ("traceparent", CLIENT)]
        assert api.client.get("/admin/apps", headers=twice).status_code == 200
        spans = got.spans()
    assert [each.parent_id for each in spans] == ["", ""]
    assert [each.name for each in spans] == ["GET /admin/apps"] * 2


def test_errors_are_told_by_their_codes() -> None:
    with receiver() as got, drawing(got.url, function=True):

        @observed("sweeper", traced="own")
        def crash(event: dict[str, Any], context: object) -> None:
            raise ValueError(PROMPT)

        with pytest.raises(ValueError, match=PROMPT):
            crash({}, None)
        (spans,) = got.spans()
    assert spans.failed and spans.attributes == {"chatbuilder.outcome": "ValueError"}
    assert PROMPT.encode() not in b"".join(got.bodies)
