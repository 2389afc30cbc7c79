"""Git: its own formats, repositories elsewhere, and the forges where people look at changes before they merge them."""

from collections.abc import Iterable, Sequence
from typing import Literal, Protocol

from shared.domain.base import Files
from shared.domain.delivery.commit import Commit
from shared.domain.delivery.proposal import Proposal, PullRequest, PullRequestState
from shared.domain.delivery.remote import DeviceAnswer, DeviceCode, Fetched, RemoteRefs


class Seals(Protocol):
    """Seals with the deployment's secret and a context, without which nothing opens."""

    def seal(self, text: str, *context: str) -> str:
        """Another ciphertext each time."""

    def open(self, sealed: str, *context: str) -> str:
        """What was sealed. ValueError for another context, another secret, or what was changed."""


class DeviceSignIn(Protocol):
    """One errand of bounded time. Both: GitUnavailable for a forge that does not answer as one, GitRateLimited."""

    def start(self) -> DeviceCode:
        """A new code."""

    def poll(self, code: str) -> DeviceAnswer:
        """Whether the person has agreed. GitDenied when not, GitCodeExpired when it is too late."""


class AppSignIn(Protocol):
    """One errand of bounded time."""

    def token(self, app_id: str, private_key: str, repository: str) -> str:
        """A token for this `owner/repository` alone, good for an hour at most.

        GitUnauthorized for a key that is not the application's, GitNotFound where it is not installed for the
        repository, GitRateLimited, and GitUnavailable for a forge that does not answer as one.
        """


class Forge(Protocol):
    """Pull requests of one repository, for one errand of bounded time.

    Each: GitUnauthorized, GitNotFound, GitRateLimited, PullRequestRefused with the forge's words, and GitUnavailable
    for one that does not answer as a forge does.
    """

    def find(self, branch: str) -> PullRequest | None:
        """The open one from this branch of the repository itself."""

    def create(self, proposal: Proposal) -> PullRequest:
        """A new one. PullRequestRefused also where there is one already."""

    def read(self, number: int) -> PullRequestState:
        """As it is now, with its checks. GitNotFound when there is none of this number."""

    def update(self, number: int, proposal: Proposal) -> PullRequest:
        """Another title and text; its base stays."""


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
