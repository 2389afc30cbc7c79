"""One tree of errors: a stable code and a message that is safe to show. No HTTP here."""

from collections.abc import Sequence
from typing import Any

from shared.domain.diagnostics import Diagnostic


class AppError(Exception):
    """Base of every error a caller may see. `extra` is added to the problem document as it is."""

    code = "INTERNAL"

    def __init__(
        self,
        message: str,
        *,
        code: str | None = None,
        diagnostics: Sequence[Diagnostic] = (),
        **extra: Any,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.code = code or type(self).code
        self.diagnostics = list(diagnostics)
        self.extra = extra


class Malformed(AppError):
    """The request could not be read at all."""

    code = "MALFORMED_REQUEST"


class Unauthenticated(AppError):
    """Nobody is known to be asking; also the preview token's codes."""

    code = "UNAUTHENTICATED"


class Forbidden(AppError):
    """Known, but the scope is missing."""

    code = "FORBIDDEN"


class NotFound(AppError):
    """Does not exist for this tenant."""

    code = "NOT_FOUND"


class Conflict(AppError):
    """The stored state does not allow it now; `code` says which state."""

    code = "REVISION_CONFLICT"


class Gone(AppError):
    """Existed once and will not come back."""

    code = "UI_SOURCE_MODE_REMOVED"


class TooLarge(AppError):
    """The body is larger than the limit named in the message."""

    code = "PAYLOAD_TOO_LARGE"


class UnsupportedMedia(AppError):
    """A body of a type the route does not read."""

    code = "UNSUPPORTED_MEDIA_TYPE"


class Invalid(AppError):
    """Well-formed but not acceptable; `code` says by which rule."""

    code = "VALIDATION_FAILED"


class LimitReached(AppError):
    """A rate or a budget; `retry_after` (seconds) or the cap is named in `extra`."""

    code = "RATE_LIMITED"


class Unavailable(AppError):
    """Something we depend on did not answer; trying again may help."""

    code = "DEPENDENCY_UNAVAILABLE"


class Transient(Unavailable):
    """A passing fault, safe to retry as it is."""


class WorkerBusy(Unavailable):
    """The worker takes no more jobs now; it will when some have ended."""


class ModelUnavailable(Unavailable):
    """The model's service failed or refused."""

    code = "MODEL_UNAVAILABLE"


class FeatureDisabled(AppError):
    """A flag is off; `flag` is in `extra`."""

    code = "FEATURE_DISABLED"


class Bug(AppError):
    """We broke a promise of our own."""

    code = "INTERNAL"


class Unreadable(Bug):
    """A stored record that this release cannot read. It is left as it is; `diagnostics` name the fields."""
