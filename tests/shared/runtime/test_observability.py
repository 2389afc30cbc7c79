"""One JSON line a record, the event's ids on it, and never a secret in it."""

import json
import logging
import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel, ValidationError

from shared.domain.access.api_key import new_secret
from shared.domain.agent.model_messages import ITEM_ADAPTER
from shared.domain.builds.compile_report import CompileReport
from shared.domain.builds.job_result import JobResult
from shared.domain.diffs.diff import Diff
from shared.domain.ids import new_id
from shared.domain.log_context import log_keys
from shared.domain.runs.events import EVENTS_ADAPTER, Event
from shared.domain.runs.iteration import Iteration
from shared.domain.runs.turn import Turn
from shared.runtime.observability import RedactingFormatter, configure_logging, hidden, hide_text, observed
from tests.support.aws.logs import logging_given_back


@pytest.fixture(autouse=True)
def own_logging() -> Iterator[None]:
    """The root logger as it was."""
    with logging_given_back():
        yield


def lines(capsys: pytest.CaptureFixture[str]) -> list[dict[str, Any]]:
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_a_line_has_the_names_that_dashboards_know(capsys: pytest.CaptureFixture[str]) -> None:
    configure_logging("build_finalise")
    logging.getLogger("shared.services.thing").warning("a %s was refused", "result", extra={"build_id": "bld_1"})
    [line] = lines(capsys)
    assert line["timestamp"].endswith("+00:00")
    assert {key: line[key] for key in ("level", "message", "service", "build_id")} == {
        "level": "WARNING",
        "message": "a result was refused",
        "service": "build_finalise",
        "build_id": "bld_1",
    }


def test_third_parties_are_heard_only_when_they_warn(capsys: pytest.CaptureFixture[str]) -> None:
    configure_logging("x", "debug")
    logging.getLogger("botocore.auth").info("signature")
    logging.getLogger("shared.a").debug("ours")
    assert [line["message"] for line in lines(capsys)] == ["ours"]


def test_configuring_twice_writes_each_line_once(capsys: pytest.CaptureFixture[str]) -> None:
    configure_logging("x")
    configure_logging("x")
    logging.getLogger("shared.a").info("once")
    assert len(lines(capsys)) == 1


def test_a_handler_s_lines_carry_its_ids_and_its_end_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    @observed("worker_start")
    def handler(event: dict[str, Any], context: object) -> str:
        logging.getLogger("shared.a").info("inside")
        return "answer"

    event = {"tenant_id": "acme", "build_id": "bld_1", "task_token": "t" * 40}
    assert handler(event, object()) == "answer"
    handler(event, object())
    printed = lines(capsys)
    assert [(line["message"], line["cold_start"]) for line in printed] == [
        ("inside", True),
        ("done", True),
        ("inside", False),
        ("done", False),
    ]
    assert {(line["tenant_id"], line["build_id"], "task_token" in line) for line in printed} == {
        ("acme", "bld_1", False)
    }
    assert printed[1]["duration_ms"] >= 0


def test_a_handler_that_raises_is_told_with_its_trace_and_still_raises(capsys: pytest.CaptureFixture[str]) -> None:
    @observed("x")
    def handler(event: dict[str, Any], context: object) -> None:
        raise ValueError("no Bearer abcdefghijkl for you")

    with pytest.raises(ValueError, match="for you"):
        handler({}, None)
    [line] = lines(capsys)
    assert (line["level"], line["exception_name"]) == ("ERROR", "ValueError")
    assert "Traceback" in line["exception"]
    assert "abcdefghijkl" not in json.dumps(line)


WRITTEN = "hunter2, input_type=of a person\\nand more"


class Foreign(BaseModel):
    """A model of somebody else's package, which quotes what did not fit."""

    number: int


@pytest.mark.parametrize(
    "read",
    [
        lambda: Turn.model_validate({"prompt": WRITTEN}),
        lambda: Iteration.model_validate({"items": [WRITTEN]}),
        lambda: Diff.model_validate({"title": WRITTEN}),
        lambda: Event.model_validate({"chunk": {"type": "text-delta", "id": "a", "delta": WRITTEN}}),
        lambda: EVENTS_ADAPTER.validate_python([{"chunk": WRITTEN}]),
        lambda: ITEM_ADAPTER.validate_python({"type": "user", "content": [WRITTEN]}),
        lambda: JobResult.model_validate({"log_tail": WRITTEN}),
        lambda: CompileReport.model_validate({"diagnostics": WRITTEN}),
    ],
)
def test_a_row_that_cannot_be_read_is_told_without_its_words(read: Callable[[], object]) -> None:
    """As after going back to the release before: the runtime writes an exception's words too, not only we."""
    with pytest.raises(ValidationError) as raised:
        read()
    assert "hunter2" not in str(raised.value)


def test_what_an_error_quotes_of_its_input_is_not_told(capsys: pytest.CaptureFixture[str]) -> None:
    @observed("x")
    def handler(event: dict[str, Any], context: object) -> None:
        Foreign(number=event["content"])

    with pytest.raises(ValidationError, match="hunter2"):
        handler({"content": WRITTEN}, None)
    [line] = lines(capsys)
    assert "hunter2" not in json.dumps(line) and "int_parsing" in line["exception"]


def test_keys_belong_to_their_context_alone() -> None:
    formatter = RedactingFormatter("x")
    record = logging.makeLogRecord({"msg": "m", "levelname": "INFO", "name": "n"})
    seen: list[str] = []
    with log_keys(run_id="run_1"):
        thread = threading.Thread(target=lambda: seen.append(formatter.format(record)))
        thread.start()
        thread.join()
        assert json.loads(formatter.format(record))["run_id"] == "run_1"
    assert "run_id" not in json.loads(seen[0])
    assert "run_id" not in json.loads(formatter.format(record))


@pytest.mark.parametrize(
    "text",
    [
        "https://b.s3.amazonaws.com/k?X-Amz-Signature=SECRETSECRET&X-Amz-Credential=SECRETSECRET/2026",
        "https://b/k?X-Amz-Security-Token=SECRETSECRET",
        "https://rev.preview.example.com/?t=SECRETSECRET",
        "Authorization: Bearer SECRETSECRET",
        "key sk-SECRETSECRET",
        "eySECRETSECRET.eySECRETSECRET.SECRETSECRET",
        "AKIASECRETSECRET",
        "ASIASECRETSECRET",
    ],
)
def test_texts_that_look_like_secrets_are_hidden(text: str) -> None:
    assert "SECRETSECRET" not in hide_text(text)


@pytest.mark.parametrize(
    "name", ["token", "task_token", "Authorization", "preview_secret", "OPENAI_API_KEY", "cookie", "apiKey", "password"]
)
def test_fields_named_like_secrets_are_hidden_at_any_depth(name: str) -> None:
    assert "hush" not in json.dumps(hidden({"a": [{"b": {name: "hush"}}, {name: ["hush", {"x": "fine"}]}]}))


def test_our_own_keys_are_hidden_whatever_they_stand_in() -> None:
    key = new_secret(new_id("key"))

    class Bag:
        def __repr__(self) -> str:
            return f"Bag({key})"

    found = {"told": f"the key {key}, refused", "bag": Bag(), "bags": [Bag()], key: 1}
    line = RedactingFormatter("x").format(
        logging.makeLogRecord({"msg": key, **found, "levelname": "INFO", "name": "n"})
    )
    assert key not in line and "Bag([hidden])" in line


def test_counts_of_model_tokens_are_not_secrets() -> None:
    usage = {"prompt_tokens": 12, "total_tokens": 40, "tokens": 3}
    assert hidden(usage) == usage


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.floats() | st.text(), st.lists, max_leaves=8))
def test_any_value_can_be_logged(value: object) -> None:
    record = logging.makeLogRecord({"msg": "m", "levelname": "INFO", "name": "n", "value": value})
    assert "\n" not in RedactingFormatter("x").format(record)
