"""Who is asking, for every admin route: the app verifies the token itself and checks the scope."""

from collections.abc import Callable
from typing import Annotated

from fastapi import Depends, Request

from functions.api.container import Container
from shared.domain.errors import Forbidden, Unauthenticated
from shared.domain.identity import Principal, Scope
from shared.domain.trail import note
from shared.services.access.limit_rate import Costly, limit_rate

_CALLER = "chatbuilder.caller"  # in the scope, which is each request's own; `state` may come from the server's start


def container(request: Request) -> Container:
    """The process's container."""
    found: Container = request.app.state.container
    return found


def caller(request: Request) -> Principal:
    """The verified caller, verified once a request. A context header that a gateway forwards is never trusted."""
    known: Principal | None = request.scope.get(_CALLER)
    if known is None:
        known = request.scope[_CALLER] = _verified(request)
        note(tenant_id=known.tenant_id)
    return known


def _verified(request: Request) -> Principal:
    kind, _, token = request.headers.get("authorization", "").partition(" ")
    if kind.lower() != "bearer" or not token.strip():
        raise Unauthenticated("Send a token: `Authorization: Bearer ...`.")
    return container(request).identity.verify(token.strip())


def needs(scope: Scope) -> Callable[[Request], Principal]:
    """A dependency: the caller when the token or the key allows `scope`."""

    def check(request: Request) -> Principal:
        principal = caller(request)
        if not principal.allows(scope):
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
Viewer = Annotated[Principal, Depends(limited("apps:read", "changes"))]
"""For previews: who may read an app may look at it; how often is counted."""
Writer = Annotated[Principal, Depends(limited("apps:write", "changes"))]
Publisher = Annotated[Principal, Depends(limited("apps:publish", "changes"))]
KeyMaker = Annotated[Principal, Depends(limited("admin", "changes"))]
BudgetSetter = KeyMaker
Administrator = Annotated[Principal, Depends(needs("admin"))]
Stopper = Annotated[Principal, Depends(needs("apps:write"))]
"""For what ends or takes away: whoever was too hasty must still be able to stop it."""
Withdrawer = Annotated[Principal, Depends(needs("apps:publish"))]
Listener = Annotated[Principal, Depends(limited("apps:read", "streams"))]
may_talk = limited("apps:write", "chat")
Talker = Annotated[Principal, Depends(may_talk)]
ToolReader = Annotated[Principal, Depends(needs("tools:run"))]
ToolUser = Annotated[Principal, Depends(limited("tools:run", "tools"))]
