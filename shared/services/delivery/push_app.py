"""An app's history pushed to a repository of the person's own: what it lacks, to a branch, never by force."""

from collections.abc import Sequence
from typing import NamedTuple

from pydantic import BaseModel

from shared.domain.apps.app import App
from shared.domain.delivery.commit import Commit
from shared.domain.delivery.git_errors import GitRejected
from shared.domain.delivery.push_plan import PushPlan, own_branch, plan_push
from shared.domain.delivery.remote import GitConnection, LastPush, RemoteRefs
from shared.domain.errors import Conflict
from shared.domain.identity import Principal
from shared.domain.revisions.revision import Revision
from shared.ports.git import GitRemote
from shared.services.delivery.git_ports import GitPorts, token_of
from shared.services.delivery.read_history import commits_from, read_history
from shared.services.get_app import get_draft
from shared.services.ports_bundle import Ports


class Pushed(BaseModel):
    """The branch ends with the draft's commit. `pushed_commits` is 0 where it did before; `created`: it is new there.

    `url` is the branch's address for people.
    """

    branch: str
    commit: str
    created: bool
    pushed_commits: int
    url: str


class Ready(NamedTuple):
    """What is pushed, where, and as whom."""

    app: App
    draft: Revision
    connection: GitConnection
    token: str


class Push(NamedTuple):
    """What was pushed, and how the repository was before."""

    commits: Sequence[Commit]
    refs: RemoteRefs
    plan: PushPlan
    connection: GitConnection

    @property
    def shown(self) -> Pushed:
        plan, head, page = self.plan, self.commits[-1].id, self.connection.page_of(self.plan.branch)
        count = 0 if plan.done else len(self.commits) - plan.known
        return Pushed(branch=plan.branch, commit=head, created=plan.before is None, pushed_commits=count, url=page)


def push_app(*, principal: Principal, app_id: str, branch: str | None, git: GitPorts, ports: Ports) -> Pushed:
    """Push the draft with all that led to it. Doing it again does nothing."""
    return push(ready(principal, app_id, git, ports), branch, git, ports).shown


def ready(principal: Principal, app_id: str, git: GitPorts, ports: Ports) -> Ready:
    """GitNotConnected where there is no place to push to."""
    app, draft = get_draft(principal=principal, app_id=app_id, ports=ports)
    return Ready(app, draft, *token_of(principal, app.id, git))


def push(start: Ready, branch: str | None, git: GitPorts, ports: Ports) -> Push:
    """Look, plan, send what is not there, and note it."""
    commits = read_history(start.draft, ports)
    remote = git.remote(start.connection.url, start.token)
    refs = remote.look()
    ids = [commit.id for commit in commits]
    last = start.connection.last_push
    plan = plan_push(refs, ids, branch, own_branch(start.app.slug, ids[-1]), last.commit if last else None)
    if not plan.done:
        plan = _sent(plan, remote, commits, start.draft, ports)
    if last is None or (last.branch, last.commit) != (plan.branch, ids[-1]):
        last = LastPush(branch=plan.branch, commit=ids[-1], revision_id=start.draft.id, at=ports.clock.now())
    return Push(commits, refs, plan, note(start.connection, git, last_push=last))


def note(connection: GitConnection, git: GitPorts, **facts: object) -> GitConnection:
    """The connection with what is known now. Somebody who connects it anew at this moment wins."""
    changed = connection.model_copy(update=facts)
    if changed == connection:
        return connection
    try:
        return git.connections.put(changed)
    except Conflict:
        return changed


def _sent(plan: PushPlan, remote: GitRemote, commits: Sequence[Commit], draft: Revision, ports: Ports) -> PushPlan:
    """What no branch shows may be gone: where it is, all that a branch does not show is sent."""
    newest = max(plan.known - 1, 0)
    known = commits[newest].id if plan.known else None
    try:
        remote.push(plan.branch, plan.before, known, commits_from(newest, commits, draft, ports))
    except GitRejected:
        if plan.seen == plan.known:
            raise
        return _sent(plan._replace(known=plan.seen), remote, commits, draft, ports)
    return plan
