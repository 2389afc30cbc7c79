"""Events over server-sent events, as an AI SDK stream unless told otherwise. A viewer who waits holds no thread."""

import json
from collections.abc import AsyncIterator, Callable, Hashable, Iterator, Mapping
from contextlib import AsyncExitStack, contextmanager
from typing import Any, Protocol, TypeVar

import anyio
from fastapi.responses import StreamingResponse
from starlette.concurrency import run_in_threadpool

from functions.api.http.viewing import Leaving, Viewing
from shared.domain.errors import Transient
from shared.domain.runs.events import Event
from shared.services.runs.log.follow_run import Follower

_HEADERS = {"Cache-Control": "no-cache, no-transform", "X-Accel-Buffering": "no"}
RETRY = "retry: 1000\n\n"
STOP = "superseded"
"""The id of a feed that gave way: a client that connects again by itself (`EventSource`) gets 204, which ends that."""
HEARTBEAT = ": still here\n\n"
SEGMENT_END = ": connect again after the last id\n\n"
"""The last line of a segment: no `[DONE]`, since more comes."""
SUPERSEDED = "STREAM_SUPERSEDED"
"""The code of a stream whose place newer ones took: its client connects again only when the person wants it."""
SUPERSEDED_TEXT = "This view was opened in newer tabs. Connect again to go on here; the run itself goes on."
_CUT_TEXT = "STREAM_CUT: This connection was open for as long as one may be. Connect again; nothing is lost."
_HEARTBEAT_SECONDS = 15.0
_LINE_ENDS = str.maketrans({mark: f"\\u{ord(mark):04x}" for mark in "\x7f\x85\u2028\u2029"})
_LONGEST_PAUSE = 0.5
_LOOKS_A_SECOND = 150
"""Of all viewers of this process together: looking must not take the machine from what is looked for."""
_LONG = 500
"""A batch after which more is likely stored already."""
_PATIENCE_SECONDS = 20.0
"""How long the store may be out of reach before a stream gives up; its client resumes where it was."""


class Crowd:
    """The viewers of this process; entered by each for as long as it looks."""

    def __init__(self) -> None:
        self.size = 0

    def __enter__(self) -> "Crowd":
        self.size += 1
        return self

    def __exit__(self, *_: object) -> None:
        self.size -= 1


crowd = Crowd()


class Encoder(Protocol):
    """How events are written: `ending` is the last thing said."""

    ending: str
    headers: Mapping[str, str]

    def encode(self, batch: list[Event]) -> str: ...

    def leave(self, why: Leaving) -> str:
        """The last frames of a stream that ends before its events do."""


class AiSdk:
    """One frame an event: its `seq` as the id, so that a client can resume after it."""

    ending = "data: [DONE]\n\n"
    headers: Mapping[str, str] = {"x-vercel-ai-ui-message-stream": "v1"}

    def encode(self, batch: list[Event]) -> str:
        return "".join(frame(event.wire(), event.seq) for event in batch)

    def leave(self, why: Leaving) -> str:
        """An error chunk for who would take the end of the connection for the end of the message."""
        if why == "segment":
            return SEGMENT_END
        text = f"{SUPERSEDED}: {SUPERSEDED_TEXT}" if why == "superseded" else _CUT_TEXT
        return frame({"type": "error", "errorText": text}) + self.ending


def stream(
    follower: Follower, poll_seconds: float, encoder: Encoder, viewing: Viewing, **headers: str
) -> StreamingResponse:
    """The events, a comment for each heartbeat, the encoder's ending. A client that leaves ends the reading."""
    return respond(frames(follower, poll_seconds, encoder, viewing=viewing), **encoder.headers, **headers)


def respond(body: AsyncIterator[str], **headers: str) -> StreamingResponse:
    return StreamingResponse(body, media_type="text/event-stream", headers=_HEADERS | headers)


async def frames(
    follower: Follower,
    poll_seconds: float,
    encoder: Encoder | None = None,
    heartbeat_seconds: float = _HEARTBEAT_SECONDS,
    viewing: Viewing | None = None,
) -> AsyncIterator[str]:
    """What is stored and what comes, until the segment is over. A store that does not answer is asked again."""
    encoder = encoder or AiSdk()
    async with AsyncExitStack() as stack:
        stack.enter_context(crowd)
        if viewing is not None:
            await stack.enter_async_context(viewing)
        spoke = last_event = answered = anyio.current_time()
        while not follower.over:
            try:
                batch = await run_in_threadpool(follower.step)
                answered = anyio.current_time()
            except Transient:
                batch = []
                if anyio.current_time() - answered > _PATIENCE_SECONDS:
                    raise
            now = anyio.current_time()
            if batch:
                spoke = last_event = now
                yield encoder.encode(batch)
            if follower.over or len(batch) >= _LONG:
                continue
            if viewing is not None and (why := await viewing.leaving()) is not None:
                yield encoder.leave(why)
                return
            if now - spoke >= heartbeat_seconds:
                spoke = now
                yield HEARTBEAT
            await anyio.sleep(pause(poll_seconds, now - last_event, crowd.size))
    if encoder.ending:
        yield encoder.ending


def crowd_pause(seconds: float) -> float:
    """A pause between two looks, longer in a crowd."""
    return max(seconds, crowd.size / _LOOKS_A_SECOND)


def pause(poll_seconds: float, quiet: float, viewers: int = 1) -> float:
    """How long to wait before looking again: longer the longer nothing happens, up to half a second, and in a crowd."""
    return max(poll_seconds, min(_LONGEST_PAUSE, max((quiet - 3) / 20, viewers / _LOOKS_A_SECOND)))


def frame(body: Any, name: object = None, kind: str | None = None) -> str:
    """One event with its `id:` and its `event:`, in one `data:` line also for readers that end lines as Python does."""
    text = json.dumps(body, separators=(",", ":"), ensure_ascii=False).translate(_LINE_ENDS)
    head = {"id": name, "event": kind, "data": text}
    return "".join(f"{field}: {value}\n" for field, value in head.items() if value is not None) + "\n"


class Watched(Protocol):
    """Something that counts its viewers."""

    viewers: int


Key = TypeVar("Key", bound=Hashable)
Poll = TypeVar("Poll", bound=Watched)


@contextmanager
def watch_one(polls: dict[Key, Poll], key: Key, make: Callable[[], Poll]) -> Iterator[Poll]:
    """The poll of `key`, made for its first viewer, gone with its last; of all viewers one counts in the crowd."""
    poll = polls.get(key) or make()
    polls[key] = poll
    if poll.viewers == 0:
        crowd.size += 1
    poll.viewers += 1
    try:
        yield poll
    finally:
        poll.viewers -= 1
        if poll.viewers == 0:
            crowd.size -= 1
            polls.pop(key, None)
