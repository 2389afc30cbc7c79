"""Brings one file back as it was in a revision."""

from pydantic import Field

from shared.domain.base import Input
from shared.domain.errors import Invalid, NotFound
from shared.domain.identity import Principal
from shared.domain.ids import require_id
from shared.domain.revisions.revision import Revision
from shared.services.get_app import get_draft
from shared.services.ports_bundle import Ports
from shared.services.revisions.add_revision import NextRevision, add_revision
from shared.services.revisions.follow_lock import follow_lock
from shared.services.revisions.gate_change import gate_tree


class RevertFileRequest(Input):
    """Which file, and in which revision it was right."""

    path: str = Field(max_length=1000)
    revision_id: str


def revert_file(*, principal: Principal, app_id: str, request: RevertFileRequest, ports: Ports) -> Revision:
    """A new revision on the draft, queued, with that file as it was; without it when it was not there.

    NotFound when neither has such a file; Invalid when nothing would change or the gate refuses it.
    """
    app, draft = get_draft(principal=principal, app_id=app_id, ports=ports)
    wanted = ports.revisions.get(app.tenant_id, app.id, require_id("rev", request.revision_id))
    now = ports.snapshots.get(app.tenant_id, app.id, draft.tree)
    then = ports.snapshots.get(app.tenant_id, app.id, wanted.tree)
    path = request.path
    if path not in now and path not in then:
        raise NotFound("There is no such file, in the draft or in that revision.")
    files = {name: content for name, content in now.items() if name != path}
    if path in then:
        files[path] = then[path]
    files = follow_lock(files=files, sides=(now, then), tenant_id=app.tenant_id, ports=ports)
    if files == now:
        raise Invalid("The file is already as it was in that revision.")
    new = NextRevision(
        app_id=app.id,
        slug=app.slug,
        tree=gate_tree(tenant_id=app.tenant_id, app_id=app.id, files=files, ports=ports).accepted(),
        parent=draft,
        origin="revert",
        message=f"Bring back {path} from {wanted.title}"[:200],
    )
    return add_revision(principal=principal, new=new, ports=ports)
