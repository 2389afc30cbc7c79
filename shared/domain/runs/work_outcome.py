"""Unfinished work of a conversation: what it is, and what a later run does about it."""

from typing import NamedTuple, assert_never

from shared.domain.status import Status


class WorkWords(NamedTuple):
    """What is said about the work: `began` to the model that goes on with it, `aside` when it is left."""

    began: str
    aside: str


class WorkKind(Status):
    """Of a run that failed or was interrupted, of one that a person cancelled, a proposal that waits for review, or
    work that a person rejected.
    """

    UNFINISHED = "unfinished"
    CANCELLED = "cancelled"
    PROPOSAL = "proposal"
    REJECTED = "rejected"

    @property
    def words(self) -> WorkWords:
        match self:
            case WorkKind.UNFINISHED:
                return WorkWords(
                    "They hold what the run before this one did and did not finish. Go on with it; do not start again.",
                    "the person wants to start over from the draft",
                )
            case WorkKind.CANCELLED:
                return WorkWords(
                    "They hold what a run did that the person cancelled and wants to go on with. Do not start again.",
                    "the person cancelled that run",
                )
            case WorkKind.PROPOSAL:
                return WorkWords(
                    "They hold your last proposal, which is not kept yet. The person asks for a change to it.",
                    "the person wants to start over from the draft",
                )
            case WorkKind.REJECTED:
                return WorkWords(
                    "They hold work that the person rejected and wants to go on with after all. Do not start again.",
                    "the person rejected them",
                )
            case _:
                assert_never(self)

    @property
    def by_a_person(self) -> bool:
        """Whether a person ended it so, and wants it no more unless they say otherwise."""
        match self:
            case WorkKind.CANCELLED | WorkKind.REJECTED:
                return True
            case WorkKind.UNFINISHED | WorkKind.PROPOSAL:
                return False
            case _:
                assert_never(self)


class WorkOutcome(Status):
    """The run begins with the work; or from the draft, because the person wanted that or cancelled the work before; or
    from the draft, because the work does not merge with it.
    """

    CONTINUED = "continued"
    SET_ASIDE = "set_aside"
    CONFLICT = "conflict"
