"""Documents of a project: specifications and other texts that are kept whole."""

from typing import Annotated

from fastapi import APIRouter, Query, Response

from functions.api.access.callers import Deps, Reader, Stopper, Writer
from functions.api.http.idempotency import IdempotentRoute
from functions.api.http.operation import operation
from functions.api.http.view import Answer, Cursor, Limit, one, page, view
from shared.domain.errors import DocumentInUse, PersonRequired, TextUnreadable, TooLarge
from shared.domain.planning import document as stored
from shared.services.planning.documents import (
    DocumentRequest,
    add_document,
    delete_document,
    get_document,
    list_documents,
    read_range,
)
from shared.services.planning.trust_document import confirm_document

router = APIRouter(prefix="/projects/{project_id}/docs", tags=["planning"], route_class=IdempotentRoute)
Document = view(
    "Document",
    stored.Document,
    ("id", "title", "kind", "text_hash", "length", "words", "replaces", "created_by", "created_at", "confirmed"),
    project_id=str,
)
DocumentPage = page("DocumentPage", Document)
DocumentText = one(
    "DocumentText",
    "Part of a document's text. Places are code points; lines end with LF.",
    document_id=str, start=int, end=int, length=int, text=str,
)  # fmt: skip


@router.post("/text", status_code=201)
@operation("addDocument", Document, TextUnreadable, TooLarge)
def add(project_id: str, request: DocumentRequest, who: Writer, deps: Deps) -> Answer:
    """Keep a text of at most 5 MiB: the words themselves, or what was uploaded by a form of `POST /admin/uploads`."""
    with deps.turns.turn(who, "read"):
        return _shown(add_document(principal=who, app_id=project_id, request=request, ports=deps.ports))


@router.get("")
@operation("listDocuments", DocumentPage)
def list_all(project_id: str, who: Reader, deps: Deps, limit: Limit = 50, cursor: Cursor = None) -> Answer:
    """The project's documents without their texts, newest first."""
    found = list_documents(principal=who, app_id=project_id, ports=deps.ports, limit=limit, cursor=cursor)
    return DocumentPage.of(found, items=[_shown(each) for each in found.items])


@router.get("/{document_id}")
@operation("readDocument", Document)
def read(project_id: str, document_id: str, who: Reader, deps: Deps) -> Answer:
    """One document without its text."""
    return _shown(get_document(principal=who, app_id=project_id, document_id=document_id, ports=deps.ports))


@router.get("/{document_id}/text")
@operation("readDocumentText", DocumentText)
def read_text(
    project_id: str,
    document_id: str,
    who: Reader,
    deps: Deps,
    start: Annotated[int, Query(ge=0)] = 0,
    end: Annotated[int | None, Query(ge=0)] = None,
) -> Answer:
    """Its text from `start` on, at most 100,000 code points at a time."""
    ports = deps.ports
    found = read_range(principal=who, app_id=project_id, document_id=document_id, start=start, end=end, ports=ports)
    return DocumentText.of(document_id=document_id, **found._asdict())


@router.post("/{document_id}/confirm")
@operation("confirmDocument", Document, PersonRequired)
def confirm(project_id: str, document_id: str, who: Writer, deps: Deps) -> Answer:
    """A person wrote this document or trusts it: requests of runs that read it no longer wait for that reason."""
    return _shown(confirm_document(principal=who, app_id=project_id, document_id=document_id, ports=deps.ports))


@router.delete("/{document_id}", status_code=204)
@operation("deleteDocument", None, DocumentInUse)
def delete(project_id: str, document_id: str, who: Stopper, deps: Deps) -> Response:
    """Delete a document for good. 409 DOCUMENT_IN_USE while a blueprint is made from it."""
    delete_document(principal=who, app_id=project_id, document_id=document_id, ports=deps.ports)
    return Response(status_code=204)


def _shown(document: stored.Document) -> Answer:
    return Document.of(document, project_id=document.app_id)
