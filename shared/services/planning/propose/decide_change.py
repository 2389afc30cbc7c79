"""A person confirms a proposal, and then it holds; or lets it go."""

import logging
from collections.abc import Callable
from contextlib import suppress

from pydantic import Field

from shared.domain.base import Input
from shared.domain.errors import AppError, Conflict, NotAwaitingApproval, NotReady, PlanTooLarge, ProposalStale
from shared.domain.identity import Principal
from shared.domain.planning.adjust_plan import adjust_plan
from shared.domain.planning.blueprint import Blueprint, Decided, IngestionJob
from shared.domain.planning.plan import Plan
from shared.domain.planning.plan_change import PlanChange, PlanGraph
from shared.domain.planning.proposal import ProposedChange
from shared.domain.planning.requirement_edits import edited
from shared.domain.planning.words import JobStatus
from shared.services.loop_ports import LoopPorts
from shared.services.planning.add_nodes import NODES_MOST
from shared.services.planning.add_tasks import TASKS_MOST
from shared.services.planning.blueprints import BlueprintRequest, create_blueprint, refuse_archived
from shared.services.planning.change_plan import change_plan, counted, read_plan
from shared.services.planning.documents import DocumentRequest, add_document, delete_document, document_text
from shared.services.planning.follow_tasks import follow_tasks
from shared.services.planning.ingest.jobs import COST_DOLLARS, JobEngine
from shared.services.planning.ingest.start_jobs import PlanRequest, start_reading
from shared.services.planning.propose.ask_change import ChangeDetail, KnownChange, find_change, read_change
from shared.services.until_written import until_written

logger = logging.getLogger(__name__)
_NEWER = "The document has a newer version since the proposal was made; ask again."


class ChangeDecision(Input):
    """`round` is that of the proposal that was read. `max_dollars`: what the reading of a new version may cost."""

    round: int = Field(ge=1)
    max_dollars: float = Field(default=COST_DOLLARS, gt=0, le=1_000, allow_inf_nan=False)


def discard_change(
    *, principal: Principal, blueprint_id: str, decision: ChangeDecision, ports: LoopPorts
) -> ChangeDetail:
    """Nothing of it is done. NotAwaitingApproval when it was applied, is still being written, or is an earlier one."""
    known = find_change(principal, blueprint_id, ports)
    if known.detail.job.decided != "discarded":
        _require_open(known.detail.job, decision)
        _decide(known, None, "discarded", ports)
    return read_change(principal=principal, blueprint_id=blueprint_id, ports=ports)


def apply_change(
    *, principal: Principal, blueprint_id: str, decision: ChangeDecision, ports: LoopPorts, engine: JobEngine
) -> ChangeDetail:
    """The plan changed whole, or a next version of the document and its reading started.

    ProposalStale when the plan or the document does not allow all of it any more: nothing is changed then. NotReady
    when nothing was proposed. Asked again it changes nothing; one that broke off is completed.
    """
    known = find_change(principal, blueprint_id, ports)
    if known.detail.job.decided != "applied" or known.detail.job.round != decision.round:
        refuse_archived(known.blueprint)
        _require_open(known.detail.job, decision, "applying")
        proposed = known.detail.proposed
        if proposed is None or proposed.empty:
            raise NotReady("Nothing was proposed that could be done.")
        _apply(known, proposed, principal, decision, ports, engine)
    return read_change(principal=principal, blueprint_id=blueprint_id, ports=ports)


def _apply(
    known: KnownChange, proposed: ProposedChange, principal: Principal, decision: ChangeDecision, ports: LoopPorts,
    engine: JobEngine,
) -> None:  # fmt: skip
    """From the first write on nobody discards it or has another take its place."""
    _decide(known, None, "applying", ports)
    try:
        made = _new_version(known, proposed, principal, ports) if proposed.edits else None
        if made is None:
            _change_plan(known, proposed, ports)
    except (ProposalStale, PlanTooLarge, Conflict):
        _decide(known, "applying", None, ports)
        raise
    _decide(known, "applying", "applied", ports, made.id if made else None)
    if made is not None:
        _read(made, principal, decision, ports, engine)


def _require_open(job: IngestionJob, decision: ChangeDecision, also: Decided | None = None) -> None:
    if job.round != decision.round:
        raise NotAwaitingApproval("Another proposal has taken its place.", round=job.round)
    if job.decided not in (None, also):
        raise NotAwaitingApproval(f"It is {job.decided} already.")
    if job.status != JobStatus.DONE:
        raise NotAwaitingApproval("There is no proposal to decide about." if not job.open else "It is being written.")


def _decide(
    known: KnownChange, before: Decided | None, decided: Decided | None, ports: LoopPorts, result_id: str | None = None
) -> None:
    job = known.detail.job
    update = {"decided": decided, "result_id": result_id, "updated_at": ports.clock.now()}

    def read() -> IngestionJob:
        found = ports.blueprints.job(job.tenant_id, job.app_id, job.key)
        if found is None or found.round != job.round or found.decided not in (before, decided):
            raise NotAwaitingApproval("It was decided by somebody else.")
        return found

    until_written(read, lambda one: ports.blueprints.put_job(one.model_copy(update=update)), "The proposal")


def _change_plan(known: KnownChange, proposed: ProposedChange, ports: LoopPorts) -> None:
    before = read_plan(known.app, ports, known.blueprint.id).nodes
    change = change_plan(known.app, ports, _adjusted(known.blueprint, proposed), known.blueprint.id)
    left = {before[node.id].parent_id for node in change.nodes if node.id in before}
    for node_id in {task.source_plan_node_id for task in change.tasks} | {node.id for node in change.nodes} | left:
        follow_tasks(known.app.tenant_id, node_id, ports)


def _adjusted(blueprint: Blueprint, proposed: ProposedChange) -> Callable[[Plan, PlanGraph], PlanChange]:
    def change(plan: Plan, graph: PlanGraph) -> PlanChange:
        after = adjust_plan(plan, blueprint, proposed.operations)
        if after.refused or after.too_large:
            words = [f"{proposed.words[one.number]}: {one.why}" for one in after.refused]
            raise ProposalStale("The plan has changed since the proposal was made; ask again.", refused=words)
        _bounded(after.new_nodes + len(plan.nodes), after.new_tasks + graph.tasks)
        return PlanChange(nodes=after.nodes, tasks=after.tasks, graph=counted(graph, after.new_tasks))

    return change


def _bounded(nodes: int, tasks: int) -> None:
    if nodes > NODES_MOST or tasks > TASKS_MOST:
        raise PlanTooLarge(f"A plan has at most {NODES_MOST:,} nodes and {TASKS_MOST:,} tasks.")


def _new_version(known: KnownChange, proposed: ProposedChange, principal: Principal, ports: LoopPorts) -> Blueprint:
    """The document with its edits, as the next version of the blueprint. The active one stays the active one."""
    base, app = known.blueprint, known.app
    document = ports.documents.get(app.tenant_id, app.id, base.document_id)
    if document.text_hash != proposed.text_hash:
        raise ProposalStale(_NEWER, refused=[])
    text = edited(document_text(document, ports), proposed.edits)
    if base.replaced_by_id is not None:
        return _made_before(base, base.replaced_by_id, text, ports)
    wanted = DocumentRequest(title=document.title, kind=document.kind, text=text, replaces=document.id)
    added = add_document(principal=principal, app_id=app.id, request=wanted, ports=ports)
    request = BlueprintRequest(
        document_id=added.id, title=base.title, description=base.description or None, base_blueprint_id=base.id
    )
    try:
        return create_blueprint(principal=principal, app_id=app.id, request=request, ports=ports)
    except AppError:
        with suppress(AppError):
            delete_document(principal=principal, app_id=app.id, document_id=added.id, ports=ports)
        raise


def _made_before(base: Blueprint, made_id: str, text: str, ports: LoopPorts) -> Blueprint:
    """The version that an attempt before has made, told by its text; ProposalStale for any other."""
    made = ports.blueprints.get(base.tenant_id, base.app_id, made_id)
    document = ports.documents.get(base.tenant_id, base.app_id, made.document_id)
    if document_text(document, ports) != text:
        raise ProposalStale(_NEWER, refused=[])
    return made


def _read(made: Blueprint, principal: Principal, decision: ChangeDecision, ports: LoopPorts, engine: JobEngine) -> None:
    """Started where it can be; else a person asks for it later, as for any version."""
    request = PlanRequest(max_dollars=decision.max_dollars)
    try:
        start_reading(principal=principal, blueprint_id=made.id, request=request, ports=ports, engine=engine)
    except AppError:
        logger.exception("a new version could not be read at once", extra={"blueprint_id": made.id})
