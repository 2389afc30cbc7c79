"""Whether the API is up, who is asking, and what this deployment is: what a client needs before it shows anything."""

from typing import Any, Literal

from fastapi import APIRouter, Response
from pydantic import BaseModel

from functions.api.access.callers import Deps, Reader
from functions.api.http.operation import operation
from functions.api.http.view import Answer, View
from shared.domain.identity import SCOPES, Scope
from shared.services.access.read_config import PublicConfig, read_config

router = APIRouter(tags=["health"])


class Health(View):
    """The API is up."""

    status: Literal["ok"]
    version: str
    stack: dict[str, Any]


@router.get("/health")
@operation("readHealth", Health)
def health(deps: Deps) -> Answer:
    """200 while the process serves; it asks nothing of other services."""
    return Health(status="ok", version=deps.version, stack={"model": deps.default_model})


class Me(BaseModel):
    """The caller. `scopes` are those that the token allows, all of them for one that names none."""

    tenant_id: str
    subject: str
    kind: Literal["person", "api_key"]
    scopes: list[Scope]


@router.get("/me")
@operation("readMe", Me)
def me(who: Reader) -> Me:
    """Whose token this is, and what it allows."""
    allowed = sorted(scope for scope in SCOPES if who.allows(scope))
    kind: Literal["person", "api_key"] = "api_key" if who.machine else "person"
    return Me(tenant_id=who.tenant_id, subject=who.subject, kind=kind, scopes=allowed)


@router.get("/public/config")
@operation("readConfig", PublicConfig)
def config(deps: Deps, response: Response) -> PublicConfig:
    """Where to sign in and as which client, below which domains apps are, and what is switched on. Needs no token."""
    response.headers["Cache-Control"] = "no-cache"
    ports = deps.ports
    return read_config(version=deps.version, place=deps.sign_in, addresses=ports.addresses, switches=ports.switches)
