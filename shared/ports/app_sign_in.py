"""Where an application of a forge's gets a token for one repository."""

from typing import Protocol


class AppSignIn(Protocol):
    """One errand of bounded time."""

    def token(self, app_id: str, private_key: str, repository: str) -> str:
        """A token for this `owner/repository` alone, good for an hour at most.

        GitUnauthorized for a key that is not the application's, GitNotFound where it is not installed for the
        repository, GitRateLimited, and GitUnavailable for a forge that does not answer as one.
        """
