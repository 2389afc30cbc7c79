"""What a request is called: by its client, else by the gateway, whose access log its lines can be joined with."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from devkit.api.api import Api
from tests.support.aws.logs import logging_given_back

GATEWAY = "c6af9ac6-7b61-11e6-9a41-93e8deadbeef"
CONTEXT = {"resourceId": "x", "requestId": GATEWAY, "stage": "v1"}


@pytest.fixture(autouse=True)
def on_lambda(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("AWS_LAMBDA_FUNCTION_NAME", "ChatBuilder-stream")
    with logging_given_back("stream"):
        yield


def asked(capsys: pytest.CaptureFixture[str], **headers: str) -> tuple[str, dict[str, Any]]:
    """The id that is answered, and the request's line."""
    answer = Api().client.get("/admin/apps", headers={name.replace("_", "-"): value for name, value in headers.items()})
    assert answer.status_code == 200
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    (line,) = [line for line in lines if line["message"] == "request"]
    return answer.headers["x-request-id"], line


def test_behind_the_web_adapter_it_is_the_gateways(capsys: pytest.CaptureFixture[str]) -> None:
    name, line = asked(capsys, x_amzn_request_context=json.dumps(CONTEXT))
    assert name == line["request_id"] == GATEWAY and "gateway_request_id" not in line


def test_a_client_s_own_name_stands_beside_the_gateways(capsys: pytest.CaptureFixture[str]) -> None:
    name, line = asked(capsys, x_request_id="req-of-a-person", x_amzn_request_context=json.dumps(CONTEXT))
    assert (name, line["request_id"], line["gateway_request_id"]) == ("req-of-a-person", "req-of-a-person", GATEWAY)


@pytest.mark.parametrize(
    "context",
    ["", "[]", "7", "null", "{", "[" * 5000, json.dumps({"requestId": ["x"]}), json.dumps({"requestId": "a b"})],
)
def test_a_context_that_is_none_is_ignored(capsys: pytest.CaptureFixture[str], context: str) -> None:
    name, _ = asked(capsys, x_amzn_request_context=context)
    assert name.startswith("req-")
