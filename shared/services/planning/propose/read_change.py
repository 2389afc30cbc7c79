"""The newest proposal for a blueprint: the words it began with, how far it is, and what was proposed."""

from typing import NamedTuple

from shared.domain.apps.app import App
from shared.domain.errors import NotFound
from shared.domain.identity import Principal
from shared.domain.planning.blueprint import Blueprint, IngestionJob, job_key
from shared.domain.planning.proposal import ChangeWish, ProposedChange
from shared.services.loop_ports import LoopPorts
from shared.services.planning.blueprints import find_blueprint
from shared.services.planning.ingest.plan_files import PlanFiles


class ChangeDetail(NamedTuple):
    """The job of a proposal, the words it began with, and what was proposed, once that is known."""

    job: IngestionJob
    wish: ChangeWish
    proposed: ProposedChange | None


class KnownChange(NamedTuple):
    """With what it is about."""

    blueprint: Blueprint
    app: App
    detail: ChangeDetail


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
