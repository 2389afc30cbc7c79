"""Who is asking, for every admin route: the app verifies the token itself and checks the scope."""

from collections.abc import Callable
from typing import Annotated, Literal

from fastapi import Depends, Request

from functions.api.container import Container
from shared.domain.errors import Forbidden, Unauthenticated
from shared.domain.identity import Principal
from shared.services.limit_rate import Costly, limit_rate

Scope = Literal["apps:read", "apps:write", "apps:publish", "tools:run"]


def container(request: Request) -> Container:
    """The process's container."""
    found: Container = request.app.state.container
    return found


def caller(request: Request) -> Principal:
    """The verified caller. A context header that a gateway forwards is never trusted."""
    kind, _, token = request.headers.get("authorization", "").partition(" ")
    if kind.lower() != "bearer" or not token.strip():
        raise Unauthenticated("Send a token: `Authorization: Bearer ...`.")
    return container(request).identity.verify(token.strip())


def needs(scope: Scope) -> Callable[[Request], Principal]:
    """A dependency: the caller when the token allows `scope`. A token without any scope stands for a person: all."""

    def check(request: Request) -> Principal:
        principal = caller(request)
        if principal.scopes and scope not in principal.scopes:
            raise Forbidden(f"The token does not allow this. It needs the scope {scope}.", scope=scope)
        return principal

    return check


def limited(scope: Scope, costly: Costly) -> Callable[[Request], Principal]:
    """A dependency: as `needs`, and one use is counted. LimitReached when there were too many."""
    check = needs(scope)

    def count(request: Request) -> Principal:
        principal, deps = check(request), container(request)
        limit_rate(principal=principal, costly=costly, rates=deps.rates, limits=deps.ports.limits)
        return principal

    return count


Deps = Annotated[Container, Depends(container)]
Reader = Annotated[Principal, Depends(needs("apps:read"))]
Writer = Annotated[Principal, Depends(needs("apps:write"))]
Publisher = Annotated[Principal, Depends(needs("apps:publish"))]
Talker = Annotated[Principal, Depends(limited("apps:write", "chat"))]
ToolUser = Annotated[Principal, Depends(limited("tools:run", "tools"))]
