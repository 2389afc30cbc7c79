"""What an app can be made of: template packs and the catalog of packages."""

from typing import Annotated, Any

from fastapi import APIRouter, Query

from functions.api.access.callers import Deps, Reader
from functions.api.http.operation import operation
from shared.domain.apps.app import Framework
from shared.services.assets.template_kinds import kind_of
from shared.services.spending.list_models import ModelList, list_models

router = APIRouter(prefix="/admin", tags=["library"])


@router.get("/templates")
@operation("listTemplates", "TemplateList")
def templates(who: Reader, deps: Deps) -> dict[str, Any]:
    """The template packs: a `site` begins as a page, an `app` with pages, storage and a UI kit."""
    items = [
        {
            "key": pack.key,
            "kind": kind_of(pack.key),
            "framework": pack.framework,
            "title": pack.title,
            "description": pack.description,
            "files": len(pack.files),
        }
        for pack in deps.ports.templates.values()
    ]
    return {"items": items, "next_cursor": None}


@router.get("/models")
@operation("listModels", ModelList)
def models(who: Reader, deps: Deps) -> ModelList:
    """The models an app may use: prices, limits, and whether pictures work. The default stands first."""
    return list_models(deps.loop.models)


@router.get("/catalog")
@operation("readCatalog", "Catalog")
def catalog(
    who: Reader,
    deps: Deps,
    framework: Annotated[Framework | None, Query()] = None,
    q: Annotated[str, Query(max_length=100)] = "",
) -> dict[str, Any]:
    """The packages an app may declare, each with its pinned version and what it is good for."""
    wanted = q.casefold()
    items = [
        package.model_dump(mode="json")
        for package in deps.ports.catalog.for_framework(framework)
        if wanted in f"{package.name} {package.category} {package.summary}".casefold()
    ]
    return {"items": items, "next_cursor": None, "digest": deps.ports.catalog.digest}
