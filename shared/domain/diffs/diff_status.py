"""How a diff stands: as it is stored, and as reviewers read it."""

from typing import NamedTuple, assert_never

from shared.domain.status import Status


class Judgement(Status):
    """`none`: it has not been asked, or was asked about another tree."""

    APPROVED = "approved"
    REJECTED = "rejected"
    NONE = "none"


class ShownDiffStatus(Status):
    """As reviewers read it: who approved or rejected it is part of the word."""

    PENDING_REVIEW = "pending_review"
    EVALUATOR_APPROVED = "evaluator_approved"
    APPROVED = "approved"
    HUMAN_REJECTED = "human_rejected"
    COMMITTED = "committed"
    STALE = "stale"
    INTERRUPTED = "interrupted"
    DISCARDED = "discarded"
    CONTINUED = "continued"


class DiffTraits(NamedTuple):
    """`undecided`: it waits for a person. `open`: it may still become a revision as it is. `reviewable`: a person may
    decide about it, also once more. `resumable`: a later run may go on with its work.
    """

    undecided: bool = False
    open: bool = False
    reviewable: bool = False
    resumable: bool = False


class DiffStatus(Status):
    """As it is stored. `stale` is written no more: it follows from the draft."""

    PENDING_REVIEW = "pending_review"
    APPROVED = "approved"
    REJECTED = "rejected"
    COMMITTED = "committed"
    STALE = "stale"
    INTERRUPTED = "interrupted"
    DISCARDED = "discarded"
    CONTINUED = "continued"

    def shown_as(self, judged: Judgement) -> ShownDiffStatus:
        """The word that reviewers read, when the evaluator has `judged` its tree so."""
        match self:
            case DiffStatus.PENDING_REVIEW if judged == Judgement.APPROVED:
                return ShownDiffStatus.EVALUATOR_APPROVED
            case DiffStatus.REJECTED:
                return ShownDiffStatus.HUMAN_REJECTED
            case DiffStatus.PENDING_REVIEW | DiffStatus.APPROVED | DiffStatus.COMMITTED | DiffStatus.STALE:
                return ShownDiffStatus(self.value)
            case DiffStatus.INTERRUPTED | DiffStatus.DISCARDED | DiffStatus.CONTINUED:
                return ShownDiffStatus(self.value)
            case _:
                assert_never(self)

    @property
    def became(self) -> str:
        """What the model reads about earlier work that stands so."""
        match self:
            case DiffStatus.PENDING_REVIEW | DiffStatus.INTERRUPTED | DiffStatus.STALE:
                return "Nobody has accepted this work yet. It is not in the project's files."
            case DiffStatus.REJECTED:
                return "The person rejected this work. Nothing of it is in the project."
            case DiffStatus.DISCARDED:
                return "The person set this work aside. Nothing of it is in the project."
            case DiffStatus.APPROVED:
                return "The person approved this work or parts of it. It is not in the project before they commit it."
            case DiffStatus.COMMITTED:
                return "The person kept this work or parts of it: the project has what they accepted."
            case DiffStatus.CONTINUED:
                return "A later turn went on with this work."
            case _:
                assert_never(self)

    @property
    def traits(self) -> DiffTraits:
        match self:
            case DiffStatus.PENDING_REVIEW | DiffStatus.INTERRUPTED:
                return DiffTraits(undecided=True, open=True, reviewable=True, resumable=True)
            case DiffStatus.APPROVED | DiffStatus.STALE:
                return DiffTraits(open=True, reviewable=True)
            case DiffStatus.REJECTED:
                return DiffTraits(reviewable=True, resumable=True)
            case DiffStatus.CONTINUED:
                return DiffTraits(reviewable=True)
            case DiffStatus.COMMITTED | DiffStatus.DISCARDED:
                return DiffTraits()
            case _:
                assert_never(self)
