"""Jobs of planning: made, handed to the state machine, and started again when nobody works on them any more."""

import logging
from functools import partial
from typing import NamedTuple

from shared.domain.apps.app import App
from shared.domain.errors import AppError, FeatureDisabled
from shared.domain.planning.blueprint import Blueprint, IngestionJob, JobWork
from shared.domain.planning.words import JobStatus
from shared.domain.spending.models import Models
from shared.domain.spending.spending import micro
from shared.ports.engine import Workflows
from shared.services.loop_ports import LoopPorts
from shared.services.planning.blueprints import refuse_archived
from shared.services.spending.check_budget import check_budget
from shared.services.spending.choose_model import choose_model
from shared.services.sweep_each import sweep_each

logger = logging.getLogger(__name__)
COST_DOLLARS = 10.0
JOB_LOST = "JOB_LOST"
_GRACE_SECONDS = 60.0
_LOST_MOST = 6


class JobEngine(NamedTuple):
    """What works at jobs, and the model where an app names none."""

    workflows: Workflows
    default_model: str


class JobStart(NamedTuple):
    """What a person asks for."""

    app: App
    blueprint: Blueprint
    work: JobWork
    max_dollars: float
    engine: JobEngine


def new_job(start: JobStart, before: IngestionJob | None, ports: LoopPorts) -> IngestionJob:
    """A job in the place of an ended one, not stored yet. BudgetExceeded when the tenant has no money left."""
    if not ports.switches.model_patch_generation:
        raise FeatureDisabled("The model is switched off in this deployment.")
    blueprint = refuse_archived(start.blueprint)
    model = planner_model(start.app, start.engine.default_model, ports.models)
    unpriced = ports.models.price_of(model) is None
    check_budget(
        start.app.tenant_id, spending=ports.spending, limits=ports.limits, clock=ports.clock, unpriced=unpriced
    )
    now = ports.clock.now()
    return IngestionJob(
        tenant_id=blueprint.tenant_id,
        app_id=blueprint.app_id,
        blueprint_id=blueprint.id,
        work=start.work,
        cost_cap=micro(start.max_dollars),
        model=model,
        round=before.round + 1 if before else 1,
        attempt=before.attempt + 1 if before else 1,
        created_at=now,
        updated_at=now,
        version=before.version if before else 0,
    )


def planner_model(app: App, default: str, models: Models) -> str:
    """The app's model for deep work where it names one, else for research, else its own.

    Invalid when the app names one that is not offered any more.
    """
    named = app.settings.models
    if "deep" in named:
        return choose_model(app, default, models, "deep")
    return choose_model(app, default, models, "research" if "research" in named else None)


def started(job: IngestionJob, workflows: Workflows) -> IngestionJob:
    """The job itself. One that cannot be started now stays pending for the sweeper."""
    try:
        workflows.start_reading(job)
    except AppError:
        logger.exception("a job of planning could not be started", extra={"blueprint_id": job.blueprint_id})
    return job


def continue_job(job: IngestionJob, *, ports: LoopPorts, workflows: Workflows) -> IngestionJob:
    """The open job, with a new execution when its own is not running: what is stored is not asked for again."""
    if workflows.is_running(workflows.execution_of_reading(job)):
        return job
    if job.attempt >= job.round + _LOST_MOST:
        lost = {"status": JobStatus.ERROR, "error_code": JOB_LOST, "error_message": "The job was lost too often."}
        return ports.blueprints.put_job(job.model_copy(update={**lost, "updated_at": ports.clock.now()}))
    logger.warning("a job is started again", extra={"blueprint_id": job.blueprint_id, "attempt": job.attempt + 1})
    again = job.model_copy(update={"attempt": job.attempt + 1, "updated_at": ports.clock.now()})
    return started(ports.blueprints.put_job(again), workflows)


def sweep_jobs(*, ports: LoopPorts, workflows: Workflows, grace_seconds: float = _GRACE_SECONDS) -> int:
    """How many jobs that nobody works on were started again, or ended."""
    sweep = partial(_sweep, ports=ports, workflows=workflows, grace_seconds=grace_seconds)
    failed = "a job of planning could not be swept"
    return sweep_each(ports.blueprints.open_jobs(), sweep, failed, lambda job: {"blueprint_id": job.blueprint_id})


def _sweep(job: IngestionJob, *, ports: LoopPorts, workflows: Workflows, grace_seconds: float) -> bool:
    if (ports.clock.now() - job.updated_at).total_seconds() < grace_seconds:
        return False
    return continue_job(job, ports=ports, workflows=workflows) != job
