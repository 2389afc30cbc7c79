"""`Idempotency-Key`: the same key and body get the same answer for 24 hours, and the work is done once."""

import hashlib
from collections.abc import Callable, Coroutine
from typing import Any

from fastapi import Request, Response
from fastapi.routing import APIRoute
from starlette.concurrency import run_in_threadpool

from functions.api.access import caller, container
from shared.domain.errors import Invalid
from shared.ports.requests import StoredAnswer

Handler = Callable[[Request], Coroutine[Any, Any, Response]]
_MUTATING = {"POST", "PUT", "PATCH", "DELETE"}


def fingerprint(request: Request, body: bytes) -> str:
    """Equal for equal requests."""
    asked = [request.method, str(request.url.path), request.url.query]
    return hashlib.sha256(b"\0".join([*map(str.encode, asked), body])).hexdigest()


def key_of(request: Request) -> str | None:
    """The key a client sent, checked for form."""
    key = request.headers.get("idempotency-key")
    if key is not None and not 1 <= len(key) <= 255:
        raise Invalid("An Idempotency-Key has 1 to 255 characters.")
    return key


class IdempotentRoute(APIRoute):
    """A route that keeps its successful JSON answers. Failures change nothing, so their keys are freed."""

    def get_route_handler(self) -> Handler:
        inner = super().get_route_handler()

        async def handle(request: Request) -> Response:
            key = key_of(request)
            if key is None or request.method not in _MUTATING:
                return await inner(request)
            return await _once(request, key, inner)

        return handle


async def _once(request: Request, key: str, inner: Handler) -> Response:
    store = container(request).idempotency
    tenant = (await run_in_threadpool(caller, request)).tenant_id
    mark = fingerprint(request, await request.body())
    kept = await run_in_threadpool(store.begin, tenant, key, mark)
    if kept is not None:
        headers = {"Idempotent-Replayed": "true"}
        return Response(kept.body, status_code=kept.status, media_type="application/json", headers=headers)
    try:
        answer = await inner(request)
    except BaseException:
        await run_in_threadpool(store.abandon, tenant, key)
        raise
    body = bytes(answer.body).decode()
    await run_in_threadpool(store.finish, tenant, key, StoredAnswer(status=answer.status_code, body=body))
    return answer
