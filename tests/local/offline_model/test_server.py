"""The offline model over HTTP, through the adapter that talks to any model."""

import subprocess
import sys
import time

import pytest

from local.offline_model.server import start_in_thread
from shared.adapters.openai.model import OpenAIModel
from shared.adapters.openai.settings import ModelSettings
from shared.domain.agent.model_messages import (
    Completed,
    Item,
    ModelEvent,
    ModelRequest,
    TextDelta,
    ToolOutput,
    UserMessage,
    tool_calls_of,
)
from shared.tools.registry import CODER_TOOLS

TOOLS = tuple(tool.spec() for tool in CODER_TOOLS.values())


def ask(*items: Item) -> ModelRequest:
    return ModelRequest(model="offline-demo", instructions="x", items=items, tools=TOOLS, timeout_seconds=120)


def completed(events: list[ModelEvent]) -> Completed:
    assert isinstance(events[-1], Completed)
    return events[-1]


@pytest.mark.parametrize("wire", ["chat", "responses"])
def test_it_answers_on_both_wires_and_goes_on_with_the_outputs(wire: str) -> None:
    with start_in_thread(delay=0) as server:
        model = OpenAIModel(ModelSettings(base_url=server.url, wire=wire))  # type: ignore[arg-type]  # a literal from a parameter
        first = list(model.stream(ask(UserMessage(content="make it blue"))))
        assert len([event for event in first if isinstance(event, TextDelta)]) > 3
        (call,) = tool_calls_of(completed(first).items)
        assert call.name == "list_files"
        output = ToolOutput(
            call_id=call.call_id, output="index.html (3 bytes)\nsrc/App.tsx (3 bytes)\nsrc/a.css (1 bytes)"
        )
        second = list(model.stream(ask(UserMessage(content="make it blue"), *completed(first).items, output)))
        assert {each.name for each in tool_calls_of(completed(second).items)} == {"read_file"}
        assert completed(second).usage.input_tokens > completed(first).usage.input_tokens
        model.close()


def test_words_come_in_small_pieces_with_a_pause_between() -> None:
    with start_in_thread(delay=0.01) as server:
        model = OpenAIModel(ModelSettings(base_url=server.url))
        began = time.monotonic()
        events = list(model.stream(ask(UserMessage(content="hello"))))
        assert time.monotonic() - began > 0.01 * len([event for event in events if isinstance(event, TextDelta)]) * 0.8
        model.close()


def test_it_runs_as_a_program() -> None:
    command = [sys.executable, "-m", "local.offline_model", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        line = process.stdout.readline()
        url = line.split()[-1]
        model = OpenAIModel(ModelSettings(base_url=url))
        assert completed(list(model.stream(ask(UserMessage(content="hello"))))).response_id
        model.close()
        process.terminate()
