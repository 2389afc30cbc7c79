"""A proposed change of a plan, or of the document that it was read from, as it is shown."""

from typing import Any, Literal

from functions.api.http.view import View
from shared.domain.base import Moment
from shared.domain.planning.proposal import ChangeKind, ProposedChange
from shared.domain.planning.requirement_edits import PlacedEdit
from shared.domain.planning.words import JobStatus
from shared.services.planning.propose.ask_change import ChangeDetail

ProposalStatus = Literal["pending", "running", "ready", "applying", "applied", "discarded", "error"]
_WORDS: dict[JobStatus, ProposalStatus] = {
    JobStatus.PENDING: "pending",
    JobStatus.RUNNING: "running",
    JobStatus.DONE: "ready",
    JobStatus.ERROR: "error",
}
_MILLION = 1_000_000


class ProposedOperation(View):
    """One change of the plan: `words` are for people, `quote` is what they said that asks for it; `change` has its
    fields, with the ids of nodes and tasks.
    """

    op: str
    words: str
    quote: str
    change: dict[str, Any]


class PlanProposal(View):
    """What a person wants to be another. `status`: `pending` or `running` while it is written, `ready` for a decision,
    then `applied` (`applying` while, or because, that has not come to its end: apply it again) or `discarded`; `error`
    says why there is none. `edits` are of the document, in code points;
    `refused` says what could not be proposed. `result_blueprint_id` is the version that it made.
    """

    blueprint_id: str
    round: int
    kind: ChangeKind
    message: str
    status: ProposalStatus
    operations: list[ProposedOperation]
    edits: tuple[PlacedEdit, ...]
    refused: tuple[str, ...]
    result_blueprint_id: str | None
    error_code: str | None
    error_message: str | None
    cost_usd: float
    cost_cap_usd: float
    created_at: Moment
    updated_at: Moment


def proposal_view(detail: ChangeDetail) -> View:
    job, proposed = detail.job, detail.proposed or ProposedChange()
    pairs = zip(proposed.operations, proposed.words, strict=True)
    return PlanProposal.of(
        job,
        kind=detail.wish.kind,
        message=detail.wish.message,
        status=job.decided or _WORDS[job.status],
        operations=[
            ProposedOperation.of(
                op=one.op, words=words, quote=one.quote, change=one.model_dump(exclude={"op", "quote"})
            )
            for one, words in pairs
        ],
        edits=proposed.edits,
        refused=proposed.refused,
        result_blueprint_id=job.result_id,
        cost_usd=job.cost / _MILLION,
        cost_cap_usd=job.cost_cap / _MILLION,
    )
