"""One tree of errors: a message that is safe to show, and the stable code and the HTTP status of each class.

A class of its own is a code that callers branch on. Its place in the tree says what it means to others.
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

    def __init_subclass__(cls, *, code: str = "", status: int = 0) -> None:
        """A class has the code and the status of its parent where it names none."""
        cls.code, cls.status = code or cls.code, status or cls.status


def with_codes(kind: type[AppError] = AppError) -> Iterator[type[AppError]]:
    """The classes that have a code of their own, those of a room only once it is imported."""
    for each in kind.__subclasses__():
        if each.code != kind.code or each is Bug:
            yield each
        yield from with_codes(each)


class Malformed(AppError, code="MALFORMED_REQUEST", status=400):
    """The request could not be read at all."""


class PlanFailed(Malformed, code="PLAN_FAILED"):
    """A document of which no plan could be made; the reason is in the message."""


class Unauthenticated(AppError, code="UNAUTHENTICATED", status=401):
    """Nobody is known to be asking."""


class PreviewTokenRequired(Unauthenticated, code="PREVIEW_TOKEN_REQUIRED"):
    """A preview was asked for without a token."""


class PreviewTokenInvalid(Unauthenticated, code="PREVIEW_TOKEN_INVALID"):
    """The token is of another preview, or of nobody."""


class PreviewTokenExpired(Unauthenticated, code="PREVIEW_TOKEN_EXPIRED"):
    """The token was good once."""


class Forbidden(AppError, code="FORBIDDEN", status=403):
    """Known, but the scope is missing."""


class PersonRequired(Forbidden, code="PERSON_REQUIRED"):
    """An API key may not do it, whatever its scopes."""


class NotFound(AppError, code="NOT_FOUND", status=404):
    """Does not exist for this tenant."""


class MethodNotAllowed(AppError, code="METHOD_NOT_ALLOWED", status=405):
    """The path has no such method."""


class Conflict(AppError, code="REVISION_CONFLICT", status=409):
    """The stored state does not allow it now. The class itself: somebody else wrote first."""


class CatalogMoved(Conflict):
    """The tenant's catalog is another version than the one that was looked at."""


class BuildPending(Conflict, code="BUILD_PENDING"):
    """The build that it needs has not ended."""


class RequestPending(Conflict, code="REQUEST_PENDING"):
    """The first request with this idempotency key is still running; `retry_after` (seconds) is in `extra`."""


class AlreadyBuilt(Conflict, code="ALREADY_BUILT"):
    """There is nothing to build again."""


class RunActive(Conflict, code="RUN_ACTIVE"):
    """A run is at work; `active_run_id` is in `extra`."""


class SlugTaken(Conflict, code="SLUG_TAKEN"):
    """Another app has this address."""


class DiffStale(Conflict, code="DIFF_STALE"):
    """The draft moved on since the diff was made."""


class NotAwaitingApproval(Conflict, code="NOT_AWAITING_APPROVAL"):
    """What was asked is not open to that decision."""


class AlreadyPublished(Conflict, code="ALREADY_PUBLISHED"):
    """An app that was online keeps its address."""


class ScaffoldApplied(Conflict, code="SCAFFOLD_APPLIED"):
    """The app has this scaffold, or a proposal with it waits; `diff_id` is in `extra`."""


class MergeConflict(Conflict, code="MERGE_CONFLICT"):
    """Both sides changed the same; `paths` are in `extra`."""


class NotLatestAnswer(Conflict, code="NOT_LATEST_ANSWER"):
    """Only the latest answer can be done again."""


class NotWaiting(Conflict, code="NOT_WAITING"):
    """The message waits in no queue any more."""


class StateConflict(Conflict, code="STATE_CONFLICT"):
    """The versioned state was changed since it was read."""


class RepairsUsedUp(Conflict, code="REPAIRS_USED_UP"):
    """Two repairs of this did not help."""


class ConnectionTestActive(Conflict, code="CONNECTION_TEST_ACTIVE"):
    """A connection test of the tenant is still running."""


class ProposalStale(Conflict, code="PROPOSAL_STALE"):
    """The plan or the document is another since the proposal was made; `refused` is in `extra`."""


class BlueprintArchived(Conflict, code="BLUEPRINT_ARCHIVED"):
    """The plan of an archived blueprint is only read."""


class TaskClaimed(Conflict, code="TASK_CLAIMED"):
    """Another has the task; `holder` is in `extra`."""


class TaskNotReady(Conflict, code="TASK_NOT_READY"):
    """It waits for others, its text has changed, or it is over; `blocked_by` is in `extra`."""


class ClaimLost(Conflict, code="CLAIM_LOST"):
    """The claim has expired and another has, or had, the task since."""


class PackageInCatalog(Conflict, code="PACKAGE_IN_CATALOG"):
    """The catalog has it already."""


class PackageInUse(Conflict, code="PACKAGE_IN_USE"):
    """A draft or a published revision declares it; those `apps` are in `extra`."""


class CatalogBusy(Conflict, code="CATALOG_BUSY"):
    """Another package is being added: one at a time."""


class DocumentInUse(Conflict, code="DOCUMENT_IN_USE"):
    """A blueprint is made from it; `blueprint_id` is in `extra`."""


class Gone(AppError, code="UI_SOURCE_MODE_REMOVED", status=410):
    """Existed once and will not come back."""


class TooLarge(AppError, code="PAYLOAD_TOO_LARGE", status=413):
    """The body is larger than the limit named in the message."""


class UnsupportedMedia(AppError, code="UNSUPPORTED_MEDIA_TYPE", status=415):
    """A body of a type the route does not read."""


class Invalid(AppError, code="VALIDATION_FAILED", status=422):
    """Well-formed but not acceptable."""


class PolicyViolation(Invalid, code="BUILDER_PATCH_POLICY_VIOLATION"):
    """A change that the rules of a project forbid."""


class CompileFailed(Invalid, code="BUILDER_COMPILE_FAILED"):
    """A change that does not compile."""


class BuildFailed(Invalid, code="BUILD_FAILED"):
    """Its build failed."""


class NotReady(Invalid, code="NOT_READY"):
    """What it would work on is not there."""


class NotPublished(Invalid, code="NOT_PUBLISHED"):
    """It is not, or was never, online."""


class IdempotencyMismatch(Invalid, code="IDEMPOTENCY_MISMATCH"):
    """The key was used for another request."""


class PackageNameNear(Invalid, code="PACKAGE_NAME_NEAR"):
    """It is nearly the name of another package (`near` in `extra`), as names of malicious ones are."""


class AttachmentsUnsupported(Invalid, code="ATTACHMENTS_UNSUPPORTED"):
    """A file that cannot be sent along."""


class PlanCycle(Invalid, code="PLAN_CYCLE"):
    """It would wait for itself, or lie below itself; `cycle` (the ids on the way round) is in `extra`."""


class PlanKindOrder(Invalid, code="PLAN_KIND_ORDER"):
    """A phase holds epics, an epic features, a feature stories, a story task specs: never the other way round."""


class EvidenceRequired(Invalid, code="EVIDENCE_REQUIRED"):
    """Only a person may call a task done without a revision that was built."""


class EvidenceTakenBack(EvidenceRequired, code="EVIDENCE_TAKEN_BACK"):
    """The revision's change is no longer in the draft; `taken_back_by` is in `extra`."""


class PlanTooLarge(Invalid, code="PLAN_TOO_LARGE"):
    """More nodes or tasks than a plan may have."""


class TextUnreadable(Invalid, code="TEXT_UNREADABLE"):
    """No UTF-8, or no text at all."""


class LimitReached(AppError, code="RATE_LIMITED", status=429):
    """Too often or too much; `retry_after` (seconds) is in `extra`."""


class BudgetExceeded(LimitReached, code="BUDGET_EXCEEDED"):
    """A budget is used up; the cap is named in `extra`."""


class Bug(AppError, code="INTERNAL", status=500):
    """We broke a promise of our own."""


class Unreadable(Bug):
    """A stored record that this release cannot read. It is left as it is; `diagnostics` name the fields."""


class Unavailable(AppError, code="DEPENDENCY_UNAVAILABLE", status=503):
    """Something we depend on did not answer; trying again may help."""


class Transient(Unavailable):
    """A passing fault, safe to retry as it is."""


class WorkerBusy(Unavailable):
    """The worker takes no more jobs now; it will when some have ended."""


class ModelUnavailable(Unavailable, code="MODEL_UNAVAILABLE", status=502):
    """The model's service failed or refused. `sentence` is its own, without credentials; "" when it said nothing."""

    sentence: str = ""


class FeatureDisabled(AppError, code="FEATURE_DISABLED", status=503):
    """A flag is off; `flag` is in `extra`."""
