"""A change of a plan, or of its document, in a person's words: proposed by a model, decided by the person."""

from fastapi import APIRouter

from functions.api.access.callers import Deps, Reader, Talker, Writer
from functions.api.http.idempotency import IdempotentRoute
from functions.api.http.operation import operation
from functions.api.http.view import Answer
from functions.api.planning.proposal_views import PlanProposal, proposal_view
from shared.domain.errors import (
    BlueprintArchived,
    BudgetExceeded,
    Conflict,
    FeatureDisabled,
    NotAwaitingApproval,
    NotReady,
    PlanTooLarge,
    ProposalStale,
)
from shared.services.planning.propose import decide_change
from shared.services.planning.propose.ask_change import ChangeRequest, ask_change, read_change

router = APIRouter(prefix="/blueprints/{blueprint_id}/proposal", tags=["planning"], route_class=IdempotentRoute)


@router.post("", status_code=202)
@operation("proposePlanChange", PlanProposal, Conflict, BlueprintArchived, BudgetExceeded, FeatureDisabled)
def ask(blueprint_id: str, request: ChangeRequest, who: Talker, deps: Deps) -> Answer:
    """Have a model propose what a message asks for: operations on the plan, or edits of the document. Nothing changes
    before it is applied; a new proposal takes the place of the one before.
    """
    ask_change(principal=who, blueprint_id=blueprint_id, request=request, ports=deps.ports, engine=deps.jobs)
    return proposal_view(read_change(principal=who, blueprint_id=blueprint_id, ports=deps.ports))


@router.get("")
@operation("readPlanProposal", PlanProposal)
def read(blueprint_id: str, who: Reader, deps: Deps) -> Answer:
    """The newest proposal, how far it is, and what became of it. 404 before the first."""
    return proposal_view(read_change(principal=who, blueprint_id=blueprint_id, ports=deps.ports))


@router.post("/apply")
@operation(
    "applyPlanProposal",
    PlanProposal,
    Conflict,
    ProposalStale,
    NotAwaitingApproval,
    NotReady,
    BlueprintArchived,
    PlanTooLarge,
)
def apply(blueprint_id: str, decision: decide_change.ChangeDecision, who: Talker, deps: Deps) -> Answer:
    """Change the plan as proposed, all of it or nothing; of a changed document make the next version, and read it."""
    applied = decide_change.apply_change(
        principal=who, blueprint_id=blueprint_id, decision=decision, ports=deps.ports, engine=deps.jobs
    )
    return proposal_view(applied)


@router.post("/discard")
@operation("discardPlanProposal", PlanProposal, NotAwaitingApproval)
def discard(blueprint_id: str, decision: decide_change.ChangeDecision, who: Writer, deps: Deps) -> Answer:
    """Let the proposal go."""
    discarded = decide_change.discard_change(
        principal=who, blueprint_id=blueprint_id, decision=decision, ports=deps.ports
    )
    return proposal_view(discarded)
