"""Plain ASGI, so that streams pass through untouched: a request id, a limit on bodies, security headers, HEAD."""

import json
import logging
import os
import re
import time
import uuid
from collections.abc import Sequence

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from functions.api.http.problems import problem
from functions.api.http.security_headers import secure
from shared.domain.errors import TooLarge
from shared.domain.log_context import log_keys

log = logging.getLogger(__name__)
_ON_LAMBDA = "AWS_LAMBDA_FUNCTION_NAME"
_ID = re.compile(r"^[A-Za-z0-9._-]{8,64}$")


class RequestIds:
    """Takes the client's request id, the gateway's, or makes one; every answer and every line of the request has it.

    One line is written when the answer is out: the route's pattern, never the path, the query or a body.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        ids = _request_ids(scope)
        name, began, status = ids["request_id"], time.monotonic(), 0
        scope.setdefault("state", {})["request_id"] = name

        async def with_id(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = MutableHeaders(scope=message)
                headers["X-Request-Id"] = name
                secure(headers, scope)
            await send(message)

        with log_keys(**ids):
            await self._app(scope, receive, with_id)
            fields = {"method": scope["method"], "route": getattr(scope.get("route"), "path", None), "status": status}
            log.info("request", extra={**fields, "duration_ms": round((time.monotonic() - began) * 1000)})


def _request_ids(scope: Scope) -> dict[str, str]:
    """What the request is called; beside a client's own name the gateway's, by which its access log is joined."""
    given, of_gateway = Headers(scope=scope).get("x-request-id", ""), _of_gateway(scope)
    known = [name for name in (given, of_gateway) if _ID.match(name)] or [f"req-{uuid.uuid4().hex}"]
    return {"request_id": known[0]} | ({"gateway_request_id": known[1]} if len(known) > 1 else {})


def _of_gateway(scope: Scope) -> str:
    """The gateway's id: in the event, or, behind the Web Adapter, in a header that the adapter writes.

    Outside Lambda anybody may send that header, so nobody is believed.
    """
    written = Headers(scope=scope).get("x-amzn-request-context", "{}") if _ON_LAMBDA in os.environ else "{}"
    try:
        context = scope.get("aws.event", {}).get("requestContext") or json.loads(written)
        return str(context.get("requestId", ""))
    except (ValueError, AttributeError, RecursionError):
        return ""


def _declared(scope: Scope) -> int:
    """The length the client announces; 0 when it announces none that can be read."""
    length = Headers(scope=scope).get("content-length", "")
    return int(length[:20]) if length.isascii() and length.isdigit() else 0


class BodyLimit:
    """Refuses bodies over the limit before they are read, and while they are when no length was given."""

    def __init__(self, app: ASGIApp, max_bytes: int) -> None:
        self._app = app
        self._max = max_bytes

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        if _declared(scope) > self._max:
            refusal = problem(Request(scope), 413, TooLarge.code, self._detail())
            await refusal(scope, receive, send)
            return
        read = 0

        async def counted() -> Message:
            nonlocal read
            message = await receive()
            read += len(message.get("body", b""))
            if read > self._max:
                raise HTTPException(413, self._detail())  # the framework lets its own kind through
            return message

        await self._app(scope, counted, send)

    def _detail(self) -> str:
        return f"A body has at most {self._max // 1024} KiB. Larger inputs go through POST /admin/uploads."


class OpenCors:
    """One path that pages of any origin may call: it asks for a token or a nonce, never a cookie."""

    def __init__(self, app: ASGIApp, path: str) -> None:
        self._app = app
        self._path = path

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["path"] != self._path:
            await self._app(scope, receive, send)
            return
        asked = Headers(scope=scope)
        if scope["method"] == "OPTIONS" and "access-control-request-method" in asked:
            allowed = {
                "Access-Control-Allow-Origin": "*",
                "Access-Control-Allow-Methods": "GET, POST, DELETE",
                "Access-Control-Allow-Headers": "Authorization, Content-Type, Idempotency-Key, X-Session-Id",
                "Access-Control-Max-Age": "600",
            }
            await Response(status_code=204, headers=allowed)(scope, receive, send)
            return

        async def opened(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers["Access-Control-Allow-Origin"] = "*"
                if "access-control-allow-credentials" in headers:
                    del headers["access-control-allow-credentials"]
            await send(message)

        await self._app(scope, receive, opened)


class HeadAsGet:
    """Link checkers and previews of messengers ask so. `places` are the beginnings of the paths that hold no stream."""

    def __init__(self, app: ASGIApp, places: Sequence[str]) -> None:
        self._app, self._places = app, tuple(f"{place.rstrip('/')}/" for place in places if place.strip("/"))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] != "HEAD" or not scope["path"].startswith(self._places):
            await self._app(scope, receive, send)
            return

        async def without_body(message: Message) -> None:
            await send({**message, "body": b""} if message["type"] == "http.response.body" else message)

        await self._app({**scope, "method": "GET"}, receive, without_body)
