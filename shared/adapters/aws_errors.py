"""Turns what AWS says into our errors, once, for every adapter."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager

from botocore.exceptions import BotoCoreError, ClientError, ParamValidationError

from shared.domain.errors import AppError, Bug, TooLarge, Transient, Unavailable

PASSING = frozenset(
    {
        "InternalError", "InternalFailure", "InternalServerError", "ItemCollectionSizeLimitExceeded", "LimitExceeded",
        "LimitExceededException", "OperationAborted", "ProvisionedThroughputExceeded",
        "ProvisionedThroughputExceededException", "RequestLimitExceeded", "RequestTimeout", "RequestTimeTooSkewed",
        "ServiceException", "ServiceUnavailable", "ServiceUnavailableException", "SlowDown", "Throttling",
        "ThrottlingError", "ThrottlingException", "TooManyInvalidationsInProgress", "TooManyRequestsException",
        "TransactionConflict", "TransactionConflictException", "TransactionInProgressException",
    }
)  # fmt: skip
_OURS = frozenset({"ValidationException", "ValidationError", "InvalidParameterValueException"})

Meanings = Mapping[str, Callable[[], AppError]]


def code_of(error: ClientError) -> str:
    """The service's own word for what went wrong."""
    return str(error.response.get("Error", {}).get("Code", ""))


@contextmanager
def translated(meanings: Meanings | None = None) -> Iterator[None]:
    """Raise our error for a client's: by `meanings` first (the service's code to an error), then by kind."""
    try:
        yield
    except ClientError as error:
        known = (meanings or {}).get(code_of(error))
        raise known() if known else general_error(code_of(error), str(error)) from error
    except ParamValidationError as error:
        raise Bug("Our request has not the form that a service takes.") from error
    except BotoCoreError as error:  # no connection, a timeout, no credentials
        raise Transient("A service we depend on did not answer.") from error


def general_error(code: str, message: str) -> AppError:
    """What a code means where the caller has nothing particular to say about it."""
    if code in PASSING:
        return Transient("A service we depend on is busy.")
    if code in _OURS and "size" in message.lower():
        return TooLarge("The stored record would be too large.")
    if code in _OURS:
        return Bug("A service refused the form of our request.")
    return Unavailable("A service we depend on refused the request.")
