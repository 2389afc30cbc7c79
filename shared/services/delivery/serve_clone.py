"""`git clone` and `git fetch` from our own address. Nothing is ever taken in here."""

from shared.domain.identity import Principal
from shared.domain.revisions.revision import Revision
from shared.ports.git import GitPort, GitService, History
from shared.services.delivery.read_history import commits_from, read_head, read_history
from shared.services.get_app import get_draft
from shared.services.ports_bundle import Ports

_READ_ONLY = "this address is for reading; change the app in ChatBuilder and pull, or push to a repository of your own"


def advertise_head(*, principal: Principal, app_id: str, service: GitService, git: GitPort, ports: Ports) -> bytes:
    """What there is to fetch: the draft, as the branch `main`. To one who means to push: why not."""
    draft = _draft(principal, app_id, ports)
    return git.advertise(read_head(draft, ports)) if service == "git-upload-pack" else git.refuse(service, _READ_ONLY)


def serve_fetch(*, principal: Principal, app_id: str, request: bytes, git: GitPort, ports: Ports) -> bytes:
    """The commits that the client lacks. Trees of what it has are not read, but for the newest."""
    draft = _draft(principal, app_id, ports)
    return git.upload_pack(request, _what_lacks(draft, git.commits_known(request), ports))


def _what_lacks(draft: Revision, known: set[str], ports: Ports) -> History:
    commits = read_history(draft, ports)
    newest = max((at for at, commit in enumerate(commits) if commit.id in known), default=0)
    return commits_from(newest, commits, draft, ports)


def _draft(principal: Principal, app_id: str, ports: Ports) -> Revision:
    return get_draft(principal=principal, app_id=app_id, ports=ports)[1]
