"""Apps: made, read, changed, deleted and brought back."""

from fastapi import APIRouter, Response

from functions.api.access.callers import Deps, Reader, Start, Stopper, Talker, Writer
from functions.api.apps import views
from functions.api.apps.views import app_view, state_view
from functions.api.http.idempotency import IdempotentRoute
from functions.api.http.operation import operation
from functions.api.http.view import Answer, Cursor, Limit
from functions.api.runs.views import StartedRun, started
from shared.domain.errors import (
    AlreadyPublished,
    BlueprintArchived,
    BudgetExceeded,
    Conflict,
    FeatureDisabled,
    NotReady,
    PersonRequired,
    RepairsUsedUp,
    RunActive,
    SlugTaken,
)
from shared.services.apps.create_app import AppRequest, create_app
from shared.services.apps.delete_app import delete_app, undelete_app
from shared.services.apps.get_project import list_apps
from shared.services.apps.get_state import get_state
from shared.services.apps.patch_app import AppPatch, patch_app
from shared.services.feedback.offer_repair import repair_draft
from shared.services.feedback.read_repair import RepairState, read_repair
from shared.services.get_app import get_app
from shared.services.revisions.confirm_page import HostRequest, allow_host
from shared.services.revisions.mark_untrusted import ConfirmRequest, confirm_source

router = APIRouter(prefix="/admin/apps", tags=["apps"], route_class=IdempotentRoute)


@router.post("", status_code=201)
@operation("createApp", views.App, SlugTaken)
def create(request: AppRequest, who: Writer, deps: Deps) -> Answer:
    """Make an app from a template pack; its first revision is queued for building."""
    app, _ = create_app(principal=who, request=request, ports=deps.ports)
    return app_view(app)


@router.get("")
@operation("listApps", views.AppPage)
def list_all(who: Reader, deps: Deps, limit: Limit = 50, cursor: Cursor = None, deleted: bool = False) -> Answer:
    """The tenant's apps, newest first; with `deleted=true` those that may still be brought back."""
    page = list_apps(principal=who, apps=deps.ports.apps, limit=limit, cursor=cursor, deleted=deleted)
    return views.AppPage.of(page, items=[app_view(app) for app in page.items])


@router.get("/{app_id}")
@operation("readApp", views.App)
def read(app_id: str, who: Reader, deps: Deps) -> Answer:
    """One app."""
    return app_view(get_app(principal=who, app_id=app_id, apps=deps.ports.apps))


@router.patch("/{app_id}")
@operation("changeApp", views.App, Conflict, PersonRequired, SlugTaken, AlreadyPublished, BlueprintArchived)
def change(app_id: str, patch: AppPatch, who: Writer, deps: Deps) -> Answer:
    """Change name, address, settings, instructions, note or modes."""
    app = patch_app(principal=who, app_id=app_id, patch=patch, ports=deps.ports)
    return app_view(app)


@router.post("/{app_id}/builder/confirm-source")
@operation("confirmSource", views.App, Conflict, PersonRequired)
def confirm(app_id: str, request: ConfirmRequest, who: Writer, deps: Deps) -> Answer:
    """A person vouches for all that the app holds: runs no longer count as having read strangers' text in it."""
    return app_view(confirm_source(principal=who, app_id=app_id, request=request, ports=deps.ports))


@router.post("/{app_id}/builder/allow-host")
@operation("allowHost", views.App, Conflict, PersonRequired)
def allow(app_id: str, request: HostRequest, who: Writer, deps: Deps) -> Answer:
    """A person lets the app's pages and runs reach a host from now on: one more entry of `settings.api_hosts`."""
    return app_view(allow_host(principal=who, app_id=app_id, request=request, ports=deps.ports))


@router.delete("/{app_id}", status_code=204)
@operation("deleteApp", None, Conflict)
def delete(app_id: str, who: Stopper, deps: Deps) -> Response:
    """Take the site down, then the app; both can be brought back for seven days."""
    delete_app(principal=who, app_id=app_id, ports=deps.ports)
    return Response(status_code=204)


@router.post("/{app_id}/undelete")
@operation("undeleteApp", views.App, Conflict)
def undelete(app_id: str, who: Writer, deps: Deps) -> Answer:
    """Bring a deleted app back; publish it again when wanted."""
    return app_view(undelete_app(principal=who, app_id=app_id, ports=deps.ports))


@router.post("/{app_id}/builder/repair", status_code=202)
@operation("repairPage", StartedRun, Conflict, RunActive, RepairsUsedUp, NotReady, BudgetExceeded, FeatureDisabled)
def repair(app_id: str, who: Talker, deps: Deps, start: Start) -> Answer:
    """Repair what the draft fails with (build, page or checks), in a run with the caps of a repair."""
    return started(repair_draft(principal=who, app_id=app_id, repairs=deps.ports.repairs, start=start))


@router.get("/{app_id}/builder/repair")
@operation("readRepair", RepairState)
def repair_state(app_id: str, who: Reader, deps: Deps) -> RepairState:
    """What the draft fails with, what a repair of it may use, and what was tried and spent so far."""
    return read_repair(principal=who, app_id=app_id, repairs=deps.ports.repairs, ports=deps.ports)


@router.get("/{app_id}/builder/state")
@operation("readWorkspace", views.Workspace)
def state(app_id: str, who: Reader, deps: Deps) -> Answer:
    """Everything a workspace opens with."""
    return state_view(get_state(principal=who, app_id=app_id, ports=deps.ports))
