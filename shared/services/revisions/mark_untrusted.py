"""Which strangers' words an app's files and notes may hold, and a person's word that they are in order."""

from collections.abc import Iterable

from shared.domain.agent.egress import UntrustedSource, in_order
from shared.domain.apps.app import App, Confirmed
from shared.domain.base import Input
from shared.domain.errors import Conflict
from shared.domain.identity import Principal, require_person
from shared.domain.ids import require_id
from shared.domain.revisions.revision import Revision
from shared.services.change_app import AppPorts, change_app
from shared.services.ports_bundle import Ports
from shared.services.revisions.confirm_page import confirm_page


class ConfirmRequest(Input):
    """The draft that the person has looked at."""

    revision_id: str


def mark_untrusted(tenant_id: str, app_id: str, sources: Iterable[UntrustedSource], ports: AppPorts) -> None:
    """Written before the words themselves are, so that no run reads them unmarked. Nothing is written when known."""
    new = frozenset(sources)

    def change(app: App) -> App:
        return app.model_copy(update={"untrusted": in_order({*app.untrusted, *new})})

    if new:
        change_app(ports, tenant_id, app_id, change)


def mark_brought_back(app: App, old: Revision, ports: AppPorts) -> None:
    """Files of `old` return: a person who vouched after it looked at another tree, so the marks of then return too."""
    mark_untrusted(app.tenant_id, app.id, lifted_since(app, old), ports)


def lifted_since(app: App, old: Revision) -> list[UntrustedSource]:
    """The marks that a person has ended since this revision, without having looked at it."""
    said = app.confirmed
    unseen = said is not None and old.created_at <= said.at and old.id != said.revision_id
    return app.vouched if unseen else []


def confirm_source(*, principal: Principal, app_id: str, request: ConfirmRequest, ports: Ports) -> App:
    """The person vouches for all that the app holds now. Conflict when its draft is another than the one looked at.

    NotFound for a revision that is not this app's.
    """
    app_id = require_id("app", app_id)
    revision = ports.revisions.get(principal.tenant_id, app_id, require_id("rev", request.revision_id))
    now = ports.clock.now()

    def change(app: App) -> App:
        require_person(principal, "vouch for an app's files")
        if app.draft_revision_id != request.revision_id:
            raise Conflict("The draft has moved on since.", current_revision_id=app.draft_revision_id)
        said = Confirmed(by=principal.subject, at=now, revision_id=request.revision_id)
        vouched = in_order({*app.vouched, *app.unconfirmed})
        lifted = {"untrusted": [], "unconfirmed_document_deleted": False}
        return app.model_copy(update={**lifted, "confirmed": said, "vouched": vouched})

    change_app(ports, principal.tenant_id, app_id, change)
    confirm_page(principal=principal, revision=revision, ports=ports)
    return ports.apps.get(principal.tenant_id, app_id)
