"""What can go wrong with a repository of a person's own: errors of the tree in `shared/domain/errors.py`."""

from shared.domain.errors import Conflict, Invalid, LimitReached, Unavailable


class GitMoved(Conflict, code="GIT_MOVED"):
    """The branch of the person's repository has commits that are not the app's."""


class GitAddressRefused(Invalid, code="GIT_ADDRESS_REFUSED"):
    """No address of a repository that may be asked: not https, or not on the public Internet."""


class GitNotConnected(Invalid, code="GIT_NOT_CONNECTED"):
    """The app has no repository of its own, or its token can no longer be read."""


class GitUnauthorized(Invalid, code="GIT_UNAUTHORIZED"):
    """The repository's host takes the token for nobody's, or allows it too little."""


class GitNotFound(Invalid, code="GIT_NOT_FOUND"):
    """The repository is not there, or the token may not see it."""


class GitDenied(Invalid, code="GIT_DENIED"):
    """The person did not agree at the forge."""


class GitCodeExpired(Invalid, code="GIT_CODE_EXPIRED"):
    """The code for the forge is too old, or of another sign-in."""


class GitUnrelated(Invalid, code="GIT_UNRELATED"):
    """The branch and the app have no commit in common."""


class GitRejected(Invalid, code="GIT_REJECTED"):
    """The repository did not take it; its own words are in the message."""


class GitDefaultBranch(Invalid, code="GIT_DEFAULT_BRANCH"):
    """What people work on is not pushed to."""


class PullRequestRefused(Invalid, code="PULL_REQUEST_REFUSED"):
    """The forge did not take it, or there is nothing to merge."""


class GitTooLarge(Invalid, code="GIT_TOO_LARGE"):
    """More history than one request can push or pull."""


class GitRateLimited(LimitReached, code="GIT_RATE_LIMITED"):
    """The forge's own limit."""


class GitUnavailable(Unavailable, code="GIT_UNAVAILABLE", status=502):
    """The repository's host does not answer, or not as such a host does."""
