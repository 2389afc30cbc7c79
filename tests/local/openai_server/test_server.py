"""The server under both kinds of model: what it accepts, what it refuses, what it plays."""

import json
import time
from collections.abc import Iterator
from typing import Any

import httpx
import openai
import pytest

from devkit.fakes.model import Call, Reply, calls, say
from devkit.scripted_model.server import Script, ScriptedModel, start_scripted
from local.openai_server.server import start

USER = {"role": "user", "content": "hi"}
STRICT = {"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"], "additionalProperties": False}


@pytest.fixture(scope="module")
def running() -> Iterator[ScriptedModel]:
    with start_scripted() as server:
        yield server


@pytest.fixture
def scripted(running: ScriptedModel) -> ScriptedModel:
    running.script.reset()
    return running


def post(scripted: ScriptedModel, path: str, body: Any) -> httpx.Response:
    return httpx.post(f"{scripted.control_url}{path}", json=body, trust_env=False, timeout=60)


def chat(scripted: ScriptedModel, **fields: Any) -> httpx.Response:
    return post(scripted, "/v1/chat/completions", {"model": "m", "messages": [USER], **fields})


def responses(scripted: ScriptedModel, **fields: Any) -> httpx.Response:
    return post(scripted, "/v1/responses", {"model": "m", "input": [USER], **fields})


def data_lines(answer: httpx.Response) -> list[str]:
    return [line.removeprefix("data: ") for line in answer.text.splitlines() if line.startswith("data: ")]


# ---- what it plays -----------------------------------------------------------------------------------------------


def test_usage_is_streamed_only_when_asked_for(scripted: ScriptedModel) -> None:
    scripted.script.push(say("a"), say("a"))
    without = data_lines(chat(scripted, stream=True))
    asked = data_lines(chat(scripted, stream=True, stream_options={"include_usage": True}))
    assert without[-1] == asked[-1] == "[DONE]"
    assert not any("prompt_tokens" in line for line in without)
    assert json.loads(asked[-2])["usage"]["prompt_tokens"] == 10


def test_reasoning_is_sealed_only_when_asked_for(scripted: ScriptedModel) -> None:
    scripted.script.push(Reply(reasoning=("r",)), Reply(reasoning=("r",)))
    assert "encrypted_content" not in responses(scripted).text
    assert "encrypted_content" in responses(scripted, include=["reasoning.encrypted_content"]).text


def test_events_of_a_responses_stream_are_numbered_and_named(scripted: ScriptedModel) -> None:
    scripted.script.push(calls(Call(name="f", arguments={"a": "b"}), text=("x", "y"), reasoning=("r",)))
    answer = responses(scripted, stream=True)
    events = [json.loads(line) for line in data_lines(answer)]
    assert [event["sequence_number"] for event in events] == list(range(len(events)))
    assert [line.removeprefix("event: ") for line in answer.text.splitlines() if line.startswith("event: ")] == [
        event["type"] for event in events
    ]
    assert [item["type"] for item in events[-1]["response"]["output"]] == ["reasoning", "message", "function_call"]


@pytest.mark.parametrize("ask", [chat, responses])
def test_a_request_that_does_not_stream_gets_the_whole_answer(scripted: ScriptedModel, ask: Any) -> None:
    scripted.script.push(calls(Call(name="f", arguments={"a": 1}), text=("Hello ", "there")))
    body = ask(scripted).json()
    assert "Hello there" in json.dumps(body)
    assert body["usage"]["total_tokens"] == 15


# ---- what it refuses ---------------------------------------------------------------------------------------------

UNPAIRED = {"role": "assistant", "tool_calls": [{"id": "c", "function": {"name": "f", "arguments": "{}"}}]}
LOOSE = {"type": "object", "properties": {"a": {"type": "string"}}, "required": []}


@pytest.mark.parametrize(
    "fields",
    [
        {"messages": [USER, UNPAIRED]},
        {"messages": [USER, {"role": "tool", "tool_call_id": "c", "content": "x"}]},
        {"messages": [{"role": "narrator", "content": "x"}]},
        {"messages": [USER, {"role": "assistant"}]},
        {"messages": [USER, {"role": "assistant", "tool_calls": []}]},
        {"messages": None},
        {"messages": [None]},
        {"tools": [{"type": "function", "function": {"name": "f", "strict": True, "parameters": LOOSE}}]},
        {"tool_choice": {"type": "function"}},
    ],
)
def test_chat_refuses_what_openai_refuses(scripted: ScriptedModel, fields: dict[str, Any]) -> None:
    scripted.script.push(say("never"))
    answer = chat(scripted, **fields)
    assert answer.status_code == 400
    assert answer.json()["error"]["message"]
    assert scripted.script.left == 1


@pytest.mark.parametrize(
    "fields",
    [
        {"input": [USER, {"type": "function_call", "call_id": "c", "name": "f", "arguments": "{}"}]},
        {"input": [USER, {"type": "function_call_output", "call_id": "c", "output": "x"}]},
        {"input": [USER, {"type": "reasoning", "id": "rs_1", "summary": [], "encrypted_content": "made up"}]},
        {"input": [{"type": "telepathy"}]},
        {"input": None},
        {"tools": [{"type": "function", "name": "f", "strict": True, "parameters": LOOSE}]},
    ],
)
def test_responses_refuses_what_openai_refuses(scripted: ScriptedModel, fields: dict[str, Any]) -> None:
    assert responses(scripted, **fields).status_code == 400


def test_a_strict_schema_is_accepted(scripted: ScriptedModel) -> None:
    scripted.script.push(say("ok"))
    assert responses(
        scripted, tools=[{"type": "function", "name": "f", "strict": True, "parameters": STRICT}]
    ).is_success


@pytest.mark.parametrize("content", [b"", b"{", b"\xff\xfe", b"[]", b'"text"', b"null"])
def test_a_body_that_is_no_request_is_a_bad_request(scripted: ScriptedModel, content: bytes) -> None:
    for path in ("/v1/chat/completions", "/v1/responses", "/_script"):
        answer = httpx.post(f"{scripted.control_url}{path}", content=content, trust_env=False, timeout=60)
        assert answer.status_code == 400


def test_an_unknown_path_is_not_found(scripted: ScriptedModel) -> None:
    assert post(scripted, "/v1/embeddings", {}).status_code == 404
    assert httpx.get(f"{scripted.control_url}/nothing", trust_env=False, timeout=60).status_code == 404


# ---- the script over HTTP ----------------------------------------------------------------------------------------


def test_a_script_is_loaded_played_and_inspected_from_another_process(scripted: ScriptedModel) -> None:
    loaded = post(scripted, "/_script", {"replies": [{"text": ["one"]}, {"status": 429, "retry_after": "3"}]})
    assert loaded.json() == {"queued": 2}
    assert "one" in chat(scripted).text
    refused = chat(scripted)
    assert (refused.status_code, refused.headers["retry-after"]) == (429, "3")
    seen = httpx.get(f"{scripted.control_url}/_requests", trust_env=False, timeout=60).json()
    assert [(each["wire"], each["body"]["messages"]) for each in seen] == [("chat", [USER])] * 2
    httpx.delete(f"{scripted.control_url}/_script", trust_env=False, timeout=60)
    assert httpx.get(f"{scripted.control_url}/_requests", trust_env=False, timeout=60).json() == []


# ---- its life ----------------------------------------------------------------------------------------------------


def test_a_taken_port_is_an_os_error(scripted: ScriptedModel) -> None:
    with pytest.raises(OSError, match="in use"):
        start(Script(), port=scripted.server.port)


def test_it_stops_while_an_answer_stalls() -> None:
    server = start_scripted()
    server.script.push(say("a", "b", stall_after=1, stall_seconds=60))
    client = openai.OpenAI(api_key="x", base_url=server.url, max_retries=0)
    stream = client.chat.completions.create(model="m", messages=[{"role": "user", "content": "hi"}], stream=True)
    next(iter(stream))
    began = time.monotonic()
    server.stop()
    assert time.monotonic() - began < 30
    stream.close()
    client.close()


def test_the_model_list_and_health(scripted: ScriptedModel) -> None:
    listed = httpx.get(f"{scripted.url}/models", trust_env=False, timeout=60).json()
    assert [each["id"] for each in listed["data"]] == ["scripted-model"]
    assert httpx.get(f"{scripted.control_url}/health", trust_env=False, timeout=60).json() == {"status": "ok"}


@pytest.mark.parametrize("foreign", [{"Host": "evil.test"}, {"Origin": "http://evil.test"}, {"Origin": "null"}])
def test_a_page_of_a_browser_is_refused(scripted: ScriptedModel, foreign: dict[str, str]) -> None:
    for method, path in (("GET", "/v1/models"), ("GET", "/health"), ("POST", "/v1/responses"), ("POST", "/v1/x")):
        asked = httpx.request(method, f"{scripted.control_url}{path}", headers=foreign, trust_env=False, timeout=60)
        assert asked.status_code == 403


def test_with_a_key_nothing_is_answered_without_it() -> None:
    with start_scripted(api_key="the-key") as server:
        for method, path in (("GET", "/v1/models"), ("GET", "/health"), ("POST", "/v1/responses"), ("DELETE", "/x")):
            url = f"{server.control_url}{path}"
            assert httpx.request(method, url, trust_env=False, timeout=60).status_code == 401
            wrong = {"Authorization": "Bearer offline"}
            assert httpx.request(method, url, headers=wrong, trust_env=False, timeout=60).status_code == 401
            assert httpx.request(method, url, trust_env=False, timeout=60).headers["connection"] == "close", "unread"
        right = {"Authorization": "Bearer the-key"}
        assert httpx.get(f"{server.url}/models", headers=right, trust_env=False, timeout=60).status_code == 200
