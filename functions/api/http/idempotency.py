"""`Idempotency-Key`: the same key and body get the same answer for 24 hours, and the work is done once."""

import asyncio
import hashlib
import logging
from collections.abc import Iterator

from fastapi import Request, Response
from fastapi.dependencies.models import Dependant
from starlette.concurrency import run_in_threadpool

from functions.api.access.callers import Needs, caller, container
from functions.api.container import Container
from functions.api.http.strict import Handler, StrictRoute, strict
from shared.domain.errors import AppError, Invalid, RequestPending
from shared.domain.identity import SCOPES, Principal
from shared.ports.requests import IdempotencyStore, StoredAnswer

log = logging.getLogger(__name__)
_MUTATING = {"POST", "PUT", "PATCH", "DELETE"}
_WAITS = (0.1, 0.2, 0.4, 0.8)
"""Seconds between the looks of a repeated request at one that is still running."""


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
        inner, needs = super().get_route_handler(), [*_needs_of(self.dependant)]

        async def handle(request: Request) -> Response:
            key = key_of(request)
            if key is None or request.method not in _MUTATING:
                return await inner(request)
            who = await run_in_threadpool(self.verified, request, needs)
            return await _once(strict(request), who, key, self.store(container(request)), inner)

        return handle

    def verified(self, request: Request, needs: list[Needs]) -> Principal:
        """The caller, with all scopes of the route. A replayed answer is not counted as a use."""
        for need in needs:
            need.check(request)
        return caller(request)

    def store(self, deps: Container) -> IdempotencyStore:
        return deps.idempotency


class SealedRoute(IdempotentRoute):
    """As its parent, for an administrator's answers that hold a secret: they are kept sealed."""

    def verified(self, request: Request, needs: list[Needs]) -> Principal:
        return Needs("admin")(request)

    def store(self, deps: Container) -> IdempotencyStore:
        return deps.sealed_answers


def _needs_of(dependant: Dependant) -> Iterator[Needs]:
    """Scopes that a route declares, wherever among its dependencies."""
    if isinstance(dependant.call, Needs):
        yield dependant.call
    for inner in dependant.dependencies:
        yield from _needs_of(inner)


def require_scopes_of(kept: StoredAnswer, request: Request) -> None:
    """Forbidden for a caller with fewer scopes than the first one: some routes need more, or show more, by the body."""
    for scope in sorted(SCOPES & (kept.scopes or frozenset())):
        Needs(scope).check(request)


def scopes_of(who: Principal) -> frozenset[str]:
    return frozenset(scope for scope in SCOPES if who.allows(scope))


async def _begin(store: IdempotencyStore, tenant_id: str, name: str, mark: str) -> StoredAnswer | None:
    """Claim the key, waiting a moment for a first request that is still running; RequestPending after that."""
    for seconds in _WAITS:
        try:
            return await run_in_threadpool(store.begin, tenant_id, name, mark)
        except RequestPending:
            await asyncio.sleep(seconds)
    return await run_in_threadpool(store.begin, tenant_id, name, mark)


async def _once(request: Request, who: Principal, key: str, store: IdempotencyStore, inner: Handler) -> Response:
    name = name_of(who, key)
    mark = fingerprint(request, await request.body())
    kept = await _begin(store, who.tenant_id, name, mark)
    if kept is not None:
        require_scopes_of(kept, request)
        headers = {"Idempotent-Replayed": "true", "Cache-Control": "no-store"}
        return Response(kept.body, status_code=kept.status, media_type="application/json", headers=headers)
    try:
        answer = await inner(request)
    except BaseException:
        await run_in_threadpool(store.abandon, who.tenant_id, name)
        raise
    kept = StoredAnswer(answer.status_code, bytes(answer.body).decode(), scopes_of(who))
    try:
        await run_in_threadpool(store.finish, who.tenant_id, name, kept)
    except AppError:
        log.warning("an answer could not be kept for its idempotency key")
    return answer
