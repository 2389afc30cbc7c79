"""Serves a folder at the root of its own origin, as published apps are served: unknown pages answer index.html."""

import functools
import http.server
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from types import MappingProxyType
from typing import Any


class _Handler(http.server.SimpleHTTPRequestHandler):
    def __init__(self, *parts: Any, more: Mapping[str, str], **named: Any) -> None:
        self._more = more
        super().__init__(*parts, **named)

    def end_headers(self) -> None:
        for name, value in self._more.items():
            self.send_header(name, value)
        super().end_headers()

    def handle(self) -> None:
        with suppress(ConnectionError):  # a browser that closes its page hangs up in the middle
            super().handle()

    def log_message(self, *parts: object) -> None:
        """Tests read what the browser says instead."""

    def send_head(self) -> object:  # type: ignore[override]  # the base returns what it opened, or None
        path = Path(self.translate_path(self.path))
        if not path.exists() and "." not in path.name:
            self.path = "/index.html"
        return super().send_head()


@contextmanager
def serve(
    folder: Path, host: str = "site.apps.localhost", headers: Mapping[str, str] = MappingProxyType({})
) -> Iterator[str]:
    """The address (ending in a slash) of `folder` for the length of a `with` block."""
    handler = functools.partial(_Handler, directory=str(folder), more=headers)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://{host}:{server.server_port}/"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
