"""Which plans quote documents that no person has confirmed, and a person's word that a document is their own."""

from collections.abc import Iterable, Iterator

from shared.domain.apps.app import App
from shared.domain.identity import Principal, require_person
from shared.domain.planning.document import Document, DocumentConfirmed
from shared.services.change_app import change_app
from shared.services.loop_ports import LoopPorts
from shared.services.matching_page import pages_of
from shared.services.or_none import or_none
from shared.services.planning.documents import get_document

_PAGE = 100


def unconfirmed_blueprints(tenant_id: str, app_id: str, blueprint_ids: Iterable[str], ports: LoopPorts) -> set[str]:
    """Those of these blueprints whose document no one confirmed, or is gone: their nodes and tasks may quote it."""
    return {each for each in {*blueprint_ids} if not _is_confirmed(tenant_id, app_id, each, ports)}


def _is_confirmed(tenant_id: str, app_id: str, blueprint_id: str, ports: LoopPorts) -> bool:
    blueprint = or_none(ports.blueprints.get, tenant_id, app_id, blueprint_id)
    document = or_none(ports.documents.get, tenant_id, app_id, blueprint.document_id) if blueprint else None
    return document is not None and document.confirmed is not None


def confirm_document(*, principal: Principal, app_id: str, document_id: str, ports: LoopPorts) -> Document:
    """The person wrote this document or trusts it. PersonRequired for an API key; once is enough.

    With the last unconfirmed document the app's own mark ends too, and what runs have read of documents before.
    """
    # Looked up first: a document of another tenant is not found, for every caller.
    document = get_document(principal=principal, app_id=app_id, document_id=document_id, ports=ports)
    require_person(principal, "confirm a document")
    if document.confirmed is None:
        said = DocumentConfirmed(by=principal.subject, at=ports.clock.now())
        document = document.model_copy(update={"confirmed": said})
        ports.documents.confirm(document)
    _lift_mark(document, ports)
    return document


def _lift_mark(document: Document, ports: LoopPorts) -> None:
    def change(app: App) -> App:
        if app.unconfirmed_document_deleted or any(each.confirmed is None for each in _documents(document, ports)):
            return app
        rest = [source for source in app.untrusted if source != "document"]
        return app.model_copy(update={"untrusted": rest, "documents_confirmed_at": ports.clock.now()})

    change_app(ports, document.tenant_id, document.app_id, change)


def _documents(document: Document, ports: LoopPorts) -> Iterator[Document]:
    place = document.tenant_id, document.app_id
    for page in pages_of(lambda cursor: ports.documents.list(*place, limit=_PAGE, cursor=cursor)):
        yield from page.items
