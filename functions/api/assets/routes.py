"""What an app can be made of: template packs and the catalog of packages."""

from typing import Annotated

from fastapi import APIRouter, Query

from functions.api.access.callers import Deps, Reader
from functions.api.http.operation import operation
from functions.api.http.view import Answer, View, page
from shared.domain.apps.app import Framework
from shared.domain.assets.catalog import CatalogPackage
from shared.services.assets.template_kinds import TemplateKind, kind_of
from shared.services.spending.list_models import ModelList, list_models

router = APIRouter(prefix="/admin", tags=["library"])
Catalog = page("Catalog", CatalogPackage, digest=str)


class Template(View):
    """A template pack."""

    key: str
    kind: TemplateKind
    framework: Framework
    title: str
    description: str
    files: int


TemplateList = page("TemplateList", Template)


@router.get("/templates")
@operation("listTemplates", TemplateList)
def templates(who: Reader, deps: Deps) -> Answer:
    """The template packs: a `site` begins as a page, an `app` with pages, storage and a UI kit."""
    packs = deps.ports.templates.values()
    items = [Template.of(pack, kind=kind_of(pack.key), files=len(pack.files)) for pack in packs]
    return TemplateList.of(items=items, next_cursor=None)


@router.get("/models")
@operation("listModels", ModelList)
def models(who: Reader, deps: Deps) -> ModelList:
    """The models an app may use: prices, limits, and whether pictures work. The default stands first."""
    return list_models(deps.loop.models)


@router.get("/catalog")
@operation("readCatalog", Catalog)
def catalog(
    who: Reader,
    deps: Deps,
    framework: Annotated[Framework | None, Query()] = None,
    q: Annotated[str, Query(max_length=100)] = "",
) -> Answer:
    """The packages an app may declare, each with its pinned version and what it is good for."""
    wanted = q.casefold()
    items = [
        package
        for package in deps.ports.catalog.for_framework(framework)
        if wanted in f"{package.name} {package.category} {package.summary}".casefold()
    ]
    return Catalog.of(items=items, next_cursor=None, digest=deps.ports.catalog.digest)
