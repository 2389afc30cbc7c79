"""Where people look at changes before they merge them."""

from typing import Protocol

from shared.domain.delivery.proposal import Proposal, PullRequest
from shared.domain.delivery.pull_request_state import PullRequestState


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
