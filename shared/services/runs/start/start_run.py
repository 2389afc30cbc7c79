"""A person's message becomes a run."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

from shared.domain.agent.egress import UntrustedSource
from shared.domain.agent.model_messages import Usage
from shared.domain.apps.app import App, EvaluatorMode
from shared.domain.errors import AppError, Conflict, FeatureDisabled, NotFound, NotReady, RunActive, Unavailable
from shared.domain.feedback.reproduction import Repair
from shared.domain.identity import Principal
from shared.domain.ids import new_id, new_run_id
from shared.domain.log_context import note_run
from shared.domain.revisions.revision import Revision
from shared.domain.runs.attachments import Attachment
from shared.domain.runs.conversation import Conversation, first_title
from shared.domain.runs.data_chunks import DataStage, StageData
from shared.domain.runs.run import Run
from shared.domain.runs.run_parts import Request
from shared.domain.runs.run_status import RunStatus
from shared.domain.runs.turn import Turn
from shared.domain.spans import traceparent
from shared.domain.spending.pool import Charge
from shared.ports.engine import Workflows
from shared.services.loop_ports import LoopPorts
from shared.services.planning.claim import claim_for_run
from shared.services.runs.end.end_run import end_run
from shared.services.runs.log.event_writer import EventWriter, start_of
from shared.services.runs.queue.start_next import start_next
from shared.services.runs.queue.wait_turn import wait_turn
from shared.services.runs.start.continue_work import close_continued, taking_up, with_work
from shared.services.runs.start.find_work import Leftover
from shared.services.runs.start.run_request import RunRequest, check_message, first_role, named_conversation, session_of
from shared.services.runs.start.take_attachments import take_attachments
from shared.services.spending.check_budget import check_budget
from shared.services.spending.choose_model import choose_model
from shared.services.spending.run_bounds import bounds_of, check_asked


@dataclass(frozen=True)
class RunStart:
    """What every run is started with: the API request that asks for it, the default model, the ports."""

    request_id: str
    default_model: str
    ports: LoopPorts
    workflows: Workflows


def start_run(
    principal: Principal,
    app_id: str,
    request: RunRequest,
    start: RunStart,
    *,
    candidate_tree: str | None = None,
    work: Leftover | None = None,
    evaluator: EvaluatorMode | None = None,
    untrusted: Sequence[UntrustedSource] = (),
    regenerates: str | None = None,
    repair: Repair | None = None,
    attachments: Sequence[Attachment] = (),
    run_id: str | None = None,
    charge: Charge | None = None,
) -> Run:
    """Store the run, write its first events, start its execution. The answer is the stored run.

    It begins with what its conversation left unfinished (`with_work`), unless it changes no file or is given what to
    begin with: `work` of an earlier run, or `candidate_tree`, made for the same draft.

    TooLarge, Invalid, Conflict (`RUN_ACTIVE`, `REVISION_CONFLICT`, `MERGE_CONFLICT`), LimitReached
    (`BUDGET_EXCEEDED`), FeatureDisabled. When the execution cannot be started the run is ended as failed, the app is
    free again, and Unavailable is raised. `evaluator` overrides the app's; `untrusted` is what the message or that work
    holds of strangers; `regenerates` is the turn that is done again, `attachments` what its message had; `repair` is
    what a visitor's page reported; `run_id` one that the manager made before: it works beside others; `charge` is the
    budget of the autopilot that pays for it. With `queue` a
    message that finds another run at work waits for its turn, as a planned run; one that is `planned` waits to be
    approved (`start_planned`), and with `steps` they are written meanwhile.
    """
    ports, workflows = start.ports, start.workflows
    if not ports.switches.model_patch_generation:
        flag = "BUILDER_MODEL_PATCH_GENERATION_ENABLED"
        raise FeatureDisabled("Chat is switched off in this deployment.", flag=flag)
    check_message(request.message, ports.limits)
    app = ports.apps.get(principal.tenant_id, app_id)
    if repair is None:
        check_asked(app, request.budget.model_dump(), ports.limits)
    model = choose_model(app, start.default_model, ports.models, request.mode)
    check_budget(
        principal.tenant_id,
        spending=ports.spending,
        limits=ports.limits,
        clock=ports.clock,
        unpriced=ports.price(model, Usage()) is None,
    )
    draft = _draft(app, request, ports)
    conversation, is_new = _conversation(app, request, repair is not None, ports)
    run = _run(principal, app, draft, conversation, request, start, model)
    run = run.change(id=run_id or run.id, in_parallel=run_id is not None)
    given = {
        "candidate_tree": candidate_tree or draft.tree,
        "evaluator": evaluator or run.request.evaluator,
        "untrusted": list(untrusted),
        "repair": repair,
        "charge": charge,
        "role": "fixer" if repair else run.role,
        "regenerates": regenerates,
        "start_tree": candidate_tree or draft.tree if regenerates else None,
    }
    taken = take_attachments(app, request.attachments, request.only, blobs=ports.blobs, limits=ports.limits)
    run = run.change(**(given | {"attachments": [*attachments, *taken]}))
    if work is not None:
        run = taking_up(run, work, ports)
    elif not (is_new or candidate_tree or repair or regenerates or run.request.only):
        run = with_work(run, ports)
    if (request.start_from, request.review) == ("work", "after"):  # who names the work decides how it is kept
        run = run.change(review="after")
    new = conversation if is_new else None
    note_run(run)
    if request.planned or request.steps:
        return wait_turn(run, _turn(run), new, awaits_start=True, ports=ports, workflows=workflows)
    _start_waiting(app, run, ports, workflows)
    try:
        ports.runs.start(run, _turn(run), new)
    except RunActive:
        if not request.queue:
            raise
        return wait_turn(run, _turn(run), new, ports=ports, workflows=workflows)
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


def _draft(app: App, request: RunRequest, ports: LoopPorts) -> Revision:
    if request.base_revision_id is not None and request.base_revision_id != app.draft_revision_id:
        raise Conflict("The draft has moved on since.", current_revision_id=app.draft_revision_id)
    if app.draft_revision_id is None:
        raise NotReady("The app has no revision yet.")
    return ports.revisions.get(app.tenant_id, app.id, app.draft_revision_id)


def _conversation(app: App, request: RunRequest, is_repair: bool, ports: LoopPorts) -> tuple[Conversation, bool]:
    """The message's conversation, and whether it is new. A repair that no person asked for joins only the one named.

    A removed one takes no message: what nobody has sent to it by name begins a new one.
    """
    named = request.conversation_id if is_repair else named_conversation(app, request)
    if named is not None:
        found = ports.turns.conversation(app.tenant_id, app.id, named)
        if found.archived_at is None:
            return found, False
        if request.conversation_id is not None and not is_repair:
            raise NotFound("This chat was removed. Bring it back, or begin a new one.")
    made = Conversation(
        id=new_id("conv"),
        tenant_id=app.tenant_id,
        app_id=app.id,
        title=first_title(_subject(request)),
        counted=True,
        created_at=ports.clock.now(),
    )
    return made, True


def _subject(request: RunRequest) -> str:
    """What is asked for; of an order for a task the words of the task, which come first."""
    return request.message.partition("\n\n")[0] if request.task_id else request.message


def _run(
    principal: Principal,
    app: App,
    draft: Revision,
    conversation: Conversation,
    request: RunRequest,
    start: RunStart,
    model: str,
) -> Run:
    ports, now = start.ports, start.ports.clock.now()
    asked = Request(
        message=request.message,
        mentions=request.mentions,
        run_type=request.run_type,
        started_by=request.started_by,
        task_id=request.task_id,
        meta=request.meta,
        created_by=principal.subject,
        autonomy=request.autonomy or app.autonomy_mode,
        review=request.review or app.review,
        evaluator=app.evaluator,
        only=request.only,
        asks_plan=request.plan == "auto" and request.only is None and draft.origin == "template",
        with_steps=request.steps and ports.switches.agentic_loop,
        start_from=request.start_from,
        model=model,
        mode=request.mode or "auto",
        session_id=session_of(app, request.session_id, ports),
        history_from=conversation.cleared_at,
    )
    return Run(
        id=new_run_id(),
        tenant_id=app.tenant_id,
        app_id=app.id,
        conversation_id=conversation.id,
        turn_id=new_id("turn"),
        request_id=start.request_id,
        traceparent=traceparent(),
        role=first_role(request, with_steps=asked.with_steps),
        request=asked,
        bounds=bounds_of(app, request.budget.model_dump(), ports.limits),
        base_revision_id=draft.id,
        base_tree=draft.tree,
        candidate_tree=draft.tree,
        created_at=now,
        started_at=now,
    )


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
