"""The server's own words: ASGI's types, and whole responses."""

from collections.abc import Awaitable, Callable, Collection, MutableMapping
from typing import Any

OUR_NAMES = frozenset({"127.0.0.1", "localhost"})
Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Headers = list[tuple[bytes, bytes]]
Asgi = Callable[[Scope, Receive, Send], Awaitable[None]]


async def answer(send: Send, status: int, body: bytes, content_type: str, more: Headers | None = None) -> None:
    """A whole response of one body."""
    headers = [(b"content-type", content_type.encode()), (b"content-length", str(len(body)).encode())]
    await answer_with(send, status, [*headers, (b"cache-control", b"no-store"), *(more or [])], body)


async def answer_with(send: Send, status: int, headers: Headers, body: bytes) -> None:
    """A whole response with exactly these headers."""
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


def changing(send: Send, change: Callable[[Headers], Headers]) -> Send:
    """Sends what it is given with changed headers."""

    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            message = {**message, "headers": change(message["headers"])}
        await send(message)

    return sending


def header(scope: Scope, name: bytes) -> str:
    """The first header of that (lower-case) name; empty when there is none."""
    return next((value.decode("latin-1") for key, value in scope["headers"] if key == name), "")


def is_foreign(host: str | None, origin: str | None, origins: Collection[str] = ()) -> bool:
    """Whether a request names this machine by a foreign name, or comes from a page of an origin not in `origins`."""
    return is_foreign_host(host) or (origin is not None and origin not in origins)


def is_foreign_host(host: str | None) -> bool:
    """Whether a `Host` header names something else than this machine; any port, since ports are forwarded."""
    return (host or "").partition(":")[0].lower() not in OUR_NAMES
