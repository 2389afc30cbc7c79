"""How a call to a model goes wrong. All are `ModelUnavailable` to the outside; the loop tells them apart by class."""

from shared.domain.errors import ModelUnavailable


class ModelTruncated(ModelUnavailable):
    """The stream stopped without its terminal event; what was seen is not an answer and the loop may ask again."""


class ModelUnreachable(ModelUnavailable):
    """No connection to the service could be opened."""


class ModelSilent(ModelUnavailable):
    """Not one word came in time. What was sent may have been read, and is billed then."""


class ModelRateLimited(ModelUnavailable):
    """The service asks us to slow down; `retry_after` is its own word in seconds, when it gave one."""

    def __init__(self, message: str, *, retry_after: float | None = None) -> None:
        super().__init__(message, retry_after=retry_after)
        self.retry_after = retry_after


class ModelRejected(ModelUnavailable):
    """The service will not answer this request however often it is asked: bad key, unknown model, invalid input."""


class ModelOverflow(ModelRejected):
    """More came than an answer may have. It was read and answered, so it is billed."""


class ModelKeyRefused(ModelRejected):
    """The service does not accept the key, or not for this model."""


class ModelNotFound(ModelRejected):
    """The service has no such model, or no such address."""


class ModelMoved(ModelRejected):
    """What answers at the address is no OpenAI-compatible API, or sends the request elsewhere."""


class ModelWithoutCredit(ModelRejected):
    """The account of the service has nothing left to spend."""


class ModelWithoutTools(ModelRejected):
    """The model, or its server as it was started, cannot call tools."""


class ModelContextExceeded(ModelRejected):
    """The input is longer than the model can read; a shorter one may be accepted.

    `window`: the tokens that the model reads and writes at most, where the service said so.
    """

    def __init__(self, message: str, *, window: int | None = None) -> None:
        super().__init__(message)
        self.window = window


class PaidModelForbidden(ModelRejected):
    """Tests and CI may only talk to a model on this machine."""
