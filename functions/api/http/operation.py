"""What a route says of itself beyond what the framework reads off it: its name, its answers and its codes.

Only the document reads it. The scope is that of the caller the route asks for.
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeVar

from shared.domain import errors
from shared.domain.identity import Scope

Endpoint = TypeVar("Endpoint", bound=Callable[..., Any])
Faults = tuple[type[errors.AppError], ...]
GATED: Faults = (errors.PolicyViolation, errors.CompileFailed)
REVIEWED: Faults = (errors.DiffStale, errors.NotAwaitingApproval)
PREVIEWED: Faults = (errors.PreviewTokenRequired, errors.PreviewTokenInvalid, errors.PreviewTokenExpired)
STARTED: Faults = (
    errors.Conflict, errors.RunActive, errors.MergeConflict, errors.NotReady, errors.BudgetExceeded,
    errors.FeatureDisabled,
)  # fmt: skip


class Media(NamedTuple):
    """An answer that is not JSON. `event` names the model of one `data:` line of a stream."""

    kind: str
    event: str | None = None


PAGE = Media("text/html")
FILE = Media("*/*")
EVENTS = Media("text/event-stream", "RunEvent")
FEED = Media("text/event-stream", "ProjectEvent")
HAPPENINGS = Media("text/event-stream", "AppEvent")
NOTHING = Media("")
"""For a route that always refuses."""


class Operation(NamedTuple):
    """`answer` comes with the route's own status, None for no body; `also` are others that are no problem, by status.

    `faults` do not follow from the kind of route. `found`: it names something that may not exist. `reads` is the body
    where the framework knows none: models by media type, the first one of several for JSON being the plainest, or
    their name in `functions.api.openapi.bodies`. `scope` is named where the route asks for no caller, or not always.
    """

    id: str
    answer: Any
    faults: Faults
    also: Mapping[int, Any]
    found: bool | None
    reads: Mapping[str, Any] | str
    once: bool
    scope: Scope | None


def operation(
    id: str,
    answer: Any,
    *faults: type[errors.AppError],
    also: Mapping[int, Any] | None = None,
    found: bool | None = None,
    reads: Mapping[str, Any] | str | None = None,
    once: bool = True,
    scope: Scope | None = None,
) -> Callable[[Endpoint], Endpoint]:
    """A decorator below that of the router; the arguments are the fields of `Operation`."""
    described = Operation(id, answer, faults, also or {}, found, reads or {}, once, scope)

    def mark(endpoint: Endpoint) -> Endpoint:
        endpoint.__dict__[_OPERATION] = described
        return endpoint

    return mark


def operation_of(endpoint: Callable[..., Any]) -> Operation:
    found: Operation = endpoint.__dict__[_OPERATION]
    return found


_OPERATION = "operation"
