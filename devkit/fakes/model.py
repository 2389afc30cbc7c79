"""A model in memory: plays a list of replies, or asks a function for one, and remembers the requests."""

from collections.abc import Callable, Iterable, Iterator
from typing import Literal

from local.openai_server.reply import Call, Part, Reply, Tokens, call, calls, play, say
from shared.domain.agent.model_errors import ModelRateLimited, ModelRejected, ModelTruncated
from shared.domain.agent.model_messages import (
    AssistantMessage,
    Completed,
    Item,
    ModelEvent,
    ModelRequest,
    Reasoning,
    ReasoningDelta,
    TextDelta,
    ToolCall,
    ToolCallDelta,
    ToolCallDone,
    ToolCallStart,
    Usage,
    Waiting,
)
from shared.domain.agent.model_profile import GENERAL, Profile
from shared.domain.brain import alignment_task, summary_task
from shared.domain.errors import ModelUnavailable

_ASIDE = (alignment_task.INSTRUCTIONS, summary_task.INSTRUCTIONS)
__all__ = ["Call", "FakeModel", "Reply", "call", "calls", "say"]


class FakeModel:
    """`replies` are played in order; `respond`, when given, answers instead. The same faults as the scripted server."""

    def __init__(self, replies: Iterable[Reply] = (), respond: Callable[[ModelRequest], Reply] | None = None) -> None:
        self.requests: list[ModelRequest] = []
        self._replies = list(replies)
        self._respond = respond

    @property
    def wire(self) -> Literal["responses", "chat"]:
        return "chat"

    def profile(self, model: str) -> Profile:
        return GENERAL

    def lessons(self, model: str) -> Profile | None:
        return None

    def recall(self, model: str, lessons: Profile) -> None: ...

    def forget_window(self, model: str) -> None: ...

    def push(self, *replies: Reply) -> None:
        self._replies.extend(replies)

    def stream(self, request: ModelRequest) -> Iterator[ModelEvent]:
        if self._respond is None and request.instructions in _ASIDE:
            return _play(say("(nothing)"), 0)  # no reply of a script is for these
        self.requests.append(request)
        reply = self._respond(request) if self._respond else self._next()
        return _play(reply, len(self.requests))

    def _next(self) -> Reply:
        if not self._replies:
            raise AssertionError("the fake model has no reply left")
        return self._replies.pop(0)


def _play(reply: Reply, number: int) -> Iterator[ModelEvent]:
    _refuse(reply)
    yield from [Waiting()] * int(reply.first_delay)
    items = _items(reply, number)
    made = [item for item in items if isinstance(item, ToolCall)]
    sent = 0
    _fault(reply, sent)
    for part in play(reply):
        yield _event(part, made)
        if part.kind not in ("open", "close"):
            sent += 1
            _fault(reply, sent)
    yield Completed(
        items=tuple(items),
        usage=Usage(**(reply.usage or Tokens()).model_dump()),
        finish_reason=reply.finish_reason,
        response_id=f"fake-{number}",
    )


def _refuse(reply: Reply) -> None:
    if reply.status == 429:
        raise ModelRateLimited("rate limited", retry_after=float(reply.retry_after) if reply.retry_after else None)
    if reply.status >= 500:
        raise ModelUnavailable("the model service failed")
    if reply.status >= 400:
        raise ModelRejected("the model service refused the request")


def _fault(reply: Reply, chunks_sent: int) -> None:
    if chunks_sent in (reply.cut_after, reply.end_after, reply.error_after, reply.garble_after):
        raise ModelTruncated("the answer stopped in the middle")


def _items(reply: Reply, number: int) -> list[Item]:
    items: list[Item] = []
    if reply.reasoning:
        items.append(Reasoning(id=f"rs-{number}", encrypted=f"enc-{number}", summary="".join(reply.reasoning)))
    if reply.text:
        items.append(AssistantMessage(content="".join(reply.text)))
    for index, each in enumerate(reply.calls):
        call_id = each.call_id or f"call_{number}_{index}"
        items.append(ToolCall(call_id=call_id, name=each.name, arguments=each.arguments_text))
    return items


def _event(part: Part, made: list[ToolCall]) -> ModelEvent:
    match part.kind:
        case "reasoning":
            return ReasoningDelta(delta=part.text)
        case "text":
            return TextDelta(delta=part.text)
        case "open":
            return ToolCallStart(call_id=made[part.index].call_id, name=part.text)
        case "arguments":
            return ToolCallDelta(call_id=made[part.index].call_id, delta=part.text)
        case "close":
            done = made[part.index]
            return ToolCallDone(call_id=done.call_id, name=done.name, arguments=done.arguments)
