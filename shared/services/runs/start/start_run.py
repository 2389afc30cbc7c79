"""Start a run from a person's message: validate, compose, launch."""

from contextlib import suppress

from shared.domain.agent.model_messages import Usage
from shared.domain.apps.app import App
from shared.domain.errors import AppError, FeatureDisabled, RunActive, Unavailable
from shared.domain.identity import Principal
from shared.domain.log_context import note_run
from shared.domain.runs.data_chunks import DataStage, StageData
from shared.domain.runs.run import Run
from shared.domain.runs.run_status import RunStatus
from shared.domain.runs.turn import Turn
from shared.ports.engine import Workflows
from shared.services.loop_ports import LoopPorts
from shared.services.planning.claim import claim_for_run
from shared.services.runs.end.end_run import end_run
from shared.services.runs.log.event_writer import EventWriter, start_of
from shared.services.runs.queue.start_next import start_next
from shared.services.runs.queue.wait_turn import wait_turn
from shared.services.runs.start.compose_run import NewRun, compose_run
from shared.services.runs.start.continue_work import close_continued
from shared.services.runs.start.run_request import RunRequest, check_message
from shared.services.runs.start.run_start import PLAIN, RunBasis, RunStart
from shared.services.spending.check_budget import check_budget
from shared.services.spending.choose_model import choose_model
from shared.services.spending.run_bounds import check_asked


def start_run(principal: Principal, app_id: str, request: RunRequest, start: RunStart, basis: RunBasis = PLAIN) -> Run:
    """Store the run, write its first events, start its execution. Return the stored run.

    A plain message continues what its conversation left unfinished (`with_work`), unless it changes no file. With
    `queue` a message that finds another run waits for its turn as a planned run. One that is `planned` waits for
    approval (`start_planned`), and with `steps` they are written meanwhile.

    Raise TooLarge, Invalid, Conflict (`RUN_ACTIVE`, `REVISION_CONFLICT`, `MERGE_CONFLICT`), LimitReached
    (`BUDGET_EXCEEDED`), FeatureDisabled; Unavailable when the execution cannot be started: the run has then ended as
    failed, and the app is free again.
    """
    app = start.ports.apps.get(principal.tenant_id, app_id)
    model = _validate(app, request, start, basis)
    new = compose_run(principal, app, request, start, basis, model)
    note_run(new.run)
    return _launch(app, new, request, start)


def _validate(app: App, request: RunRequest, start: RunStart, basis: RunBasis) -> str:
    """Check what needs no look at the draft. Return the model that answers."""
    ports = start.ports
    if not ports.switches.model_patch_generation:
        flag = "BUILDER_MODEL_PATCH_GENERATION_ENABLED"
        raise FeatureDisabled("Chat is switched off in this deployment.", flag=flag)
    check_message(request.message, ports.limits)
    if basis.repair is None:  # a repair has caps of its own
        check_asked(app, request.budget.model_dump(), ports.limits)
    model = choose_model(app, start.default_model, ports.models, request.mode)
    check_budget(
        app.tenant_id,
        spending=ports.spending,
        limits=ports.limits,
        clock=ports.clock,
        unpriced=ports.price(model, Usage()) is None,
    )
    return model


def _launch(app: App, new: NewRun, request: RunRequest, start: RunStart) -> Run:
    run, ports, workflows = new.run, start.ports, start.workflows
    if request.planned or request.steps:
        return wait_turn(run, _turn(run), new.conversation, awaits_start=True, ports=ports, workflows=workflows)
    _start_waiting(app, run, ports, workflows)
    try:
        ports.runs.start(run, _turn(run), new.conversation)
    except RunActive:
        if not request.queue:
            raise
        return wait_turn(run, _turn(run), new.conversation, ports=ports, workflows=workflows)
    try:
        claim_for_run(run, ports)
        close_continued(run, ports)
        _first_words(run, ports)
        execution = workflows.start_run(run)
    except Unavailable:
        _give_up(run, ports)
        raise
    return run.change(execution=execution)


def _start_waiting(app: App, run: Run, ports: LoopPorts, workflows: Workflows) -> None:
    """Start the message that was sent before this one, where the app is free for the moment between two runs."""
    if not app.queued_run_ids or run.request.in_parallel:
        return
    with suppress(AppError):  # whatever keeps that one waiting is its own: the sweep looks after it
        start_next(app.tenant_id, app.id, ports=ports, workflows=workflows)


def _turn(run: Run) -> Turn:
    return Turn(
        id=run.turn_id,
        tenant_id=run.tenant_id,
        app_id=run.app_id,
        conversation_id=run.conversation_id,
        run_id=run.id,
        author=run.request.author,
        prompt=run.request.message,
        attachments=run.request.attachments,
        status=run.status,
        regenerates=run.request.regenerates,
        created_at=run.created_at,
    )


def _first_words(run: Run, ports: LoopPorts) -> None:
    writer = EventWriter(run, events=ports.events, clock=ports.clock, flush_seconds=0)
    writer.emit(start_of(run), DataStage(data=StageData(stage="queued")))
    writer.flush()


def _give_up(run: Run, ports: LoopPorts) -> None:
    """Free the app at once; when even that fails, the sweeper does it."""
    said = "The run could not be started. Try again in a moment."
    with suppress(AppError):
        end_run(
            run.tenant_id,
            run.id,
            status=RunStatus.FAILED,
            failure_code="DEPENDENCY_UNAVAILABLE",
            summary=said,
            ports=ports,
        )
