"""One tree of errors: a message that is safe to show, and the stable code and the HTTP status of each class.

A class of its own is a code that callers branch on. Its place in the tree says what it means to those that do not.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from shared.domain.diagnostics import Diagnostic


class AppError(Exception):
    """Base of every error a caller may see. `extra` is added to the problem document as it is."""

    code = "INTERNAL"
    status = 500

    def __init__(self, message: str, *, diagnostics: Sequence[Diagnostic] = (), **extra: Any) -> None:
        super().__init__(message)
        self.message = message
        self.diagnostics = list(diagnostics)
        self.extra = extra


def with_codes(kind: type[AppError] = AppError) -> Iterator[type[AppError]]:
    """The classes that have a code of their own, as they are written here."""
    for each in kind.__subclasses__():
        if "code" in vars(each):
            yield each
        yield from with_codes(each)


class Malformed(AppError):
    """The request could not be read at all."""

    code = "MALFORMED_REQUEST"
    status = 400


class Unauthenticated(AppError):
    """Nobody is known to be asking."""

    code = "UNAUTHENTICATED"
    status = 401


class PreviewTokenRequired(Unauthenticated):
    """A preview was asked for without a token."""

    code = "PREVIEW_TOKEN_REQUIRED"


class PreviewTokenInvalid(Unauthenticated):
    """The token is of another preview, or of nobody."""

    code = "PREVIEW_TOKEN_INVALID"


class PreviewTokenExpired(Unauthenticated):
    """The token was good once."""

    code = "PREVIEW_TOKEN_EXPIRED"


class Forbidden(AppError):
    """Known, but the scope is missing."""

    code = "FORBIDDEN"
    status = 403


class PersonRequired(Forbidden):
    """An API key may not do it, whatever its scopes."""

    code = "PERSON_REQUIRED"


class NotFound(AppError):
    """Does not exist for this tenant."""

    code = "NOT_FOUND"
    status = 404


class MethodNotAllowed(AppError):
    """The path has no such method."""

    code = "METHOD_NOT_ALLOWED"
    status = 405


class Conflict(AppError):
    """The stored state does not allow it now. The class itself: somebody else wrote first."""

    code = "REVISION_CONFLICT"
    status = 409


class BuildPending(Conflict):
    """The build that it needs has not ended."""

    code = "BUILD_PENDING"


class AlreadyBuilt(Conflict):
    """There is nothing to build again."""

    code = "ALREADY_BUILT"


class RunActive(Conflict):
    """A run is at work; `active_run_id` is in `extra`."""

    code = "RUN_ACTIVE"


class SlugTaken(Conflict):
    """Another app has this address."""

    code = "SLUG_TAKEN"


class DiffStale(Conflict):
    """The draft moved on since the diff was made."""

    code = "DIFF_STALE"


class NotAwaitingApproval(Conflict):
    """What was asked is not open to that decision."""

    code = "NOT_AWAITING_APPROVAL"


class AlreadyPublished(Conflict):
    """An app that was online keeps its address."""

    code = "ALREADY_PUBLISHED"


class MergeConflict(Conflict):
    """Both sides changed the same; `paths` are in `extra`."""

    code = "MERGE_CONFLICT"


class NotLatestAnswer(Conflict):
    """Only the latest answer can be done again."""

    code = "NOT_LATEST_ANSWER"


class NotWaiting(Conflict):
    """The message waits in no queue any more."""

    code = "NOT_WAITING"


class StateConflict(Conflict):
    """The versioned state was changed since it was read."""

    code = "STATE_CONFLICT"


class RepairsUsedUp(Conflict):
    """Two repairs of this did not help."""

    code = "REPAIRS_USED_UP"


class GitMoved(Conflict):
    """The branch of the person's repository has commits that are not the app's."""

    code = "GIT_MOVED"


class Gone(AppError):
    """Existed once and will not come back."""

    code = "UI_SOURCE_MODE_REMOVED"
    status = 410


class TooLarge(AppError):
    """The body is larger than the limit named in the message."""

    code = "PAYLOAD_TOO_LARGE"
    status = 413


class UnsupportedMedia(AppError):
    """A body of a type the route does not read."""

    code = "UNSUPPORTED_MEDIA_TYPE"
    status = 415


class Invalid(AppError):
    """Well-formed but not acceptable."""

    code = "VALIDATION_FAILED"
    status = 422


class PolicyViolation(Invalid):
    """A change that the rules of a project forbid."""

    code = "BUILDER_PATCH_POLICY_VIOLATION"


class CompileFailed(Invalid):
    """A change that does not compile."""

    code = "BUILDER_COMPILE_FAILED"


class BuildFailed(Invalid):
    """Its build failed."""

    code = "BUILD_FAILED"


class NotReady(Invalid):
    """What it would work on is not there."""

    code = "NOT_READY"


class NotPublished(Invalid):
    """It is not, or was never, online."""

    code = "NOT_PUBLISHED"


class IdempotencyMismatch(Invalid):
    """The key was used for another request."""

    code = "IDEMPOTENCY_MISMATCH"


class AttachmentsUnsupported(Invalid):
    """A file that cannot be sent along."""

    code = "ATTACHMENTS_UNSUPPORTED"


class GitAddressRefused(Invalid):
    """No address of a repository that may be asked: not https, or not on the public Internet."""

    code = "GIT_ADDRESS_REFUSED"


class GitNotConnected(Invalid):
    """The app has no repository of its own, or its token can no longer be read."""

    code = "GIT_NOT_CONNECTED"


class GitUnauthorized(Invalid):
    """The repository's host takes the token for nobody's, or allows it too little."""

    code = "GIT_UNAUTHORIZED"


class GitNotFound(Invalid):
    """The repository is not there, or the token may not see it."""

    code = "GIT_NOT_FOUND"


class GitRejected(Invalid):
    """The repository did not take it; its own words are in the message."""

    code = "GIT_REJECTED"


class GitDefaultBranch(Invalid):
    """What people work on is not pushed to."""

    code = "GIT_DEFAULT_BRANCH"


class GitTooLarge(Invalid):
    """More history than one request can push."""

    code = "GIT_TOO_LARGE"


class LimitReached(AppError):
    """Too often or too much; `retry_after` (seconds) is in `extra`."""

    code = "RATE_LIMITED"
    status = 429


class BudgetExceeded(LimitReached):
    """A budget is used up; the cap is named in `extra`."""

    code = "BUDGET_EXCEEDED"


class Bug(AppError):
    """We broke a promise of our own."""

    code = "INTERNAL"
    status = 500


class Unreadable(Bug):
    """A stored record that this release cannot read. It is left as it is; `diagnostics` name the fields."""


class Unavailable(AppError):
    """Something we depend on did not answer; trying again may help."""

    code = "DEPENDENCY_UNAVAILABLE"
    status = 503


class Transient(Unavailable):
    """A passing fault, safe to retry as it is."""


class WorkerBusy(Unavailable):
    """The worker takes no more jobs now; it will when some have ended."""


class ModelUnavailable(Unavailable):
    """The model's service failed or refused."""

    code = "MODEL_UNAVAILABLE"
    status = 502


class GitUnavailable(Unavailable):
    """The repository's host does not answer, or not as such a host does."""

    code = "GIT_UNAVAILABLE"
    status = 502


class FeatureDisabled(AppError):
    """A flag is off; `flag` is in `extra`."""

    code = "FEATURE_DISABLED"
    status = 503
