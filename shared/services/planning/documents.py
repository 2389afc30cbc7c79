"""Documents of a project: kept whole, listed, read by range, removed when no blueprint is made from them."""

import hashlib
from typing import NamedTuple

from pydantic import Field, model_validator

from shared.domain.apps.app import App
from shared.domain.base import Input, Name, Page
from shared.domain.errors import DocumentInUse, Invalid
from shared.domain.identity import Principal
from shared.domain.ids import new_id, require_id
from shared.domain.planning.document import DOCUMENT_BYTES_MOST, Document, terms_key, text_key
from shared.domain.planning.source_text import count_words, normalise_source, read_source
from shared.domain.planning.words import DocumentKind
from shared.services.assets.uploads import read_upload
from shared.services.change_app import change_app
from shared.services.loop_ports import LoopPorts
from shared.services.matching_page import pages_of
from shared.services.planning.document_terms import store_index

RANGE_MOST = 100_000
_PAGE, _TURNS = 100, 200


class DocumentRequest(Input):
    """The words themselves in `text`, or the id of what was uploaded by `POST /admin/uploads` before.

    `replaces`: the document that this one is a newer text of.
    """

    title: Name
    kind: DocumentKind = "markdown"
    text: str | None = Field(default=None, max_length=DOCUMENT_BYTES_MOST)
    upload_id: str | None = Field(default=None, max_length=40)
    replaces: str | None = Field(default=None, max_length=40)

    @model_validator(mode="after")
    def _has_one_source(self) -> "DocumentRequest":
        if (self.text is None) == (self.upload_id is None):
            raise ValueError("send either text or upload_id")
        return self


class TextRange(NamedTuple):
    """Part of a document's text, from code point `start` to `end`."""

    start: int
    end: int
    length: int
    text: str


def add_document(*, principal: Principal, app_id: str, request: DocumentRequest, ports: LoopPorts) -> Document:
    """The document. TextUnreadable or TooLarge, and nothing stored, for what is no text of at most five MiB."""
    app = ports.apps.get(principal.tenant_id, require_id("app", app_id))
    if request.replaces is not None:
        ports.documents.get(app.tenant_id, app.id, require_id("doc", request.replaces))
    text = _text_of(request, principal, ports)
    body = text.encode()
    digest = hashlib.sha256(body).hexdigest()
    if ports.blobs.put_new(text_key(app.tenant_id, app.id, digest), body, "text/plain; charset=utf-8"):
        store_index(app.tenant_id, app.id, digest, text, ports.blobs)
    document = Document(
        id=new_id("doc"), tenant_id=app.tenant_id, app_id=app.id, title=request.title, kind=request.kind,
        text_hash=digest, length=len(text), words=count_words(text), replaces=request.replaces,
        created_by=principal.subject, created_at=ports.clock.now(),
    )  # fmt: skip
    ports.documents.create(document)
    return document


def list_documents(
    *, principal: Principal, app_id: str, ports: LoopPorts, limit: int, cursor: str | None = None
) -> Page[Document]:
    """Newest first."""
    app = ports.apps.get(principal.tenant_id, require_id("app", app_id))
    return ports.documents.list(app.tenant_id, app.id, limit=limit, cursor=cursor)


def get_document(*, principal: Principal, app_id: str, document_id: str, ports: LoopPorts) -> Document:
    app = ports.apps.get(principal.tenant_id, require_id("app", app_id))
    return ports.documents.get(app.tenant_id, app.id, require_id("doc", document_id))


def read_range(
    *, principal: Principal, app_id: str, document_id: str, start: int, end: int | None, ports: LoopPorts
) -> TextRange:
    """At most `RANGE_MOST` code points from `start` on, cut at the end of the text. Invalid for no such place."""
    document = get_document(principal=principal, app_id=app_id, document_id=document_id, ports=ports)
    if start > document.length or (end is not None and end < start):
        raise Invalid(f"The document has the places 0 to {document.length}, and a range begins before it ends.")
    stop = min(document.length, start + RANGE_MOST, document.length if end is None else end)
    return TextRange(start, stop, document.length, document_text(document, ports)[start:stop])


def document_text(document: Document, ports: LoopPorts) -> str:
    return ports.blobs.get(text_key(document.tenant_id, document.app_id, document.text_hash)).decode()


def delete_document(*, principal: Principal, app_id: str, document_id: str, ports: LoopPorts) -> None:
    """DocumentInUse while a blueprint, archived or not, is made from it. Its text stays where another has the same."""
    document = get_document(principal=principal, app_id=app_id, document_id=document_id, ports=ports)
    place = document.tenant_id, document.app_id
    made = pages_of(lambda cursor: ports.blueprints.list(*place, limit=_PAGE, cursor=cursor))
    for blueprint in (one for page in made for one in page.items):
        if blueprint.document_id == document.id:
            raise DocumentInUse(f"The blueprint {blueprint.title!r} is made from it.", blueprint_id=blueprint.id)
    _note_deleted(document, ports)
    ports.documents.delete(document)
    others = pages_of(lambda cursor: ports.documents.list(*place, limit=_PAGE, cursor=cursor))
    if not any(other.text_hash == document.text_hash for page in others for other in page.items):
        keys = (text_key, terms_key)
        ports.blobs.delete([key(document.tenant_id, document.app_id, document.text_hash) for key in keys])


def _note_deleted(document: Document, ports: LoopPorts) -> None:
    """Keep in mind that files or conversations may quote a document that can no longer be confirmed."""
    place = document.tenant_id, document.app_id
    if document.confirmed is not None:
        return
    was_read = any("document" in turn.untrusted for turn in ports.turns.turns(*place, limit=_TURNS).items)

    def change(app: App) -> App:
        gone = was_read or "document" in app.untrusted or app.unconfirmed_document_deleted
        return app.model_copy(update={"unconfirmed_document_deleted": gone})

    change_app(ports, *place, change)


def _text_of(request: DocumentRequest, principal: Principal, ports: LoopPorts) -> str:
    if request.upload_id is None:
        return normalise_source(request.text or "")
    uploaded = read_upload(principal=principal, upload_id=request.upload_id, blobs=ports.blobs, limits=ports.limits)
    return read_source(uploaded)
