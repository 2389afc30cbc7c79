"""Keys for programs: made by administrators of the tenant, listed without their secrets, revoked."""

from fastapi import APIRouter, Response

from functions.api.access.callers import Administrator, Deps, KeyMaker
from functions.api.http.idempotency import SealedRoute
from functions.api.http.operation import operation
from functions.api.http.view import Answer, Cursor, Limit, page, view
from shared.domain.access import api_key
from shared.services.access.api_keys import ApiKeyRequest, create_api_key, list_api_keys, revoke_api_key

router = APIRouter(prefix="/admin/api-keys", tags=["API keys"], route_class=SealedRoute)
ApiKey = view("ApiKey", api_key.ApiKey, (
    "id", "name", "last_four", "scopes", "created_by", "created_at", "expires_at", "revoked_at",
))  # fmt: skip
ApiKeyPage = page("ApiKeyPage", ApiKey)
NewApiKey = view("NewApiKey", ApiKey, key=str)


@router.post("", status_code=201)
@operation("createApiKey", NewApiKey)
def create(request: ApiKeyRequest, who: KeyMaker, deps: Deps, response: Response) -> Answer:
    """A key with some of the caller's scopes. `key` is told in this answer only: nobody can read it later."""
    made = create_api_key(principal=who, request=request, keys=deps.api_keys, clock=deps.ports.clock)
    response.headers["Cache-Control"] = "no-store"
    return NewApiKey.of(made.stored, key=made.secret)


@router.get("")
@operation("listApiKeys", ApiKeyPage)
def list_all(who: Administrator, deps: Deps, limit: Limit = 50, cursor: Cursor = None) -> Answer:
    """The tenant's keys, newest first, revoked ones too."""
    keys = list_api_keys(principal=who, keys=deps.api_keys, limit=limit, cursor=cursor)
    return ApiKeyPage.of(keys, items=[ApiKey.of(key) for key in keys.items])


@router.delete("/{key_id}", status_code=204)
@operation("revokeApiKey", None)
def revoke(key_id: str, who: Administrator, deps: Deps) -> Response:
    """The key opens nothing from now on, and never will again."""
    revoke_api_key(principal=who, key_id=key_id, keys=deps.api_keys, clock=deps.ports.clock)
    return Response(status_code=204)
