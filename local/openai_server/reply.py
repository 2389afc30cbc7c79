"""One answer of a model server, described as data: what it says, how fast, and how it fails."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict

Finish = Literal["stop", "tool_calls", "length", "content_filter"]


class _Data(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Call(_Data):
    """A tool call; `arguments` as a dict is sent as JSON, as a string exactly as it is (so it can be garbled)."""

    name: str
    arguments: dict[str, Any] | str = {}
    call_id: str | None = None

    @property
    def arguments_text(self) -> str:
        return self.arguments if isinstance(self.arguments, str) else json.dumps(self.arguments, ensure_ascii=False)


class Tokens(_Data):
    input_tokens: int = 10
    output_tokens: int = 5
    cached_tokens: int = 0
    cache_write_tokens: int = 0
    reasoning_tokens: int = 0


class Reply(_Data):
    """`text` holds the pieces as they are streamed. A *chunk* is one piece of reasoning, text or call arguments."""

    reasoning: tuple[str, ...] = ()
    text: tuple[str, ...] = ()
    calls: tuple[Call, ...] = ()
    finish: Finish | None = None
    usage: Tokens | None = Tokens()
    """None: the server does not say."""

    first_delay: float = 0.0
    delay: float = 0.0
    argument_piece: int = 200
    stamp: bool = False
    """Replace each text piece by `t=<monotonic ns> `, taken at the moment it is written."""

    status: int = 200
    error_code: str = "server_error"
    error_param: str | None = None
    error_message: str = "scripted failure"
    retry_after: str | None = None
    html: bool = False
    """Answer 200 with a web page, as a wrong base URL does."""

    cut_after: int | None = None
    """Drop the connection after this many chunks."""
    end_after: int | None = None
    """End the body properly after this many chunks, without a terminal event."""
    stall_after: int | None = None
    stall_seconds: float = 30.0
    garble_after: int | None = None
    """After this many chunks send a line that is not JSON."""
    error_after: int | None = None
    """After this many chunks send an error inside the stream."""
    error_style: Literal["error", "failed"] = "error"
    """On Responses: a bare `{"error": ...}` or a `response.failed` event."""
    no_done: bool = False
    """Leave out Chat's `[DONE]` line, as some servers do."""

    @property
    def finish_reason(self) -> Finish:
        return self.finish or ("tool_calls" if self.calls else "stop")


@dataclass(frozen=True)
class Part:
    """A step of playing a reply; every kind but `open` and `close` is a chunk."""

    kind: Literal["reasoning", "text", "open", "arguments", "close"]
    text: str = ""
    index: int = 0


def play(reply: Reply) -> Iterator[Part]:
    """The reply in the order every wire sends it."""
    yield from (Part("reasoning", piece) for piece in reply.reasoning)
    yield from (Part("text", piece) for piece in reply.text)
    for index, each in enumerate(reply.calls):
        yield Part("open", each.name, index)
        yield from (Part("arguments", piece, index) for piece in _split(each.arguments_text, reply.argument_piece))
        yield Part("close", index=index)


def _split(text: str, size: int) -> list[str]:
    return [text[start : start + size] for start in range(0, len(text), size)]


def say(*pieces: str, **fields: Any) -> Reply:
    """A reply that only talks."""
    return Reply(text=pieces, **fields)


def call(name: str, /, **arguments: Any) -> Reply:
    """A reply that makes one tool call."""
    return Reply(calls=(Call(name=name, arguments=arguments),))


def calls(*items: Call, **fields: Any) -> Reply:
    """A reply that makes several tool calls at once."""
    return Reply(calls=items, **fields)
