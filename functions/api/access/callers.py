"""Who is asking, for every admin route: the app verifies the token itself and checks the scope."""

from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Request

from functions.api.container import Container
from functions.api.http.problems import request_id
from shared.domain.errors import Forbidden, Unauthenticated
from shared.domain.identity import Principal, Scope
from shared.domain.log_context import note
from shared.services.access.limit_rate import Costly, limit_rate
from shared.services.runs.start.run_start import RunStart

_CALLER = "chatbuilder.caller"  # in the scope, which is each request's own; `state` may come from the server's start


def container(request: Request) -> Container:
    found: Container = request.app.state.container
    return found


def run_start(request: Request) -> RunStart:
    deps = container(request)
    return RunStart(request_id(request), deps.default_model, deps.ports, deps.ports.workflows)


def caller(request: Request) -> Principal:
    """The verified caller, verified once a request. A context header that a gateway forwards is never trusted."""
    known: Principal | None = request.scope.get(_CALLER)
    return verify(request, _bearer(request)) if known is None else known


def verify(request: Request, token: str) -> Principal:
    """Who holds the token: from now on the caller of this request. Unauthenticated when there is none."""
    if not token:
        raise Unauthenticated("Send a token: `Authorization: Bearer ...`.")
    deps = container(request)
    known = request.scope[_CALLER] = deps.identity.verify(token)
    deps.turns.note(known.tenant_id)
    note(tenant_id=known.tenant_id)
    return known


def _bearer(request: Request) -> str:
    kind, _, token = request.headers.get("authorization", "").partition(" ")
    return token.strip() if kind.lower() == "bearer" else ""


@dataclass(frozen=True)
class Needs:
    """A dependency: the caller when the token or the key allows `scope`, else Forbidden.

    One use is counted where it is `costly`: LimitReached when there were too many.
    """

    scope: Scope
    costly: Costly | None = None

    def check(self, request: Request) -> Principal:
        """Return the caller without counting a use; Forbidden without the scope."""
        principal = caller(request)
        if not principal.allows(self.scope):
            raise Forbidden(f"The token does not allow this. It needs the scope {self.scope}.", scope=self.scope)
        return principal

    def __call__(self, request: Request) -> Principal:
        principal = self.check(request)
        if self.costly is not None:
            deps = container(request)
            limit_rate(principal=principal, costly=self.costly, rates=deps.rates, limits=deps.ports.limits)
        return principal


Deps = Annotated[Container, Depends(container)]
Start = Annotated[RunStart, Depends(run_start)]
Reader = Annotated[Principal, Depends(Needs("apps:read"))]
Viewer = Annotated[Principal, Depends(Needs("apps:read", "changes"))]
"""For previews: who may read an app may look at it; how often is counted."""
Writer = Annotated[Principal, Depends(Needs("apps:write", "changes"))]
Publisher = Annotated[Principal, Depends(Needs("apps:publish", "changes"))]
KeyMaker = Annotated[Principal, Depends(Needs("admin", "changes"))]
BudgetSetter = KeyMaker
ConnectionTester = Annotated[Principal, Depends(Needs("admin", "chat"))]
"""A test asks the model, so it is counted among the requests that do."""
CatalogKeeper = KeyMaker
Administrator = Annotated[Principal, Depends(Needs("admin"))]
Stopper = Annotated[Principal, Depends(Needs("apps:write"))]
"""For what ends or takes away: a person who was too hasty must still be able to stop it."""
Withdrawer = Annotated[Principal, Depends(Needs("apps:publish"))]
Listener = Annotated[Principal, Depends(Needs("apps:read", "streams"))]
may_talk = Needs("apps:write", "chat")
Talker = Annotated[Principal, Depends(may_talk)]
ToolReader = Annotated[Principal, Depends(Needs("tools:run"))]
ToolUser = Annotated[Principal, Depends(Needs("tools:run", "tools"))]
