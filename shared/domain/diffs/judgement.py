"""What a model evaluator decided about exactly one tree."""

from shared.domain.status import Status


class Judgement(Status):
    """`none`: it has not been asked, or was asked about another tree."""

    APPROVED = "approved"
    REJECTED = "rejected"
    NONE = "none"
