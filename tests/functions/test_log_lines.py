"""A whole turn over HTTP and the loop's handlers' wrapper: every line has its ids, none has what people wrote."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from devkit.api.api import Api
from devkit.fakes.model import FakeModel, call
from shared.domain.runs.execution_end import ExecutionEnd
from shared.runtime.observability import observed
from shared.services.runs.end.end_run import record_ending
from tests.support.api.observed_turn import make_session, play, send
from tests.support.aws.logs import logging_given_back

PROMPT, CONTENT, ANSWER = "hunter2-in-the-prompt", "s3cr3t-in-a-file", "whispered-by-the-model"
IDS = {"tenant_id", "app_id", "run_id", "request_id"}


@pytest.fixture(autouse=True)
def own_logging() -> Iterator[None]:
    with logging_given_back("test"):
        yield


def logged(capsys: pytest.CaptureFixture[str]) -> list[dict[str, Any]]:
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_every_line_of_a_turn_has_its_four_ids_and_no_content(capsys: pytest.CaptureFixture[str]) -> None:
    api = Api()
    path = make_session(api)
    capsys.readouterr()
    run = send(api, path, PROMPT, {"X-Request-Id": "req-of-a-person"})
    asked = logged(capsys)
    assert {line["message"] for line in asked} >= {"request"}
    for line in asked:
        assert set(line) >= IDS and line["request_id"] == "req-of-a-person"

    model = FakeModel(
        [
            call("write_file", path="src/note.ts", content=f"export const a = '{CONTENT}'\n"),
            call("finish", summary=ANSWER, rationale=None, assumptions=None),
        ]
    )

    @observed("run_ended")
    def ended(event: dict[str, Any], context: object) -> None:
        record_ending("acme", event["run_id"], ExecutionEnd.EXPECTED, ports=api.world.loop_ports())

    ended(play(api, run, model, log=CONTENT.encode()), None)
    lines = logged(capsys)
    assert {line["service"] for line in lines} >= {"agent_step", "agent_commit", "run_ended", "build_prepare"}
    for line in lines:
        assert set(line) >= IDS, line
        assert (line["run_id"], line["request_id"]) == (run.id, "req-of-a-person")
    text = json.dumps(asked + lines)
    assert not [secret for secret in (PROMPT, CONTENT, ANSWER) if secret in text]
