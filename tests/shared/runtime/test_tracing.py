"""Drawing never breaks or holds up what it tells of; off, it is not there."""

import logging
import subprocess
import sys
import time
from pathlib import Path

import pytest

from shared.domain import spans
from shared.domain.spans import past_span, span, traceparent
from shared.runtime.observability import observed, start_tracing
from shared.runtime.tracing import PATIENCE
from tests.support.aws.traces import drawing, receiver

ROOT = Path(__file__).resolve().parents[3]
NOWHERE = "http://127.0.0.1:9"  # nothing listens there


@observed("worker_done")
def handler(event: dict[str, str], context: object) -> str:
    with span("inner", outcome="ok"):
        return "answer"


def seconds(times: int) -> float:
    began = time.monotonic()
    for _ in range(times):
        assert handler({}, None) == "answer"
    return time.monotonic() - began


def test_off_a_span_is_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    assert spans.installed() is None
    with span("a", outcome="ok") as drawn:
        drawn.set(tool="x")
    assert span("a") is span("b") and traceparent() is None
    start_tracing("x", {})
    assert spans.installed() is None


def test_off_opentelemetrys_sdk_is_not_imported() -> None:
    program = "import sys, functions.agent_commit.handler; print(*[m for m in sys.modules if 'opentelemetry' in m])"
    run = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    assert run.stdout.strip() == ""


@pytest.mark.parametrize("status", [500, 400])
def test_a_receiver_that_refuses_breaks_nothing(status: int) -> None:
    with receiver(status=status) as got, drawing(got.url, function=True, patience=PATIENCE):
        assert seconds(50) < 40  # a second for each would be fifty


def test_a_receiver_that_is_down_costs_a_second_once_in_a_while() -> None:
    with drawing(NOWHERE, function=True, patience=PATIENCE):
        assert seconds(50) < 40  # it would be fifty


def test_a_slow_receiver_costs_a_second_once_in_a_while() -> None:
    with receiver(delay=1.5) as got, drawing(got.url, function=True, patience=PATIENCE):
        assert seconds(50) < 40  # it would be fifty


def test_a_server_waits_for_nobody() -> None:
    with receiver(delay=60) as got, drawing(got.url):
        seconds(20)
        assert got.bodies == []
        got.answers.set()
        assert {one.name for one in got.wait(2)} == {"worker_done", "inner"}


def test_what_cannot_be_sent_is_bounded() -> None:
    with drawing(NOWHERE) as _:
        tracer = spans.installed()
        assert tracer is not None
        with tracer.invocation("a", None, joins=False):
            for _ in range(5_000):
                with span("b"):
                    pass
        outbox = tracer._provider._active_span_processor._span_processors[0]  # type: ignore[attr-defined]  # the one
        assert len(outbox._kept) == 2048


def test_the_receivers_key_is_sent_and_told_nowhere(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_HEADERS", "x-api-key=of-the-receiver")
    with caplog.at_level(logging.DEBUG), receiver() as got, drawing(got.url, function=True):
        handler({}, None)
    assert got.headers[0]["x-api-key"] == "of-the-receiver"
    assert "of-the-receiver" not in caplog.text and b"of-the-receiver" not in b"".join(got.bodies)


def test_a_key_in_a_secret_is_read_by_its_arn() -> None:
    from moto import mock_aws

    from shared.adapters import aws_clients
    from shared.runtime.tracing import _headers

    with mock_aws():
        client = aws_clients.secretsmanager()
        arn = client.create_secret(Name="otlp", SecretString="Authorization=Basic abc=, x-team = a")["ARN"]
        assert _headers({"TRACE_HEADERS_ARN": arn}) == {"authorization": "Basic abc=", "x-team": "a"}
    assert _headers({}) is None


def test_a_sampler_keeps_only_a_share(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OTEL_TRACES_SAMPLER", "parentbased_traceidratio")
    monkeypatch.setenv("OTEL_TRACES_SAMPLER_ARG", "0")
    with receiver() as got, drawing(got.url, function=True):
        handler({}, None)
        assert got.spans() == []


def test_xrays_header_is_the_parent_where_no_stored_work_is(monkeypatch: pytest.MonkeyPatch) -> None:
    trace, parent = "1-5759e988-bd862e3fe1be46a994272793", "53995c3f42cd8ad8"
    monkeypatch.setenv("_X_AMZN_TRACE_ID", f"Root={trace};Parent={parent};Sampled=1;Lineage=1:0")
    for one, expected in (({"TRACE_XRAY": "1"}, parent), ({}, "")):  # without X-Ray as the receiver it says Sampled=0
        with receiver() as got, drawing(got.url, function=True, **one):
            handler({}, None)
            outer = next(one for one in got.spans() if one.name == "worker_done")
        assert outer.parent_id == expected


def test_work_done_elsewhere_needs_a_place_in_a_trace() -> None:
    from datetime import UTC, datetime

    now = datetime.now(UTC)
    with receiver() as got, drawing(got.url, function=True):
        past_span("worker build", now, now, None, outcome="ok")
        past_span("worker build", None, now, "00-" + "1" * 32 + "-" + "2" * 16 + "-01", outcome="ok")
        past_span("worker build", now, now, "00-" + "1" * 32 + "-" + "2" * 16 + "-01", outcome="ok")
        handler({}, None)
        assert [one.name for one in got.spans()].count("worker build") == 1
