"""Compose a run from a message and what it starts from. Reads only; nothing is stored."""

from typing import NamedTuple

from shared.domain.apps.app import App
from shared.domain.errors import Conflict, NotFound, NotReady
from shared.domain.identity import Principal
from shared.domain.ids import new_id, new_run_id
from shared.domain.revisions.revision import Revision
from shared.domain.runs.conversation import Conversation, first_title
from shared.domain.runs.run import Run
from shared.domain.runs.run_parts import Request
from shared.domain.spans import traceparent
from shared.services.loop_ports import LoopPorts
from shared.services.runs.start.continue_work import taking_up, with_work
from shared.services.runs.start.run_request import RunRequest, first_role, named_conversation, session_of
from shared.services.runs.start.run_start import RunBasis, RunStart
from shared.services.runs.start.take_attachments import take_attachments
from shared.services.spending.run_bounds import bounds_of


class NewRun(NamedTuple):
    """A run that is not stored yet, and its conversation if that is new too."""

    run: Run
    conversation: Conversation | None


def compose_run(
    principal: Principal, app: App, request: RunRequest, start: RunStart, basis: RunBasis, model: str
) -> NewRun:
    """Raise Conflict (`REVISION_CONFLICT`, `MERGE_CONFLICT`), Invalid or NotFound for what does not fit the app."""
    ports = start.ports
    draft = _draft(app, request, ports)
    conversation, is_new = _conversation(app, request, basis.repair is not None, ports)
    run = _on_basis(_run(principal, app, draft, conversation, request, start, model), basis)
    taken = take_attachments(app, request.attachments, request.only, blobs=ports.blobs, limits=ports.limits)
    run = run.change(attachments=[*basis.attachments, *taken])
    if basis.work is not None:
        run = taking_up(run, basis.work, ports)
    elif not (is_new or basis.candidate_tree or basis.repair or basis.regenerates or request.only):
        run = with_work(run, ports)
    if (request.start_from, request.review) == ("work", "after"):
        run = run.change(review="after")  # a person who names the work decides how it is kept
    return NewRun(run, conversation if is_new else None)


def _on_basis(run: Run, basis: RunBasis) -> Run:
    tree = basis.candidate_tree or run.base_tree
    return run.change(
        id=basis.run_id or run.id,
        in_parallel=basis.run_id is not None,
        candidate_tree=tree,
        evaluator=basis.evaluator or run.request.evaluator,
        untrusted=list(basis.untrusted),
        repair=basis.repair,
        charge=basis.charge,
        role="fixer" if basis.repair else run.role,
        regenerates=basis.regenerates,
        start_tree=tree if basis.regenerates else None,
    )


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
