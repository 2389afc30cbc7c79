"""Whether the API is up and what it is."""

from fastapi import APIRouter

from functions.api.access.callers import Deps
from functions.api.http.operation import operation

router = APIRouter(tags=["health"])


@router.get("/health")
@operation("readHealth", "Health")
def health(deps: Deps) -> dict[str, object]:
    """200 while the process serves; it asks nothing of other services."""
    return {"status": "ok", "version": deps.version, "stack": {"model": deps.default_model}}
