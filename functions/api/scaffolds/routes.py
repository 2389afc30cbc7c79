"""Scaffolds: features that are set up from data, as a proposal."""

from fastapi import APIRouter

from functions.api.access.callers import Deps, Reader, Writer
from functions.api.http.idempotency import IdempotentRoute
from functions.api.http.operation import GATED, operation
from functions.api.http.view import Answer, page
from shared.domain.errors import MergeConflict, ScaffoldApplied
from shared.domain.scaffolds.scaffold import Scaffold
from shared.services.assets.load_scaffolds import list_scaffolds
from shared.services.scaffolds.apply_scaffold import ScaffoldProposal, ScaffoldRequest, apply_scaffold
from shared.services.scaffolds.find_scaffolds import AppScaffold, find_scaffold, find_scaffolds

router = APIRouter(prefix="/admin", tags=["scaffolds"], route_class=IdempotentRoute)
ScaffoldList = page("ScaffoldList", Scaffold)
AppScaffoldList = page("AppScaffoldList", AppScaffold)


@router.get("/scaffolds")
@operation("listScaffolds", ScaffoldList)
def everything(who: Reader, deps: Deps) -> Answer:
    """The features that can be set up: a contact form, signing in, a map ... with the values that each needs."""
    return ScaffoldList.of(items=list(list_scaffolds()), next_cursor=None)


@router.get("/scaffolds/{key}")
@operation("readScaffold", Scaffold)
def one(key: str, who: Reader, deps: Deps) -> Scaffold:
    """One of them, with the fields of its form."""
    return find_scaffold(key).scaffold


@router.get("/apps/{app_id}/builder/scaffolds")
@operation("listAppScaffolds", AppScaffoldList)
def of_app(app_id: str, who: Reader, deps: Deps) -> Answer:
    """Those that fit the app: which are set up, which wait as a proposal, and which values are missing."""
    items = find_scaffolds(principal=who, app_id=app_id, ports=deps.ports)
    return AppScaffoldList.of(items=items, next_cursor=None)


@router.post("/apps/{app_id}/builder/scaffolds/{key}", status_code=201)
@operation("applyScaffold", ScaffoldProposal, ScaffoldApplied, MergeConflict, *GATED)
def apply(app_id: str, key: str, request: ScaffoldRequest, who: Writer, deps: Deps) -> ScaffoldProposal:
    """Propose it: a diff to be reviewed; the draft stays as it is. The values are kept in the app's settings."""
    return apply_scaffold(principal=who, app_id=app_id, key=key, request=request, ports=deps.ports)
