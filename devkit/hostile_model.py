"""Rows for what a model's server sends: streams of the largest size, in the shapes that cost a reader most."""

import json
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from devkit.hostile_case import MB, Case, Load

_EVENT, _PIECE = 8 * MB, 64 * 1024
_EVENTS, _TOOL = 160_000, "write_file"


def _event(value: Any) -> bytes:
    return b"data: %s\n\n" % json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


def _chat(**delta: Any) -> bytes:
    return _event({"choices": [{"delta": delta}]})


def _call(index: int | None = 0, **call: Any) -> bytes:
    return _chat(tool_calls=[({} if index is None else {"index": index}) | call])


def _pieces(events: Iterable[bytes]) -> Iterator[bytes]:
    held = bytearray()
    for event in events:
        held += event
        while len(held) >= _PIECE:
            yield bytes(held[:_PIECE])
            del held[:_PIECE]
    yield bytes(held)


def _stream(events: Callable[[], Iterable[bytes]], reader: str = "chat_reader.ChatReader") -> Any:
    """One answer, read to its end or to its refusal, as the adapter reads it."""

    def prepare(load: Load) -> Callable[[], Any]:
        module, _, name = reader.partition(".")
        sse, messages = load("shared.adapters.openai.sse"), load("shared.domain.agent.model_messages")
        make = getattr(load(f"shared.adapters.openai.{module}"), name)
        tool = messages.ToolSpec(name=_TOOL, description="", parameters={})
        request = messages.ModelRequest(model="m", instructions="", items=(), tools=(tool,))
        pieces = list(_pieces(events()))

        def act() -> Any:
            one = make(request)
            try:
                for event in sse.read_events(pieces):
                    for _ in one.feed(event):
                        pass
                for _ in one.end():
                    pass
                return one.completed()
            except Exception as error:  # each module that was brought in has classes of its own
                if not type(error).__name__.startswith("Model"):
                    raise
                return error

        return act

    return prepare


def _argument(read: str, text: Callable[[], str]) -> Any:
    """One text of a model, by a function that reads such texts and answers also what is no JSON."""

    def prepare(load: Load) -> Callable[[], Any]:
        module, _, name = read.rpartition(".")
        act, given = getattr(load(module), name), text()
        return lambda: _answered(lambda: act(given))

    return prepare


def _calls_in(text: Callable[[], str]) -> Any:
    def prepare(load: Load) -> Callable[[], Any]:
        module, given = load("shared.adapters.openai.text_calls"), text()
        return lambda: module.calls_in_text(given, {_TOOL})

    return prepare


def _answered(act: Callable[[], Any]) -> Any:
    try:
        return act()
    except ValueError as error:
        return error


def _repeated(text: str) -> Callable[[], str]:
    return lambda: (text * 2_000_000)[:2_000_000]


def _lists(size: int) -> str:
    return "[" + "{}," * (size // 3) + "0]"


def _responses_items() -> Iterator[bytes]:
    for number in range(_EVENTS):
        item = {"type": "message", "content": [{"text": "a"}]}
        yield _event({"type": "response.output_item.done", "output_index": number, "item": item})


MODEL_CASES = (
    Case("a stream of single letters", 400_000_000, _stream(lambda: [_chat(content="a")] * _EVENTS), 40 * MB),
    Case("a stream of keepalives", 400_000_000, _stream(lambda: [b": a\n"] * 16_000_000)),
    Case("an event of small objects", 400_000_000, _stream(lambda: [
        b"data: " + _lists(_EVENT - 100).encode() + b"\n\n",
    ]), 90 * MB),
    Case("an event of many lines", 400_000_000, _stream(lambda: [b"data:\n" * 10_000_000]), 60 * MB),
    Case("blank lines without end", 400_000_000, _stream(lambda: [b"\r\n" * 30_000_000])),
    Case("arguments in two halves, then fragments without any", 400_000_000, _stream(lambda: [
        _call(id="a", function={"name": _TOOL, "arguments": '{"a":"' + "x" * 3_900_000}),
        _call(function={"arguments": "x" * 3_900_000 + '"}  '}), *[_call(None)] * _EVENTS,
    ]), 60 * MB),
    Case("a name in single letters", 400_000_000, _stream(lambda: [_call(function={"name": "a"})] * _EVENTS), 20 * MB),
    Case("a field of its own for each fragment", 400_000_000, _stream(lambda: (
        _call(function={"name": _TOOL, f"a{number}": 1}) for number in range(_EVENTS)
    )), 60 * MB),
    Case("an index of its own for each fragment", 400_000_000, _stream(lambda: (
        _call(number) for number in range(_EVENTS)
    )), 40 * MB),
    Case("a state of small objects", 400_000_000, _stream(lambda: (
        _chat(thought=[{}] * 60_000) for _ in range(200)
    )), 90 * MB),
    Case("a top field of its own for each event", 400_000_000, _stream(lambda: (
        _event({f"a{number}": {}}) for number in range(_EVENTS)
    )), 30 * MB),
    Case("items without end", 400_000_000, _stream(_responses_items, "responses.ResponsesReader"), 40 * MB),
    Case("a number of tokens of 4,000 digits", 400_000_000, _stream(lambda: [
        b'data: {"choices":[],"usage":{"prompt_tokens":1%s}}\n\n' % (b"0" * 4_000),
        _event({"choices": [{"finish_reason": "stop"}]}),
    ])),
    *(Case(f"a text of {what}", 90_000_000, _calls_in(_repeated(text)), 90 * MB)
      for what, text in {
        "tagged calls": "<tool_call>{}</tool_call>", "open tags": "<tool_call>", "functions": "<function=a>",
        "parameters": "<parameter=a>", "invocations": '<invoke name="a">', "channels": "to=a<|message|>",
        "calls of DeepSeek": "<\uff5ctool\u2581call\u2581begin\uff5c>a", "listed calls": "[TOOL_CALLS]",
        "keys": "<tool_call><arg_key>",
        "opening brackets": "[", "escapes": '["\\\\', "small objects": "[{},",
    }.items()),
    *(Case(f"{what}, read by {read.rpartition('.')[2]}", 100_000_000, _argument(read, text), 60 * MB)
      for read in ("shared.domain.planning.requirements.json_in", "shared.domain.untrusted.readable_json")
      for what, text in {
          "an argument of small objects": lambda: '{"a":' + _lists(_EVENT) + "}",
          "an argument of brackets": lambda: "{" + "[" * _EVENT + "}",
          "an argument of quotes": lambda: '{"a":' + '"",' * (_EVENT // 3) + "}",
          "an argument of escapes": lambda: '{"a":"' + '\\"' * (_EVENT // 2) + '"}',
      }.items()),
)  # fmt: skip
