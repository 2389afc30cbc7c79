"""Clients of an ASGI application that wait, leave and look while others do, which the test client cannot."""

import json
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

import anyio

App = Callable[..., Awaitable[None]]


@dataclass
class Viewer:
    """One request whose answer is collected while it comes. `leave` is what a closed tab does."""

    app: App
    url: str
    headers: dict[str, str] = field(default_factory=dict)
    status: int = 0
    text: str = ""
    ended: bool = False

    def __post_init__(self) -> None:
        self._gone = anyio.Event()
        self._asked = False

    async def watch(self) -> None:
        """Until the answer ends or the viewer leaves."""
        parts = urlsplit(self.url)
        scope = {
            "type": "http", "asgi": {"version": "3.0", "spec_version": "2.3"}, "http_version": "1.1", "method": "GET",
            "scheme": "http", "path": parts.path, "raw_path": parts.path.encode(), "query_string": parts.query.encode(),
            "headers": [(name.lower().encode(), value.encode()) for name, value in self.headers.items()],
            "client": ("127.0.0.1", 1), "server": ("127.0.0.1", 80), "root_path": "",
        }  # fmt: skip
        await self.app(scope, self._receive, self._send)

    def leave(self) -> None:
        self._gone.set()

    def data(self) -> list[dict[str, Any]]:
        """The chunks that have come so far."""
        lines = [line.removeprefix("data: ") for line in self.text.split("\n") if line.startswith("data: {")]
        return [json.loads(line) for line in lines]

    async def _receive(self) -> dict[str, Any]:
        if not self._asked:
            self._asked = True
            return {"type": "http.request", "body": b"", "more_body": False}
        await self._gone.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message: dict[str, Any]) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
        else:
            self.text += message.get("body", b"").decode()
            self.ended = not message.get("more_body", False)


def events_of(text: str) -> list[tuple[str, dict[str, Any], str | None]]:
    """Name, data and id of each event."""
    found = []
    for frame in text.split("\n\n"):
        lines = dict(line.split(": ", 1) for line in frame.split("\n") if ": " in line)
        if "event" in lines:
            found.append((lines["event"], json.loads(lines["data"]), lines.get("id")))
    return found


async def until(holds: Callable[[], bool], seconds: float = 60) -> None:
    """Wait for something to become true."""
    with anyio.fail_after(seconds):
        while not holds():
            await anyio.sleep(0.005)
