"""How the app stands beside its repository, and its pull request there: asked of the host at this moment."""

from pydantic import BaseModel

from shared.domain.delivery.git_errors import GitNotConnected
from shared.domain.delivery.proposal import PullRequestState
from shared.domain.delivery.push_plan import commits_there
from shared.domain.errors import NotFound
from shared.domain.identity import Principal
from shared.services.delivery.git_ports import GitPorts
from shared.services.delivery.push_app import ready
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
