"""Plays a reply as a Chat Completions stream."""

import time
from collections.abc import Iterator
from typing import Any

from local.openai_server.frames import Frame, data, words
from local.openai_server.reply import Part, Reply, Tokens, play


class ChatWire:
    def __init__(self, reply: Reply, body: dict[str, Any], response_id: str, call_ids: list[str]) -> None:
        self._reply = reply
        self._model = body["model"]
        self._id = f"chatcmpl-{response_id}"
        self._call_ids = call_ids
        self._usage = bool((body.get("stream_options") or {}).get("include_usage"))

    def frames(self) -> Iterator[Frame]:
        yield self._chunk({"role": "assistant", "content": ""})
        for part in play(self._reply):
            delta = self._delta(part)
            if delta is not None:
                yield self._chunk(delta, chunk=part.kind != "open")
        yield self._chunk({}, finish=self._reply.finish_reason)
        if self._usage and self._reply.usage:
            yield data({**self._head(), "choices": [], "usage": _usage(self._reply.usage)})
        if not self._reply.no_done:
            yield Frame("data: [DONE]\n\n")

    def failure(self) -> Frame:
        return data({"error": {"message": self._reply.error_message, "type": "error", "code": self._reply.error_code}})

    def whole(self) -> dict[str, Any]:
        """The same answer for a request that does not stream."""
        message: dict[str, Any] = {"role": "assistant", "content": "".join(self._reply.text) or None}
        if self._reply.calls:
            message["tool_calls"] = [self._call(i, each.arguments_text) for i, each in enumerate(self._reply.calls)]
        choice = {"index": 0, "message": message, "finish_reason": self._reply.finish_reason}
        usage = {"usage": _usage(self._reply.usage)} if self._reply.usage else {}
        return {**self._head("chat.completion"), "choices": [choice], **usage}

    def _delta(self, part: Part) -> dict[str, Any] | None:
        match part.kind:
            case "reasoning":
                return {"reasoning_content": part.text}
            case "text":
                return {"content": words(self._reply, part)}
            case "open":
                return {"tool_calls": [{"index": part.index, **self._call(part.index, "")}]}
            case "arguments":
                return {"tool_calls": [{"index": part.index, "function": {"arguments": part.text}}]}
        return None

    def _call(self, index: int, arguments: str) -> dict[str, Any]:
        function = {"name": self._reply.calls[index].name, "arguments": arguments}
        return {"id": self._call_ids[index], "type": "function", "function": function}

    def _chunk(self, delta: dict[str, Any], *, finish: str | None = None, chunk: bool = False) -> Frame:
        choice = {"index": 0, "delta": delta, "finish_reason": finish}
        return data({**self._head(), "choices": [choice]}, chunk=chunk)

    def _head(self, kind: str = "chat.completion.chunk") -> dict[str, Any]:
        return {"id": self._id, "object": kind, "created": int(time.time()), "model": self._model}


def _usage(tokens: Tokens) -> dict[str, Any]:
    return {
        "prompt_tokens": tokens.input_tokens,
        "completion_tokens": tokens.output_tokens,
        "total_tokens": tokens.input_tokens + tokens.output_tokens,
        "prompt_tokens_details": {
            "cached_tokens": tokens.cached_tokens,
            "cache_write_tokens": tokens.cache_write_tokens,
        },
        "completion_tokens_details": {"reasoning_tokens": tokens.reasoning_tokens},
    }
