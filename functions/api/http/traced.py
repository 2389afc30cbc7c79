"""A span for each request, where spans are drawn; below the client's own when it sends a `traceparent`."""

import os

from anyio.to_thread import run_sync
from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from shared.domain.spans import Tracer
from shared.domain.traceparent import parse_traceparent, parse_xray

_UNTOLD = frozenset({"/health"})  # asked by machines, many times a minute


class Traced:
    """The span ends, and is sent, before the answer's last piece is: after that a function may be frozen."""

    def __init__(self, app: ASGIApp, tracer: Tracer) -> None:
        self._app = app
        self._tracer = tracer

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["path"] in _UNTOLD:
            await self._app(scope, receive, send)
            return
        method, status = scope["method"], 0

        async def telling(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            elif not message.get("more_body", False):
                route = str(getattr(scope.get("route"), "path", "unknown"))
                request.set(method=method, route=route, status=status)
                request.end(f"{method} {route}")
                await run_sync(self._tracer.flush)
            await send(message)

        with self._tracer.invocation(method, parent_of(scope, xray=self._tracer.xray), joins=False) as request:
            await self._app(scope, receive, telling)


def parent_of(scope: Scope, *, xray: bool) -> str | None:
    """What the client says it is part of, else X-Ray; None for anything that is not exactly right.

    The gateway's own header names a trace and no segment. Which one the invocation is, Lambda says: in the environment,
    or, to the Web Adapter's process, which puts it into the header.
    """
    headers = Headers(scope=scope)
    parents = headers.getlist("traceparent")
    found = parse_traceparent(parents[0]) if len(parents) == 1 else None
    if found is None and xray:
        found = parse_xray(headers.get("x-amzn-trace-id")) or parse_xray(os.environ.get("_X_AMZN_TRACE_ID"))
    return found.header() if found else None
