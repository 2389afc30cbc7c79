"""Blueprints of a project: made, versioned, made the active one, archived."""

from typing import NamedTuple

from pydantic import Field

from shared.domain.apps.app import App
from shared.domain.base import Input, Name, Page, Prose
from shared.domain.errors import BlueprintArchived, Conflict
from shared.domain.identity import Principal
from shared.domain.ids import new_id, require_id
from shared.domain.planning.blueprint import JOB_WORKS, Blueprint, IngestionJob, job_key
from shared.domain.planning.plan import Plan
from shared.domain.planning.words import BlueprintStatus
from shared.services.change_app import change_app
from shared.services.loop_ports import LoopPorts
from shared.services.planning.change_plan import read_plan
from shared.services.planning.choose_plan import PlanChoice, choose_plan
from shared.services.until_written import until_written


class BlueprintRequest(Input):
    """With `base_blueprint_id` it is the next version of that one, which it replaces."""

    document_id: str = Field(max_length=40)
    title: Name
    description: Prose | None = None
    base_blueprint_id: str | None = Field(default=None, max_length=40)
    mark_active: bool = False


class BlueprintPatch(Input):
    """Only what is given is changed. `mark_active` makes it the project's active one; an archived one cannot be."""

    title: Name = ""
    description: Prose = ""
    status: BlueprintStatus = BlueprintStatus.ACTIVE
    mark_active: bool = False


class BlueprintDetail(NamedTuple):
    """With all its nodes, the tasks of the project, and how far its jobs are."""

    blueprint: Blueprint
    app: App
    plan: Plan
    reading: IngestionJob | None
    writing: IngestionJob | None
    changing: IngestionJob | None


def create_blueprint(*, principal: Principal, app_id: str, request: BlueprintRequest, ports: LoopPorts) -> Blueprint:
    """A blueprint of a document of the same project. Conflict for a base that has a newer version already."""
    app = ports.apps.get(principal.tenant_id, require_id("app", app_id))
    document = ports.documents.get(app.tenant_id, app.id, require_id("doc", request.document_id))
    base = _base(app, request.base_blueprint_id, ports)
    now = ports.clock.now()
    blueprint = Blueprint(
        id=new_id("bp"), tenant_id=app.tenant_id, app_id=app.id, document_id=document.id, title=request.title,
        description=request.description or "", line=base.line + 1 if base else 1,
        parent_blueprint_id=base.id if base else None, created_by=principal.subject, created_at=now, updated_at=now,
    )  # fmt: skip
    replaced = {"is_primary": False, "replaced_by_id": blueprint.id, "updated_at": now}
    stored = ports.blueprints.create(blueprint, base.model_copy(update=replaced) if base else None)
    if request.mark_active:
        _activate(stored, ports)
    return stored


def _base(app: App, base_id: str | None, ports: LoopPorts) -> Blueprint | None:
    if base_id is None:
        return None
    base = ports.blueprints.get(app.tenant_id, app.id, require_id("bp", base_id))
    if base.replaced_by_id is not None:
        raise Conflict("There is a newer version of that blueprint already.", replaced_by_id=base.replaced_by_id)
    return refuse_archived(base)


def refuse_archived(blueprint: Blueprint) -> Blueprint:
    """The blueprint itself; BlueprintArchived for one whose plan is only read any more."""
    if blueprint.status == BlueprintStatus.ARCHIVED:
        raise BlueprintArchived("This blueprint is archived. Make it active again first.")
    return blueprint


def list_blueprints(
    *, principal: Principal, app_id: str, ports: LoopPorts, limit: int, cursor: str | None = None
) -> tuple[App, Page[Blueprint]]:
    """Newest first, with the app that says which is the active one."""
    app = ports.apps.get(principal.tenant_id, require_id("app", app_id))
    return app, ports.blueprints.list(app.tenant_id, app.id, limit=limit, cursor=cursor)


def find_blueprint(*, principal: Principal, blueprint_id: str, ports: LoopPorts) -> tuple[Blueprint, App]:
    """The blueprint and its app. NotFound also when the app is deleted."""
    blueprint = ports.blueprints.find(principal.tenant_id, require_id("bp", blueprint_id))
    return blueprint, ports.apps.get(blueprint.tenant_id, blueprint.app_id)


def read_blueprint(*, principal: Principal, blueprint_id: str, ports: LoopPorts) -> BlueprintDetail:
    blueprint, app = find_blueprint(principal=principal, blueprint_id=blueprint_id, ports=ports)
    jobs = (ports.blueprints.job(app.tenant_id, app.id, job_key(blueprint.id, work)) for work in JOB_WORKS)
    return BlueprintDetail(blueprint, app, read_plan(app, ports, blueprint.id), *jobs)


def patch_blueprint(*, principal: Principal, blueprint_id: str, patch: BlueprintPatch, ports: LoopPorts) -> Blueprint:
    """The blueprint with the fields that were given. One that is archived is no longer the project's active one."""
    given = {name: getattr(patch, name) for name in patch.model_fields_set - {"mark_active"}}

    def read() -> Blueprint:
        found, _ = find_blueprint(principal=principal, blueprint_id=blueprint_id, ports=ports)
        after = found.model_copy(update=given)
        if patch.mark_active:
            refuse_archived(after)
        return after if after == found else after.model_copy(update={"updated_at": ports.clock.now()})

    stored = until_written(read, lambda one: ports.blueprints.update(one) if given else one, "The blueprint")
    if patch.mark_active:
        _activate(stored, ports)
    elif stored.status == BlueprintStatus.ARCHIVED:
        _deactivate(stored, ports)
    return stored


def _activate(blueprint: Blueprint, ports: LoopPorts) -> None:
    choice = PlanChoice(active_blueprint_id=blueprint.id)

    def change(app: App) -> App:
        return app.model_copy(update=choose_plan(app, choice, {"active_blueprint_id"}, ports))

    change_app(ports, blueprint.tenant_id, blueprint.app_id, change)


def _deactivate(blueprint: Blueprint, ports: LoopPorts) -> None:
    def change(app: App) -> App:
        free = {"active_blueprint_id": None, "active_phase_node_id": None}
        return app.model_copy(update=free) if app.active_blueprint_id == blueprint.id else app

    change_app(ports, blueprint.tenant_id, blueprint.app_id, change)
