"""An app as one file to take away (its files, or its history), and read by git from our own address."""

from collections.abc import Iterator
from typing import Literal

from pydantic import BaseModel

from shared.domain.base import Files
from shared.domain.delivery.commit import Commit
from shared.domain.delivery.mail import is_exact, mail_of
from shared.domain.delivery.zip_export import zip_tree
from shared.domain.identity import Principal
from shared.domain.revisions.revision import Revision
from shared.ports.git import GitPort, GitService, History
from shared.services.delivery.read_history import commits_from, read_head, read_history, with_files
from shared.services.get_app import get_draft
from shared.services.ports_bundle import Ports

_READ_ONLY = "this address is for reading; change the app in ChatBuilder and pull, or push to a repository of your own"
Format = Literal["zip", "patch", "bundle"]
_SECONDS = 600
_EDITION = 2  # part of the key, because files are made once; a change of a format needs another number
_TYPES = {"zip": "application/zip", "patch": "text/plain; charset=utf-8", "bundle": "application/octet-stream"}


class Export(BaseModel):
    """Where the file lies, for `seconds`; what it is called, and the revision that it ends with.

    `inexact_commits` are those whose message or author `git am` changes; the mails of a `patch` note each of them.
    """

    url: str
    file_name: str
    revision_id: str
    seconds: int = _SECONDS
    inexact_commits: list[str] = []


def export_app(*, principal: Principal, app_id: str, format: Format, git: GitPort, ports: Ports) -> Export:
    """The draft as a zip archive, or all revisions up to it as mails for `git am` or as a bundle for `git clone`."""
    app, draft = get_draft(principal=principal, app_id=app_id, ports=ports)
    name = f"{app.slug}.{format}"
    key = f"apps/{app.tenant_id}/{app.id}/exports/{draft.id}/{_EDITION}/{name}"
    if not ports.blobs.exists(key):
        ports.blobs.put_new(key, _packed(app.slug, draft, format, git, ports), _TYPES[format])
    inexact = [commit.id for commit in read_history(draft, ports) if not is_exact(commit)] if format == "patch" else []
    url = ports.blobs.presign_get(key, _SECONDS)
    return Export(url=url, file_name=name, revision_id=draft.id, inexact_commits=inexact)


def _packed(name: str, draft: Revision, format: Format, git: GitPort, ports: Ports) -> bytes:
    if format == "zip":
        head = read_head(draft, ports)
        return zip_tree(ports.snapshots.get(draft.tenant_id, draft.app_id, head.tree), name, head.epoch)
    history = with_files(read_history(draft, ports), draft, ports)
    return git.bundle(history) if format == "bundle" else "".join(_mails(history)).encode()


def _mails(history: Iterator[tuple[Commit, Files]]) -> Iterator[str]:
    before: Files = {}
    for commit, after in history:
        yield mail_of(commit, before, after)
        before = after


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
