"""How a call to a model goes wrong. All are `ModelUnavailable` to the outside; the loop tells them apart by class."""

from shared.domain.errors import ModelUnavailable


class ModelTruncated(ModelUnavailable):
    """The stream stopped without its terminal event; what was seen is not an answer and the loop may ask again."""


class ModelSilent(ModelUnavailable):
    """Not one word came in time. What was sent may have been read, and is billed then."""


class ModelRateLimited(ModelUnavailable):
    """The service asks us to slow down; `retry_after` is its own word in seconds, when it gave one."""

    def __init__(self, message: str, *, retry_after: float | None = None) -> None:
        super().__init__(message, retry_after=retry_after)
        self.retry_after = retry_after


class ModelRejected(ModelUnavailable):
    """The service will not answer this request however often it is asked: bad key, unknown model, invalid input."""


class ModelContextExceeded(ModelRejected):
    """The input is longer than the model can read; a shorter one may be accepted."""


class PaidModelForbidden(ModelRejected):
    """Tests and CI may only talk to a model on this machine."""
