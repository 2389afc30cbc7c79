"""`Idempotency-Key`: the same key and body get the same answer for 24 hours, and the work is done once."""

import hashlib
import logging

from fastapi import Request, Response
from starlette.concurrency import run_in_threadpool

from functions.api.access.callers import Needs, caller, container
from functions.api.container import Container
from functions.api.http.strict import Handler, StrictRoute, strict
from shared.domain.errors import AppError, Invalid
from shared.domain.identity import Principal
from shared.ports.requests import IdempotencyStore, StoredAnswer

log = logging.getLogger(__name__)
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


def name_of(who: Principal, key: str) -> str:
    """The key as it is stored: one person's key says nothing to another of the same tenant."""
    return f"{who.subject}\n{key}"


class IdempotentRoute(StrictRoute):
    """A route that keeps its successful JSON answers. Failures change nothing, so their keys are freed."""

    def get_route_handler(self) -> Handler:
        inner = super().get_route_handler()

        async def handle(request: Request) -> Response:
            key = key_of(request)
            if key is None or request.method not in _MUTATING:
                return await inner(request)
            who = await run_in_threadpool(self.verified, request)
            return await _once(strict(request), who, key, self.store(container(request)), inner)

        return handle

    def verified(self, request: Request) -> Principal:
        """Who may be given a kept answer. What else a caller needs is asked when the work is done."""
        return caller(request)

    def store(self, deps: Container) -> IdempotencyStore:
        return deps.idempotency


class SealedRoute(IdempotentRoute):
    """As its parent, for an administrator's answers that hold a secret: they are kept sealed."""

    def verified(self, request: Request) -> Principal:
        return Needs("admin")(request)

    def store(self, deps: Container) -> IdempotencyStore:
        return deps.sealed_answers


async def _once(request: Request, who: Principal, key: str, store: IdempotencyStore, inner: Handler) -> Response:
    name = name_of(who, key)
    mark = fingerprint(request, await request.body())
    kept = await run_in_threadpool(store.begin, who.tenant_id, name, mark)
    if kept is not None:
        headers = {"Idempotent-Replayed": "true", "Cache-Control": "no-store"}
        return Response(kept.body, status_code=kept.status, media_type="application/json", headers=headers)
    try:
        answer = await inner(request)
    except BaseException:
        await run_in_threadpool(store.abandon, who.tenant_id, name)
        raise
    kept = StoredAnswer(status=answer.status_code, body=bytes(answer.body).decode())
    try:
        await run_in_threadpool(store.finish, who.tenant_id, name, kept)
    except AppError:
        log.warning("an answer could not be kept for its idempotency key")
    return answer
