"""A whole turn over HTTP, the loop and the build pipeline is one trace; nothing that people wrote is in it."""

from typing import Any

import pytest

from devkit.api.api import Api
from devkit.fakes.model import Call, FakeModel, call, calls
from devkit.fakes.samples import a_build, a_run, an_app
from shared.adapters.stepfunctions_workflows import StepFunctionsWorkflows
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


WRITTEN, PATH = "s3cr3t-in-a-file", "src/name-of-a-secret.ts"


def traced(tool: str, params: dict[str, object]) -> tuple[list[Span], bytes]:
    with receiver() as got, drawing(got.url, function=True):
        api = Api()
        app = api.world.make_app(tenant_id="acme")[0]
        api.client.post(f"/api/tools/{tool}", json={"project_id": app.id, "params": params})
        return got.spans(), b"".join(got.bodies)


def test_a_write_and_the_gate_it_passes_are_below_the_request() -> None:
    spans, raw = traced("write_file", {"path": PATH, "content": f"export const a = '{WRITTEN}'\n"})
    names = {each.span_id: each.name for each in spans}
    assert {(names.get(each.parent_id, ""), each.name) for each in spans} == {
        ("", "POST /api/tools/{tool}"),
        ("POST /api/tools/{tool}", "execute_tool write_file"),
        ("execute_tool write_file", "compile"),
    }
    tool = next(each for each in spans if each.name == "execute_tool write_file")
    assert tool.attributes["chatbuilder.outcome"] == "ok" and not tool.failed
    assert WRITTEN.encode() not in raw and PATH.encode() not in raw


def test_a_refusal_is_told_and_an_unknown_name_is_not() -> None:
    spans, _ = traced("read_file", {"path": "src/nothing.ts"})
    tool = next(each for each in spans if each.name == "execute_tool read_file")
    assert tool.attributes["chatbuilder.outcome"] == "refused"
    spans, raw = traced("tool-of-a-dream", {})
    assert [each.name for each in spans] == ["POST /api/tools/{tool}"] and b"tool-of-a-dream" not in raw


ROOT, SEGMENT, OTHER = "1-5759e988-bd862e3fe1be46a994272793", "53995c3f42cd8ad8", "1111111111111111"
TRACE = ROOT.removeprefix("1-").replace("-", "")
ARN = "arn:aws:states:us-east-1:123456789012:stateMachine:loop:live"


def request_span(headers: dict[str, str], **env: str) -> Span:
    with receiver() as got, drawing(got.url, function=True, **env):
        assert Api().client.get("/admin/apps", headers=headers).status_code == 200
        (spans,) = got.spans()
    return spans


@pytest.mark.parametrize("header", [{}, {"X-Amzn-Trace-Id": f"Root={ROOT}"}])
def test_a_request_is_below_lambdas_segment_though_the_gateway_names_none(
    monkeypatch: pytest.MonkeyPatch, header: dict[str, str]
) -> None:
    monkeypatch.setenv("_X_AMZN_TRACE_ID", f"Root={ROOT};Parent={SEGMENT};Sampled=1")
    span = request_span(header, TRACE_XRAY="1")
    assert (span.trace_id, span.parent_id) == (TRACE, SEGMENT)
    assert request_span(header).trace_id != TRACE, "another receiver knows nothing of X-Ray's segments"


def test_behind_the_web_adapter_the_header_says_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("_X_AMZN_TRACE_ID", f"Root={ROOT};Parent={OTHER};Sampled=1")
    span = request_span({"X-Amzn-Trace-Id": f"Root={ROOT};Parent={SEGMENT};Sampled=1"}, TRACE_XRAY="1")
    assert (span.trace_id, span.parent_id) == (TRACE, SEGMENT)


class States:
    """What Step Functions is asked."""

    def __init__(self) -> None:
        self.asked: list[dict[str, Any]] = []

    def start_execution(self, **asked: Any) -> dict[str, str]:
        self.asked.append(asked)
        return {"executionArn": "arn"}


@pytest.mark.parametrize("traceparent", [f"00-{TRACE}-{SEGMENT}-01", None, "nonsense"])
def test_an_execution_is_started_in_the_trace_of_the_request(traceparent: str | None) -> None:
    states, app = States(), an_app()
    workflows = StepFunctionsWorkflows(states, build_pipeline_arn=ARN, agent_loop_arn=ARN)
    workflows.start_run(a_run(app, traceparent=traceparent))
    workflows.start_build(a_build(app, traceparent=traceparent))
    expected = f"Root={ROOT};Parent={SEGMENT};Sampled=1" if traceparent and traceparent.startswith("00-") else None
    assert [asked.get("traceHeader") for asked in states.asked] == [expected, expected]
