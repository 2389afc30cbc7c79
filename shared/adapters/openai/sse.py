"""Reads server-sent events of a stranger: bounded in size, with keepalives in every form."""

from collections.abc import Iterable, Iterator
from enum import Enum
from typing import Any

from pydantic_core import from_json

from shared.domain.agent.model_errors import ModelOverflow, ModelTruncated
from shared.domain.json_weight import JSON_VALUES, holds_more_values

_EVENT_BYTES, _STREAM_BYTES = 8 * 1024 * 1024, 64 * 1024 * 1024
_LINES, _EVENTS = 600_000, 150_000
"""Of one stream; most events are one token."""
_LARGE_VALUES, _LARGE_EVENTS = 20_000, 50
"""So many events of one stream may hold more values than that: a whole answer is one or two."""


class Signal(Enum):
    """What an event without JSON means."""

    ALIVE = "alive"
    DONE = "done"


def read_events(pieces: Iterable[bytes]) -> Iterator[Any]:
    """Yield each event's JSON, and a `Signal` for an event without any.

    Servers send keepalives as comments, as events without data, and as data that is a comment or the word "ping"; only
    data that begins like JSON must be JSON. ModelTruncated for JSON that does not parse, ModelOverflow past the limits.
    """
    large = 0
    for text in _texts(pieces):
        large += holds_more_values(text, _LARGE_VALUES)
        if large > _LARGE_EVENTS:
            raise ModelOverflow(f"more than {_LARGE_EVENTS} events of the model's answer are unusually large")
        found = _event(text)
        yield found
        if found is Signal.DONE:
            return  # what a server may still send is not waited for


def _texts(pieces: Iterable[bytes]) -> Iterator[str]:
    """The data of each event; empty for a keepalive."""
    data: list[str] = []
    size = events = 0
    for line in _counted(_lines(pieces)):
        events += not line or line[0] in "{["
        if events > _EVENTS:
            raise ModelOverflow(f"the model's answer has more than {_EVENTS:,} events")
        if not line:
            yield "\n".join(data)
            data, size = [], 0
        elif line.startswith("data:"):
            piece = line[5:].removeprefix(" ")
            if _is_own_event(data, piece):
                events += 1
                yield data[0]
                data, size = [], 0
            size += len(line)
            if size > _EVENT_BYTES:
                raise _too_long()
            data.append(piece)
        else:
            yield _of_other_line(line, is_first=not data)
    if data:
        yield "\n".join(data)


def _of_other_line(line: str, *, is_first: bool) -> str:
    if line[0] in "{[" and is_first:  # JSON lines, as some proxies send them
        return line
    if line.startswith("error:") and line[6:].lstrip().startswith("{"):  # llama.cpp, before it sent it as data
        return f'{{"error":{line[6:]}}}'
    return ""


def _is_own_event(data: list[str], piece: str) -> bool:
    """Whether a line of data begins another event, though no blank line came before it."""
    if len(data) != 1 or not piece.startswith(("{", "[DONE]")):
        return False
    first = data[0].strip()
    return first.startswith("{") and first.endswith("}")


def _event(data: str) -> Any:
    text = data.strip()
    if text.strip('"').upper() == "[DONE]":
        return Signal.DONE
    if not text.startswith(("{", "[")):
        return Signal.ALIVE
    return parsed(text)


def parsed(text: str | bytes) -> Any:
    """The JSON of `text`; ModelTruncated when it is none, or nested deeper than the parser's limit.

    ModelOverflow for more values than any answer has: each costs far more memory than its text.
    """
    if holds_more_values(text if isinstance(text, str) else text.decode("latin-1"), JSON_VALUES):
        raise ModelOverflow(f"one event of the model's answer has more than {JSON_VALUES:,} values")
    try:
        return from_json(text)
    except ValueError:
        raise ModelTruncated("the answer was garbled") from None


def _counted(lines: Iterable[str]) -> Iterator[str]:
    for number, line in enumerate(lines):
        if number >= _LINES:
            raise ModelOverflow(f"the model's answer has more than {_LINES:,} lines")
        yield line


def _too_long() -> ModelOverflow:
    return ModelOverflow(f"one event of the model's answer is longer than {_EVENT_BYTES:,} bytes")


def _lines(pieces: Iterable[bytes]) -> Iterator[str]:
    """The lines of the stream without their ends: LF, CRLF or CR, also when one is cut between two pieces."""
    total, held = 0, bytearray()
    after_return = False
    for piece in pieces:
        total += len(piece)
        if total > _STREAM_BYTES:
            raise ModelOverflow(f"the model's answer is longer than {_STREAM_BYTES:,} bytes")
        if after_return and piece.startswith(b"\n"):
            piece = piece[1:]
        after_return = piece.endswith(b"\r") or (after_return and not piece)
        *whole, rest = piece.replace(b"\r\n", b"\n").replace(b"\r", b"\n").split(b"\n")
        for line in whole:
            held += line
            yield held.decode("utf-8", "replace")
            held = bytearray()
        held += rest
        if len(held) > _EVENT_BYTES:
            raise _too_long()
    if held:
        yield held.decode("utf-8", "replace")
