"""What an app can be made of: template packs, the catalog of packages, and what its owner adds to that."""

from typing import Annotated, Any

from fastapi import APIRouter, Query, Response
from pydantic import AfterValidator, StringConstraints

from functions.api.access.callers import Administrator, CatalogKeeper, ConnectionTester, Deps, Reader
from functions.api.container import Container
from functions.api.http.idempotency import IdempotentRoute
from functions.api.http.operation import operation
from functions.api.http.view import Answer, View, one, page, view
from shared.domain.apps.app import Framework
from shared.domain.assets.catalog import CURRENT, CatalogPackage, Line
from shared.domain.assets.own_catalog import Addition, package_name, package_version
from shared.domain.base import Input
from shared.domain.errors import (
    BudgetExceeded,
    CatalogBusy,
    ConnectionTestActive,
    FeatureDisabled,
    PackageInCatalog,
    PackageInUse,
    PackageNameNear,
    StateConflict,
)
from shared.domain.spending.connection import ConnectionTest as StoredTest
from shared.domain.spending.connection import ConnectionWish
from shared.services.assets.list_lines import CatalogLine, find_set, list_lines
from shared.services.assets.template_kinds import TemplateKind, kind_of
from shared.services.assets.template_lines import lines_of
from shared.services.spending.list_models import ModelList, list_models

router = APIRouter(prefix="/admin", tags=["library"], route_class=IdempotentRoute)
Catalog = page("Catalog", CatalogPackage, digest=str)
CatalogLineList = page("CatalogLineList", CatalogLine)
CatalogAddition = view("CatalogAddition", Addition, without=("id", "worker_ref"))
CatalogAdditionList = page("CatalogAdditionList", CatalogAddition, digest=str)


class Template(View):
    """A template pack; `lines` are those of the catalog on which an app may begin from it."""

    key: str
    kind: TemplateKind
    framework: Framework
    title: str
    description: str
    files: int
    lines: list[Line]


TemplateList = page("TemplateList", Template)
ConnectionTest = view("ConnectionTest", StoredTest, without=("tenant_id", "version"))
LatestConnectionTest = one(
    "LatestConnectionTest", "The latest test; null before the first one.", test=ConnectionTest | None
)


@router.get("/templates")
@operation("listTemplates", TemplateList)
def templates(who: Reader, deps: Deps) -> Answer:
    """The template packs: a `site` begins as a page, an `app` with pages, storage and a UI kit."""
    packs = deps.ports.templates.values()
    items = [
        Template.of(pack, kind=kind_of(pack.key), files=len(pack.files), lines=lines_of(pack.key)) for pack in packs
    ]
    return TemplateList.of(items=items, next_cursor=None)


@router.get("/models")
@operation("listModels", ModelList)
def models(who: Reader, deps: Deps) -> ModelList:
    """The models an app may use: prices, limits, and whether pictures work. The default stands first."""
    return list_models(deps.ports.models)


@router.post("/models/test", status_code=202)
@operation("testConnection", ConnectionTest, ConnectionTestActive, FeatureDisabled, BudgetExceeded)
def start_test(wish: ConnectionWish, who: ConnectionTester, deps: Deps) -> Answer:
    """Test the connection to a model with four requests: a plain answer, a tool call, two calls, a picture.

    The server that this deployment is configured for is asked; what it costs counts in the tenant's budgets. The test
    continues after the answer: read it until its `status` is `done` or `lost`.
    """
    from shared.services.spending.connection_tests import start_connection_test  # few processes ever start one

    stored = start_connection_test(
        principal=who, wish=wish, tests=deps.connection_tests(), writer=deps.ports.messages, ports=deps.ports
    )
    return ConnectionTest.of(stored)


@router.get("/models/test")
@operation("readConnectionTest", LatestConnectionTest)
def latest_test(who: Administrator, deps: Deps) -> Answer:
    """The tenant's latest connection test, as far as it is; null before the first one."""
    from shared.services.spending.connection_tests import latest_connection_test

    found = latest_connection_test(principal=who, tests=deps.connection_tests(), clock=deps.ports.clock)
    return LatestConnectionTest.of(test=ConnectionTest.of(found) if found else None)


@router.get("/catalog")
@operation("readCatalog", Catalog)
def catalog(
    who: Reader,
    deps: Deps,
    framework: Annotated[Framework | None, Query()] = None,
    q: Annotated[str, Query(max_length=100)] = "",
    line: Annotated[str | None, Query(max_length=40)] = None,
) -> Answer:
    """The packages an app may declare, each with its pinned version and what it is good for; `line`: on that line, the
    current one by default.
    """
    wanted = q.casefold()
    found = find_set(deps.ports.own_catalogs().of(who.tenant_id).catalog, line, framework)
    items = [
        package
        for package in found.for_framework(framework)
        if wanted in f"{package.name} {package.category} {package.summary}".casefold()
    ]
    return Catalog.of(items=items, next_cursor=None, digest=found.digest)


@router.get("/catalog/lines")
@operation("listCatalogLines", CatalogLineList)
def catalog_lines(who: Reader, deps: Deps) -> Answer:
    """The lines of packages: what each framework is on them, and whether new apps may choose it."""
    ports = deps.ports
    items = list_lines(ports.own_catalogs().of(who.tenant_id).catalog, ports.templates)
    return CatalogLineList.of(items=items, next_cursor=None)


class AdditionRequest(Input):
    """Which package; without a version the newest that is a week old. `line`: of which set of packages."""

    name: Annotated[str, StringConstraints(min_length=1, max_length=214), AfterValidator(package_name)]
    version: Annotated[str, StringConstraints(max_length=100), AfterValidator(package_version)] | None = None
    line: Annotated[str, StringConstraints(min_length=1, max_length=40)] = CURRENT


@router.post("/catalog/packages", status_code=202)
@operation("addCatalogPackage", CatalogAddition, PackageInCatalog, CatalogBusy, PackageNameNear)
def add_package(request: AdditionRequest, who: CatalogKeeper, deps: Deps) -> Answer:
    """Have a package vetted and added, or accept a proposal: a worker is at it, and the list says how it ends."""
    from shared.services.builds.additions.request_addition import Wish, request_addition  # few processes ever add one

    wish = Wish(request.name, request.version, request.line)
    return CatalogAddition.of(request_addition(principal=who, wish=wish, ports=_addition_ports(deps)))


@router.get("/catalog/packages")
@operation("listCatalogAdditions", CatalogAdditionList)
def additions(who: Administrator, deps: Deps) -> Answer:
    """What was added, what is being added, what was refused and why, and what was proposed; newest first."""
    from shared.services.builds.additions.remove_addition import list_additions

    found = list_additions(principal=who, own=deps.ports.own_catalogs(), clock=deps.ports.clock)
    items = [CatalogAddition.of(one) for one in found.items]
    return CatalogAdditionList.of(items=items, next_cursor=None, digest=found.digest)


@router.delete("/catalog/packages/{name:path}", status_code=204)
@operation("removeCatalogPackage", None, PackageInUse, StateConflict)
def remove_package(
    name: str, who: Administrator, deps: Deps, line: Annotated[str, Query(max_length=40)] = CURRENT
) -> Response:
    """Take out an added package that no draft and no site uses; reject a proposal; stop an addition."""
    from shared.services.builds.additions.remove_addition import remove_addition

    remove_addition(principal=who, name=name, line=line, ports=_addition_ports(deps))
    return Response(status_code=204)


def _addition_ports(deps: Container) -> Any:
    from shared.services.builds.additions.addition_ports import AdditionPorts

    ports = deps.ports
    return AdditionPorts(
        own=ports.own_catalogs(),
        apps=ports.apps,
        revisions=ports.revisions,
        snapshots=ports.snapshots,
        worker=ports.worker,
        clock=ports.clock,
    )
