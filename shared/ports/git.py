"""Git's own formats, made of an app's history."""

from collections.abc import Iterable, Sequence
from typing import Literal, Protocol

from shared.domain.base import Files
from shared.domain.delivery.commit import Commit
from shared.domain.delivery.remote import Fetched, RemoteRefs

GitService = Literal["git-upload-pack", "git-receive-pack"]
"""What git asks for: to fetch, or to push."""
History = Iterable[tuple[Commit, Files | None]]
"""Oldest first. Without files it is the commit alone: who asks has what it holds."""


class GitPort(Protocol):
    """What git's clients read."""

    def bundle(self, history: History) -> bytes:
        """A file that `git clone` takes, with the whole history."""

    def advertise(self, head: Commit) -> bytes:
        """The answer to the first request of a clone or a fetch."""

    def refuse(self, service: GitService, why: str) -> bytes:
        """The answer to the first request, with words that git shows."""

    def commits_known(self, request: bytes) -> set[str]:
        """Commits that the client says it has. Malformed when the request is none of a fetch."""

    def upload_pack(self, request: bytes, history: History) -> bytes:
        """The answer to the second one. Malformed when the request is none, or asks for what is not there."""


class GitRemote(Protocol):
    """A repository elsewhere, for one errand of bounded time.

    All methods: GitAddressRefused, GitUnauthorized, GitNotFound, and GitUnavailable for a host that does not answer as
    git does.
    """

    def look(self) -> RemoteRefs:
        """What it has now."""

    def fetch(self, branch: str | None, known: Sequence[str], history: History) -> Fetched:
        """The files that a branch ends with, by default the one that people get; nothing is changed there.

        `known` are commits of ours, oldest first, and `history` those with their files, newest first: what is here is
        not sent. Where we know none the newest commit alone is fetched. A branch that ends with one of ours has no
        files in the answer. GitNotFound for a branch that is not there, GitTooLarge.
        """

    def push(self, branch: str, before: str | None, known: str | None, history: History) -> None:
        """Make the branch end with the history's last commit. `known` is the newest commit that is there already.

        GitMoved when it does not end with `before` any more, GitRejected with the remote's words, GitTooLarge.
        """
