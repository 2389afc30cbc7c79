"""Who is asking, for every admin route: the app verifies the token itself and checks the scope."""

from collections.abc import Callable
from typing import Annotated, Literal

from fastapi import Depends, Request

from functions.api.container import Container
from shared.domain.errors import Forbidden, Unauthenticated
from shared.domain.identity import Principal

Scope = Literal["apps:read", "apps:write", "apps:publish"]


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


Deps = Annotated[Container, Depends(container)]
Reader = Annotated[Principal, Depends(needs("apps:read"))]
Writer = Annotated[Principal, Depends(needs("apps:write"))]
Publisher = Annotated[Principal, Depends(needs("apps:publish"))]
