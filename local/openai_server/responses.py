"""Plays a reply as a Responses stream."""

import time
from collections.abc import Iterator
from typing import Any

from local.openai_server.frames import Frame, data, words
from local.openai_server.parse import seal
from local.openai_server.reply import Part, Reply, Tokens, play

Json = dict[str, Any]


class ResponsesWire:
    def __init__(self, reply: Reply, body: Json, response_id: str, call_ids: list[str]) -> None:
        self._reply = reply
        self._model = body["model"]
        self._id = f"resp_{response_id}"
        self._sealed = "reasoning.encrypted_content" in (body.get("include") or ())
        self._call_ids = call_ids
        self._output: list[Json] = []
        self._open: str | None = None
        self._number = -1

    def frames(self) -> Iterator[Frame]:
        yield self._event("response.created", response=self._response("in_progress"))
        for part in play(self._reply):
            yield from self._part(part)
        yield from self._close()
        yield self._terminal()

    def failure(self) -> Frame:
        error = {"code": self._reply.error_code, "message": self._reply.error_message}
        if self._reply.error_style == "failed":
            return self._event("response.failed", response={**self._response("failed"), "error": error})
        return self._event("error", error={"type": "error", **error})

    def whole(self) -> Json:
        """The same answer for a request that does not stream."""
        for _ in self.frames():
            pass
        return self._response("incomplete" if self._reply.finish_reason == "length" else "completed")

    def _part(self, part: Part) -> Iterator[Frame]:
        match part.kind:
            case "reasoning":
                yield from self._reasoning(part)
            case "text":
                yield from self._text(words(self._reply, part))
            case "open":
                yield from self._close()
                yield from self._open_call(part)
            case "arguments":
                yield self._delta("response.function_call_arguments.delta", part.text, "arguments")
            case "close":
                yield from self._close()

    def _reasoning(self, part: Part) -> Iterator[Frame]:
        if self._open != "reasoning":
            yield self._start("reasoning", {"type": "reasoning", "id": f"rs_{self._id}", "summary": []})
            self._output[-1]["summary"].append({"type": "summary_text", "text": ""})
            yield self._event("response.reasoning_summary_part.added", **self._where(), summary_index=0)
        self._output[-1]["summary"][0]["text"] += part.text
        kind = "response.reasoning_summary_text.delta"
        yield self._event(kind, **self._where(), summary_index=0, delta=part.text, chunk=True)

    def _text(self, text: str) -> Iterator[Frame]:
        if self._open != "message":
            yield from self._close()
            message = {"type": "message", "id": f"msg_{self._id}", "role": "assistant", "content": []}
            yield self._start("message", message)
            self._output[-1]["content"].append({"type": "output_text", "text": "", "annotations": []})
            part = {"type": "output_text", "text": "", "annotations": []}
            yield self._event("response.content_part.added", **self._where(), content_index=0, part=part)
        self._output[-1]["content"][0]["text"] += text
        yield self._event("response.output_text.delta", **self._where(), content_index=0, delta=text, chunk=True)

    def _open_call(self, part: Part) -> Iterator[Frame]:
        call_id = self._call_ids[part.index]
        item = {"type": "function_call", "id": f"fc_{call_id}", "call_id": call_id, "name": part.text, "arguments": ""}
        yield self._start("function_call", item)

    def _delta(self, kind: str, text: str, field: str) -> Frame:
        self._output[-1][field] += text
        return self._event(kind, **self._where(), delta=text, chunk=True)

    def _start(self, kind: str, item: Json) -> Frame:
        self._open = kind
        self._output.append({**item, "status": "in_progress"})
        return self._event("response.output_item.added", output_index=len(self._output) - 1, item=self._output[-1])

    def _close(self) -> Iterator[Frame]:
        if self._open is None:
            return
        item = self._output[-1]
        item["status"] = "completed"
        if self._open == "reasoning" and self._sealed:
            item["encrypted_content"] = seal(item["id"])
        if self._open == "function_call":
            yield self._event("response.function_call_arguments.done", **self._where(), arguments=item["arguments"])
        yield self._event("response.output_item.done", output_index=len(self._output) - 1, item=item)
        self._open = None

    def _terminal(self) -> Frame:
        reason = {"length": "max_output_tokens", "content_filter": "content_filter"}.get(self._reply.finish_reason)
        if reason is None:
            return self._event("response.completed", response=self._response("completed"))
        response = {**self._response("incomplete"), "incomplete_details": {"reason": reason}}
        return self._event("response.incomplete", response=response)

    def _where(self) -> Json:
        return {"item_id": self._output[-1]["id"], "output_index": len(self._output) - 1}

    def _event(self, kind: str, *, chunk: bool = False, **fields: Any) -> Frame:
        self._number += 1
        return data({"type": kind, "sequence_number": self._number, **fields}, event=kind, chunk=chunk)

    def _response(self, status: str) -> Json:
        usage = _usage(self._reply.usage) if self._reply.usage and status != "in_progress" else None
        return {
            "id": self._id,
            "object": "response",
            "created_at": int(time.time()),
            "model": self._model,
            "status": status,
            "output": [dict(item) for item in self._output],
            "usage": usage,
            "error": None,
            "incomplete_details": None,
        }


def _usage(tokens: Tokens) -> Json:
    return {
        "input_tokens": tokens.input_tokens,
        "input_tokens_details": {
            "cached_tokens": tokens.cached_tokens,
            "cache_write_tokens": tokens.cache_write_tokens,
        },
        "output_tokens": tokens.output_tokens,
        "output_tokens_details": {"reasoning_tokens": tokens.reasoning_tokens},
        "total_tokens": tokens.input_tokens + tokens.output_tokens,
    }
