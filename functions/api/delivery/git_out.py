"""An app pushed to a repository of the person's own."""

from fastapi import APIRouter, Response
from pydantic import BaseModel, ConfigDict

from functions.api.access.callers import Deps, Publisher, Withdrawer
from functions.api.delivery.views import GitConnection, connection_view
from functions.api.http.idempotency import IdempotentRoute
from functions.api.http.operation import GIT, OFFERED, operation
from functions.api.http.view import Answer
from shared.domain.delivery.remote import Branch
from shared.domain.errors import Conflict, GitAddressRefused
from shared.services.delivery.connect_git import GitConnectionWish, connect_git, disconnect_git, read_connection
from shared.services.delivery.open_pull_request import OpenPullRequest, PullRequestWish, open_pull_request
from shared.services.delivery.push_app import Pushed, push_app

router = APIRouter(prefix="/admin/apps/{app_id}/builder", tags=["delivery"], route_class=IdempotentRoute)


class PushRequest(BaseModel):
    """Without a branch `main` of an empty repository, else `chatbuilder/<slug>-<commit>`."""

    model_config = ConfigDict(extra="forbid")

    branch: Branch | None = None


@router.put("/git")
@operation("connectGit", GitConnection, Conflict, GitAddressRefused)
def connect(app_id: str, wish: GitConnectionWish, who: Publisher, deps: Deps) -> Answer:
    """Where this app is pushed to, in place of what was named before. The token is kept sealed and never told again."""
    ports = deps.ports
    made = connect_git(principal=who, app_id=app_id, wish=wish, git=deps.git_out, apps=ports.apps, clock=ports.clock)
    return connection_view(made)


@router.get("/git")
@operation("readGitConnection", GitConnection)
def read(app_id: str, who: Withdrawer, deps: Deps) -> Answer:
    """Where this app is pushed to; of the token its last four characters."""
    return connection_view(read_connection(principal=who, app_id=app_id, git=deps.git_out, apps=deps.ports.apps))


@router.delete("/git", status_code=204)
@operation("disconnectGit", None)
def disconnect(app_id: str, who: Withdrawer, deps: Deps) -> Response:
    """Forget the address and the token. What was pushed stays where it is."""
    disconnect_git(principal=who, app_id=app_id, git=deps.git_out, apps=deps.ports.apps)
    return Response(status_code=204)


@router.post("/git/push")
@operation("pushGit", Pushed, *GIT)
def push(app_id: str, request: PushRequest, who: Publisher, deps: Deps) -> Pushed:
    """Push the draft and what led to it to a branch: never by force, and never to the branch that people work on.

    Only commits that the repository lacks are sent. Pushing again what is there does nothing.
    """
    branch = request.branch
    return push_app(principal=who, app_id=app_id, branch=branch, git=deps.git_out, ports=deps.ports)


@router.post("/export/pull-request")
@operation("openPullRequest", OpenPullRequest, *OFFERED)
def offer(app_id: str, wish: PullRequestWish, who: Publisher, deps: Deps) -> OpenPullRequest:
    """Push, and offer the branch to the people of the repository; an open pull request of that branch is updated.

    Its text has the revisions' own words, what was checked of the newest one, and where it is online.
    """
    return open_pull_request(principal=who, app_id=app_id, wish=wish, git=deps.git_out, ports=deps.ports)
