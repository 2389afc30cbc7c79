"""What is written to the socket, and the faults a reply asks for on the way."""

import json
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from local.openai_server.reply import Part, Reply


@dataclass(frozen=True)
class Frame:
    """Server-sent text; `chunk` frames are the ones delays and faults count."""

    text: str
    chunk: bool = False


class Cut(Exception):
    """Drop the connection now."""


class End(Exception):
    """End the body properly now."""


def data(payload: dict[str, Any], *, event: str | None = None, chunk: bool = False) -> Frame:
    head = f"event: {event}\n" if event else ""
    return Frame(f"{head}data: {json.dumps(payload, ensure_ascii=False)}\n\n", chunk)


def words(reply: Reply, part: Part) -> str:
    """The text of a part, or the time at which it leaves when the reply asks for stamps."""
    return f"t={time.monotonic_ns()} " if reply.stamp and part.kind == "text" else part.text


def paced(
    frames: Iterator[Frame], reply: Reply, wait: Callable[[float], object], failure: Callable[[], Frame]
) -> Iterator[str]:
    """The frames at the reply's pace; raises Cut or End, and adds its error or garbage, where the reply says so."""
    sent = 0
    wait(reply.first_delay)
    yield from _faults(reply, sent, wait, failure)
    for frame in frames:
        yield frame.text
        if frame.chunk:
            sent += 1
            wait(reply.delay)
            yield from _faults(reply, sent, wait, failure)


def _faults(reply: Reply, sent: int, wait: Callable[[float], object], failure: Callable[[], Frame]) -> Iterator[str]:
    if sent == reply.stall_after:
        wait(reply.stall_seconds)
    if sent == reply.cut_after:
        raise Cut
    if sent == reply.end_after:
        raise End
    if sent == reply.garble_after:
        yield "data: {not json\n\n"
    if sent == reply.error_after:
        yield failure().text
        raise End
