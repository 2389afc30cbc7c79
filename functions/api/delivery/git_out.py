"""An app pushed to a repository of the person's own."""

from fastapi import APIRouter, Response

from functions.api.access.callers import Deps, Publisher, Withdrawer
from functions.api.http.idempotency import IdempotentRoute
from functions.api.http.operation import Faults, operation
from functions.api.http.view import Answer, View, view
from shared.domain.base import Input
from shared.domain.delivery import git_errors as git
from shared.domain.delivery import remote
from shared.domain.delivery.proposal import PullRequestState
from shared.domain.delivery.remote import Branch
from shared.domain.errors import Conflict, FeatureDisabled, MergeConflict, PolicyViolation
from shared.services.delivery.connect_git import (
    DevicePollWish,
    DeviceStart,
    DeviceState,
    DeviceWish,
    GitConnectionWish,
    connect_git,
    disconnect_git,
    poll_device,
    read_connection,
    start_device,
)
from shared.services.delivery.git_ports import GitPorts
from shared.services.delivery.open_pull_request import (
    GitStatus,
    OpenPullRequest,
    PullRequestWish,
    open_pull_request,
    read_git_status,
    read_pull_request,
)
from shared.services.delivery.pull_app import Pulled, PullWish, pull_app
from shared.services.delivery.push_app import Pushed, push_app

GitConnectionView = view(
    "GitConnection",
    remote.GitConnection,
    ("url", "forge", "api_url", "token_end", "github_app", "connected_by", "updated_at", "last_push", "pull_request"),
    connected=bool,
    by_code=bool,
)
router = APIRouter(prefix="/admin/apps/{app_id}/builder", tags=["delivery"], route_class=IdempotentRoute)

_ASKED: Faults = (git.GitAddressRefused, git.GitNotConnected, git.GitUnauthorized, git.GitNotFound, git.GitUnavailable)
_LIMITED: Faults = (git.GitRateLimited, git.GitUnavailable, FeatureDisabled)
_PUSHED: Faults = (git.GitMoved, *_ASKED, git.GitRejected, git.GitDefaultBranch, git.GitTooLarge)


class PushRequest(Input):
    """Without a branch `main` of an empty repository, else `chatbuilder/<slug>-<commit>`."""

    branch: Branch | None = None


@router.put("/git")
@operation("connectGit", GitConnectionView, Conflict, git.GitAddressRefused)
def connect(app_id: str, wish: GitConnectionWish, who: Publisher, deps: Deps) -> Answer:
    """Where this app is pushed to, in place of what was before. Its token or key is sealed and never told again."""
    ports = deps.ports
    made = connect_git(principal=who, app_id=app_id, wish=wish, git=deps.git_out, apps=ports.apps, clock=ports.clock)
    return connection_view(made, deps.git_out)


@router.get("/git")
@operation("readGitConnection", GitConnectionView)
def read(app_id: str, who: Withdrawer, deps: Deps) -> Answer:
    """Where this app is pushed to; of the token its last four characters."""
    found = read_connection(principal=who, app_id=app_id, git=deps.git_out, apps=deps.ports.apps)
    return connection_view(found, deps.git_out)


@router.delete("/git", status_code=204)
@operation("disconnectGit", None)
def disconnect(app_id: str, who: Withdrawer, deps: Deps) -> Response:
    """Forget the address and the token. What was pushed stays where it is."""
    disconnect_git(principal=who, app_id=app_id, git=deps.git_out, apps=deps.ports.apps)
    return Response(status_code=204)


@router.post("/git/device")
@operation("startGitDevice", DeviceStart, git.GitAddressRefused, *_LIMITED)
def start_code(app_id: str, wish: DeviceWish, who: Publisher, deps: Deps) -> DeviceStart:
    """Connect a repository of github.com without a token: the person types the code at the page that is named."""
    return start_device(principal=who, app_id=app_id, wish=wish, git=deps.git_out, apps=deps.ports.apps)


@router.post("/git/device/poll")
@operation("pollGitDevice", DeviceState, Conflict, git.GitDenied, git.GitCodeExpired, *_LIMITED)
def poll_code(app_id: str, wish: DevicePollWish, who: Publisher, deps: Deps) -> DeviceState:
    """Whether the person has agreed; then the app is connected."""
    ports = deps.ports
    return poll_device(principal=who, app_id=app_id, wish=wish, git=deps.git_out, apps=ports.apps, clock=ports.clock)


@router.get("/git/status")
@operation("readGitStatus", GitStatus, *_ASKED)
def status(app_id: str, who: Publisher, deps: Deps) -> GitStatus:
    """What the repository has of the app now. It also shows whether the token is taken."""
    return read_git_status(principal=who, app_id=app_id, git=deps.git_out, ports=deps.ports)


@router.get("/git/pull-request")
@operation("readPullRequest", PullRequestState, *_ASKED, git.GitRateLimited)
def pull_request(app_id: str, who: Publisher, deps: Deps) -> PullRequestState:
    """The newest pull request that was opened from here, as its forge has it now, with its checks."""
    return read_pull_request(principal=who, app_id=app_id, git=deps.git_out, ports=deps.ports)


@router.post("/git/push")
@operation("pushGit", Pushed, *_PUSHED)
def push(app_id: str, request: PushRequest, who: Publisher, deps: Deps) -> Pushed:
    """Push the draft and what led to it to a branch: never by force, and never to the branch that people work on.

    Only commits that the repository lacks are sent. Pushing again what is there does nothing.
    """
    branch = request.branch
    return push_app(principal=who, app_id=app_id, branch=branch, git=deps.git_out, ports=deps.ports)


@router.post("/git/pull")
@operation("pullGit", Pulled, *_ASKED, git.GitTooLarge, git.GitUnrelated, MergeConflict, PolicyViolation)
def pull(app_id: str, wish: PullWish, who: Publisher, deps: Deps) -> Pulled:
    """What others did in the repository, merged with the draft since the last commit of both: a diff under review.

    Nothing is changed before somebody approves it. Pulling again what is there already proposes nothing new.
    """
    return pull_app(principal=who, app_id=app_id, wish=wish, git=deps.git_out, ports=deps.ports)


@router.post("/export/pull-request")
@operation("openPullRequest", OpenPullRequest, *_PUSHED, git.PullRequestRefused, git.GitRateLimited)
def offer(app_id: str, wish: PullRequestWish, who: Publisher, deps: Deps) -> OpenPullRequest:
    """Push, and offer the branch to the people of the repository; an open pull request of that branch is updated.

    Its text has the revisions' own words, what was checked of the newest one, and where it is online.
    """
    return open_pull_request(principal=who, app_id=app_id, wish=wish, git=deps.git_out, ports=deps.ports)


def connection_view(stored: remote.GitConnection, git: GitPorts) -> View:
    """Nothing of the token but its end. `by_code`: a repository of github.com can be connected without one."""
    return GitConnectionView.of(stored, connected=stored.version > 0, by_code=git.device is not None)
