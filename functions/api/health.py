"""Whether the API is up and what it is."""

from typing import Any, Literal

from fastapi import APIRouter

from functions.api.access.callers import Deps
from functions.api.http.operation import operation
from functions.api.http.view import Answer, View

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
