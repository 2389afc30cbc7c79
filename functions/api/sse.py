"""Events as an AI SDK stream over server-sent events."""

import json
from collections.abc import Iterable, Iterator

from fastapi.responses import StreamingResponse

from shared.domain.events import Event

HEADERS = {
    "Cache-Control": "no-cache, no-transform",
    "X-Accel-Buffering": "no",
    "x-vercel-ai-ui-message-stream": "v1",
}


def stream(events: Iterable[Event | None], **headers: str) -> StreamingResponse:
    """The events, a comment for each heartbeat, `[DONE]` at the end."""
    return StreamingResponse(frames(events), media_type="text/event-stream", headers=HEADERS | headers)


def frames(events: Iterable[Event | None]) -> Iterator[str]:
    """One frame an event: its `seq` as the id, so that a client can resume after it."""
    for event in events:
        yield ": still here\n\n" if event is None else frame(event)
    yield "data: [DONE]\n\n"


def frame(event: Event) -> str:
    """The event's wire form in one `data:` line."""
    return f"id: {event.seq}\ndata: {json.dumps(event.wire(), separators=(',', ':'), ensure_ascii=False)}\n\n"
