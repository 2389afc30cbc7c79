"""An app pushed and offered to the people of its repository: one pull request a branch, and how it stands there."""

from collections.abc import Sequence
from typing import Annotated

from pydantic import BaseModel, Field

from shared.domain.base import Input, Label
from shared.domain.delivery.commit import Commit
from shared.domain.delivery.git_errors import GitNotConnected, PullRequestRefused
from shared.domain.delivery.proposal import Proposal, PullRequest, PullRequestState, propose
from shared.domain.delivery.push_plan import commits_there
from shared.domain.delivery.remote import Branch
from shared.domain.errors import NotFound
from shared.domain.identity import Principal
from shared.ports.git import Forge
from shared.services.delivery.git_ports import GitPorts
from shared.services.delivery.push_app import Push, note, push, ready
from shared.services.delivery.read_history import read_history
from shared.services.ports_bundle import Ports


class GitStatus(BaseModel):
    """`empty`: it has no branch yet. `default_branch` is null where it is not told. `unpushed` counts the revisions,
    of `revisions`, that no branch there has.
    """

    empty: bool
    default_branch: str | None
    unpushed: int
    revisions: int


class PullRequestWish(Input):
    """`base` is the branch to merge into: without it the repository's own. `branch` names one that goes on.

    `remote`: the repository that the caller expects, by address or as `owner/repository`.
    """

    remote: Annotated[str, Field(min_length=1, max_length=500)] | None = None
    base: Branch | None = None
    title: Label | None = None
    branch: Branch | None = None


class OpenPullRequest(BaseModel):
    """Its page and number, the branch that it offers and the one that takes it. `created`: there was none before."""

    url: str
    number: int
    created: bool
    branch: str
    base: str
    commit: str
    pushed_commits: int


def open_pull_request(
    *, principal: Principal, app_id: str, wish: PullRequestWish, git: GitPorts, ports: Ports
) -> OpenPullRequest:
    """Push, then update the open pull request of the branch, or make one. GitNotConnected for another `remote`."""
    start = ready(principal, app_id, git, ports)
    connection = start.connection
    if wish.remote is not None and not connection.is_named(wish.remote):
        raise GitNotConnected(f"The app is connected to {connection.name}. Connect it with the other repository first.")
    if connection.forge is None or connection.api_url is None:
        raise GitNotConnected("Connect the repository with its `forge`: github or forgejo.")
    done = push(start, wish.branch, git, ports)
    base = _base(done, wish.base)
    title = wish.title or ""
    proposal = propose(start.app, start.draft, _offered(done, base), branch=done.plan.branch, base=base, title=title)
    opened, created = _opened(git.forge(connection.api_url, connection.name, start.token), proposal)
    note(done.connection, git, pull_request=opened.number)
    shown = done.shown
    return OpenPullRequest(
        url=opened.url,
        number=opened.number,
        created=created,
        branch=shown.branch,
        base=base,
        commit=shown.commit,
        pushed_commits=shown.pushed_commits,
    )


def _base(done: Push, named: str | None) -> str:
    """Where to merge; PullRequestRefused where there is nothing to merge."""
    base, branch = named or done.refs.default, done.plan.branch
    if base is None and done.refs.heads:
        raise PullRequestRefused("The repository does not name its default branch. Name the base to merge into.")
    if base is None:
        raise PullRequestRefused(f"The repository had no branch; it has {branch} now. Merge later changes into that.")
    if base == branch:
        raise PullRequestRefused(f"{base} has this revision already.")
    return base


def _offered(done: Push, base: str) -> Sequence[Commit]:
    """What the base lacks; of a base with commits of others what the repository lacked."""
    ids = [commit.id for commit in done.commits]
    tip = done.refs.heads.get(base)
    start = ids.index(tip) + 1 if tip in ids else done.plan.known
    return done.commits[start:] or done.commits[-1:]


def _opened(forge: Forge, proposal: Proposal) -> tuple[PullRequest, bool]:
    """One that somebody else opens at the same moment is ours too."""
    found = forge.find(proposal.branch)
    if found is None:
        try:
            return forge.create(proposal), True
        except PullRequestRefused:
            if (found := forge.find(proposal.branch)) is None:
                raise
    return forge.update(found.number, proposal), False


def read_git_status(*, principal: Principal, app_id: str, git: GitPorts, ports: Ports) -> GitStatus:
    """What a push would find. It also shows whether the token is taken."""
    start = ready(principal, app_id, git, ports)
    refs = git.remote(start.connection.url, start.token).look()
    ids = [commit.id for commit in read_history(start.draft, ports)]
    unpushed = len(ids) - commits_there(refs, ids)
    return GitStatus(empty=not refs.heads, default_branch=refs.default, unpushed=unpushed, revisions=len(ids))


def read_pull_request(*, principal: Principal, app_id: str, git: GitPorts, ports: Ports) -> PullRequestState:
    """The newest that was opened from here, with its checks; NotFound where there is none."""
    start = ready(principal, app_id, git, ports)
    connection = start.connection
    if connection.api_url is None:
        raise GitNotConnected("Connect the repository with its `forge`: github or forgejo.")
    if connection.pull_request is None:
        raise NotFound("No pull request was opened from here yet.")
    return git.forge(connection.api_url, connection.name, start.token).read(connection.pull_request)
