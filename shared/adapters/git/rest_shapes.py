"""What forges answer, as far as it is read."""

from typing import Annotated

from pydantic import AfterValidator, BaseModel, Field, TypeAdapter

from shared.adapters.git.forge_page import plain_link
from shared.domain.base import without_unseen
from shared.domain.delivery.proposal import Check, PullRequestState, check_state, pull_state
from shared.domain.delivery.remote import is_readable
from shared.domain.untrusted import shortened

_MOST = 200
Words = Annotated[str, AfterValidator(lambda text: shortened(without_unseen(text), _MOST))]
"""What strangers wrote, to be shown."""
Branch = Annotated[Words, AfterValidator(lambda name: name if is_readable(name) else "")]
"""Empty for one that nobody could read."""
Link = Annotated[str | None, AfterValidator(plain_link)]
Number = Annotated[int, Field(ge=1, le=2**53)]


class Repository(BaseModel):
    full_name: str


class Head(BaseModel):
    """The branch that is offered; the repository of one that was taken away is gone too."""

    ref: str
    repo: Repository | None = None


class Pull(BaseModel):
    """One of a list, or one that was just made."""

    number: Number
    html_url: str
    head: Head


class Tip(BaseModel):
    """The end of a branch, whose name is shown. The commit is part of addresses that are asked for with the token."""

    ref: Branch
    sha: Annotated[str, Field(pattern=r"^(?:[0-9a-f]{40}|[0-9a-f]{64}|)\z")] = ""


class PullNow(BaseModel):
    number: Number
    html_url: str
    title: Words
    state: str
    merged: bool = False
    head: Tip
    base: Tip

    def shown(self) -> PullRequestState:
        return PullRequestState(
            number=self.number,
            url=self.html_url,
            title=self.title,
            state=pull_state(self.state, merged=self.merged),
            branch=self.head.ref,
            base=self.base.ref,
            commit=self.head.sha,
        )


class Status(BaseModel):
    """GitHub says `state`, Forgejo and Gitea `status`."""

    context: Words
    state: str = ""
    status: str = ""
    target_url: Link = None


class Statuses(BaseModel):
    """Those of one commit, the newest of each."""

    statuses: list[Status] | None = Field(default_factory=list)

    def shown(self) -> list[Check]:
        found = self.statuses or []
        return [Check(name=s.context, state=check_state(s.state or s.status), url=s.target_url) for s in found]


class CheckRun(BaseModel):
    """GitHub's own; it has a conclusion once it is completed."""

    name: Words
    status: str
    conclusion: str | None = None
    html_url: Link = None


class CheckRuns(BaseModel):
    check_runs: list[CheckRun]

    def shown(self) -> list[Check]:
        return [
            Check(name=run.name, state=check_state(run.conclusion or run.status), url=run.html_url)
            for run in self.check_runs
        ]


ONE, MANY, NOW = TypeAdapter(Pull), TypeAdapter(list[Pull]), TypeAdapter(PullNow)
STATUSES, RUNS = TypeAdapter(Statuses), TypeAdapter(CheckRuns)
