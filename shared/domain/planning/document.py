"""A text of a project that is kept whole: a specification, notes of a meeting, the snapshot."""

from shared.domain.base import Entity, Moment, Name, OfApp
from shared.domain.planning.words import DocumentKind

DOCUMENT_BYTES_MOST = 5 * 1024 * 1024


class DocumentConfirmed(Entity):
    """A person wrote this text or trusts it: what a run reads of it no longer holds its requests."""

    by: str
    at: Moment


class Document(OfApp):
    """Its text lies in an object of its own, named by `text_hash`. Offsets into it are code points of that text.

    `length` is in code points, `words` as people count them. A document's text never changes: a new text is a new
    document, `replaces` names the one before.
    """

    id: str
    title: Name
    kind: DocumentKind
    text_hash: str
    length: int
    words: int
    replaces: str | None = None
    created_by: str
    created_at: Moment
    confirmed: DocumentConfirmed | None = None


def text_key(tenant_id: str, app_id: str, text_hash: str) -> str:
    """Where the data bucket has the text, in UTF-8; gone with the app."""
    return f"apps/{tenant_id}/{app_id}/documents/{text_hash}.txt"


def terms_key(tenant_id: str, app_id: str, text_hash: str) -> str:
    """Where the data bucket has how often the text's pieces have each word, in the first version of that form."""
    return f"apps/{tenant_id}/{app_id}/documents/{text_hash}.terms-1"
