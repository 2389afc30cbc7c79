"""The server's own words: ASGI's types, and whole responses."""

from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
Asgi = Callable[[Scope, Receive, Send], Awaitable[None]]


async def answer(
    send: Send, status: int, body: bytes, content_type: str, more: list[tuple[bytes, bytes]] | None = None
) -> None:
    """A whole response of one body."""
    headers = [(b"content-type", content_type.encode()), (b"content-length", str(len(body)).encode())]
    await answer_with(send, status, [*headers, (b"cache-control", b"no-store"), *(more or [])], body)


async def answer_with(send: Send, status: int, headers: list[tuple[bytes, bytes]], body: bytes) -> None:
    """A whole response with exactly these headers."""
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


def header(scope: Scope, name: bytes) -> str:
    """The first header of that (lower-case) name; empty when there is none."""
    return next((value.decode("latin-1") for key, value in scope["headers"] if key == name), "")
