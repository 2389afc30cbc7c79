"""Where X-Ray takes the spans: a request is below Lambda's own segment, and the execution it starts is in its trace."""

from typing import Any

import pytest

from devkit.api.api import Api
from devkit.fakes.samples import a_build, a_run, an_app
from shared.adapters.stepfunctions_workflows import StepFunctionsWorkflows
from tests.support.aws.traces import Span, drawing, receiver

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
