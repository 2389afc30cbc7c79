"""A person's save: operations on the draft become the next revision."""

from collections.abc import Sequence
from typing import NamedTuple

from shared.domain.base import Input, Label
from shared.domain.diagnostics import Diagnostic
from shared.domain.errors import Invalid
from shared.domain.identity import Principal
from shared.domain.revisions.revision import Revision
from shared.domain.tree.operations import Operation
from shared.services.get_app import get_draft
from shared.services.ports_bundle import Ports
from shared.services.revisions.add_revision import NextRevision, add_revision
from shared.services.revisions.confirm_page import confirms_by_hand
from shared.services.revisions.gate_change import gate_change


class SaveRequest(Input):
    """What is saved, and on which draft."""

    base_revision_id: str
    operations: list[Operation]
    label: Label | None = None


class Saved(NamedTuple):
    """The new revision, and what the gate warned of: it would be an error in a file that a page loads."""

    revision: Revision
    warnings: list[Diagnostic]


def save_revision(*, principal: Principal, app_id: str, request: SaveRequest, ports: Ports) -> Saved:
    """The new revision, queued. Conflict when the base is not the draft; Invalid when the gate refuses it.

    Operations that change nothing are Invalid as well: a revision that equals its parent would only be noise.
    """
    app, draft = get_draft(principal=principal, app_id=app_id, ports=ports, base_revision_id=request.base_revision_id)
    base = ports.snapshots.get(app.tenant_id, app.id, draft.tree)
    gated = gate_change(tenant_id=app.tenant_id, app_id=app.id, base=base, operations=request.operations, ports=ports)
    tree = gated.accepted()
    if tree == draft.tree:
        raise Invalid("These operations change nothing.")
    new = NextRevision(
        app_id=app.id,
        slug=app.slug,
        tree=tree,
        parent=draft,
        origin="save",
        message=request.label or describe(request.operations),
        label=request.label,
        confirms=confirms_by_hand(principal, app, gated.files, ports.clock),
    )
    return Saved(add_revision(principal=principal, new=new, ports=ports), gated.diagnostics)


def describe(operations: Sequence[Operation]) -> str:
    paths = [operation.path for operation in operations]
    more = f" and {len(paths) - 1} more" if len(paths) > 1 else ""
    return f"Edit {paths[0]}{more}" if paths else "Edit"
