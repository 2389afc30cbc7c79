"""A forge in memory."""

from shared.domain.delivery.git_errors import GitNotFound, PullRequestRefused
from shared.domain.delivery.proposal import Proposal, PullRequest, PullRequestState


class FakeForge:
    """`Forge` of one repository, whose pull requests all stay open."""

    def __init__(self) -> None:
        self.pulls: dict[str, tuple[PullRequest, Proposal]] = {}

    def find(self, branch: str) -> PullRequest | None:
        return self.pulls[branch][0] if branch in self.pulls else None

    def create(self, proposal: Proposal) -> PullRequest:
        if proposal.branch in self.pulls:
            raise PullRequestRefused("A pull request already exists.")
        number = len(self.pulls) + 1
        made = PullRequest(number, f"https://github.com/ann/todo-list/pull/{number}")
        self.pulls[proposal.branch] = made, proposal
        return made

    def update(self, number: int, proposal: Proposal) -> PullRequest:
        made = self.pulls[proposal.branch][0]
        self.pulls[proposal.branch] = made, proposal
        return made

    def read(self, number: int) -> PullRequestState:
        for made, proposal in self.pulls.values():
            if made.number == number:
                return PullRequestState(
                    number=number,
                    url=made.url,
                    title=proposal.title,
                    state="open",
                    branch=proposal.branch,
                    base=proposal.base,
                    commit="0" * 40,
                    checks=[],
                )
        raise GitNotFound("The forge has no such pull request.")
