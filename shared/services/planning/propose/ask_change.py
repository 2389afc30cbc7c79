"""A person wants the plan, or the document that it was read from, to be another: a model writes a proposal."""

from typing import Annotated, NamedTuple

from pydantic import Field, StringConstraints

from shared.domain.apps.app import App
from shared.domain.base import Input
from shared.domain.errors import Conflict, NotFound
from shared.domain.identity import Principal
from shared.domain.planning.blueprint import Blueprint, IngestionJob, job_key
from shared.domain.planning.proposal import ChangeKind, ChangeWish, ProposedChange
from shared.services.loop_ports import LoopPorts
from shared.services.planning.blueprints import find_blueprint
from shared.services.planning.ingest.jobs import JobEngine, JobStart, continue_job, new_job, started
from shared.services.planning.ingest.plan_files import PlanFiles


class ChangeDetail(NamedTuple):
    """The job of a proposal, the words it began with, and what was proposed, once that is known."""

    job: IngestionJob
    wish: ChangeWish
    proposed: ProposedChange | None


class KnownChange(NamedTuple):
    blueprint: Blueprint
    app: App
    detail: ChangeDetail


DOLLARS = 1.0
MESSAGE_MOST = 8_000


class ChangeRequest(Input):
    """`kind`: ADJUST_PLAN changes nodes and tasks, UPDATE_REQUIREMENTS the document. `max_dollars`: its cap."""

    message: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=MESSAGE_MOST)]
    kind: ChangeKind = "ADJUST_PLAN"
    max_dollars: float = Field(default=DOLLARS, gt=0, le=1_000, allow_inf_nan=False)


def ask_change(
    *, principal: Principal, blueprint_id: str, request: ChangeRequest, ports: LoopPorts, engine: JobEngine
) -> IngestionJob:
    """The job that writes the proposal, which takes the place of an earlier one. The same words start it once.

    Conflict while another is being written, or when a newer version has replaced the blueprint; BlueprintArchived.
    """
    blueprint, app = find_blueprint(principal=principal, blueprint_id=blueprint_id, ports=ports)
    wish = ChangeWish(kind=request.kind, message=request.message)
    if blueprint.replaced_by_id is not None:
        raise Conflict("A newer version has replaced that blueprint.", replaced_by_id=blueprint.replaced_by_id)
    before = ports.blueprints.job(app.tenant_id, app.id, job_key(blueprint.id, "change"))
    if before is not None and before.open:
        if PlanFiles(before, ports.blobs).wish() == wish:
            return continue_job(before, ports=ports, workflows=engine.workflows)
        raise Conflict("Another proposal is being written; wait until that has ended.")
    if before is not None and before.decided == "applying":
        raise Conflict("A proposal is being applied; apply it again to complete it.")
    job = new_job(JobStart(app, blueprint, "change", request.max_dollars, engine), before, ports)
    PlanFiles(job, ports.blobs).put_wish(wish)
    return started(ports.blueprints.put_job(job), engine.workflows)


def read_change(*, principal: Principal, blueprint_id: str, ports: LoopPorts) -> ChangeDetail:
    """The newest proposal of the blueprint. NotFound before the first."""
    return find_change(principal, blueprint_id, ports).detail


def find_change(principal: Principal, blueprint_id: str, ports: LoopPorts) -> KnownChange:
    """The same, with the blueprint and its app."""
    blueprint, app = find_blueprint(principal=principal, blueprint_id=blueprint_id, ports=ports)
    job = ports.blueprints.job(app.tenant_id, app.id, job_key(blueprint.id, "change"))
    if job is None:
        raise NotFound("Nothing was proposed for this blueprint yet.")
    files = PlanFiles(job, ports.blobs)
    return KnownChange(blueprint, app, ChangeDetail(job, files.wish(), files.proposal()))
