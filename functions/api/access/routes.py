"""Keys for programs: made by administrators of the tenant, listed without their secrets, revoked."""

from fastapi import APIRouter, Response

from functions.api.access import views
from functions.api.access.callers import Administrator, Deps, KeyMaker
from functions.api.http.idempotency import SealedRoute
from functions.api.http.operation import operation
from functions.api.http.view import Answer, Cursor, Limit
from shared.services.access.api_keys import ApiKeyRequest, create_api_key, list_api_keys, revoke_api_key

router = APIRouter(prefix="/admin/api-keys", tags=["API keys"], route_class=SealedRoute)


@router.post("", status_code=201)
@operation("createApiKey", views.NewApiKey)
def create(request: ApiKeyRequest, who: KeyMaker, deps: Deps, response: Response) -> Answer:
    """A key with some of the caller's scopes. `key` is told in this answer only: nobody can read it later."""
    made = create_api_key(principal=who, request=request, keys=deps.api_keys, clock=deps.ports.clock)
    response.headers["Cache-Control"] = "no-store"
    return views.NewApiKey.of(made.stored, key=made.secret)


@router.get("")
@operation("listApiKeys", views.ApiKeyPage)
def list_all(who: Administrator, deps: Deps, limit: Limit = 50, cursor: Cursor = None) -> Answer:
    """The tenant's keys, newest first, revoked ones too."""
    page = list_api_keys(principal=who, keys=deps.api_keys, limit=limit, cursor=cursor)
    return views.ApiKeyPage.of(page, items=[views.ApiKey.of(key) for key in page.items])


@router.delete("/{key_id}", status_code=204)
@operation("revokeApiKey", None)
def revoke(key_id: str, who: Administrator, deps: Deps) -> Response:
    """The key opens nothing from now on, and never will again."""
    revoke_api_key(principal=who, key_id=key_id, keys=deps.api_keys, clock=deps.ports.clock)
    return Response(status_code=204)
