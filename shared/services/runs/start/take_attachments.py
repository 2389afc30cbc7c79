"""What is attached to a message is looked at before anything starts, and kept with its app."""

from collections.abc import Sequence

from pydantic import Field

from shared.domain.apps.app import App
from shared.domain.base import Input
from shared.domain.diagnostics import has_errors
from shared.domain.errors import AttachmentsUnsupported, Invalid, NotFound, TooLarge
from shared.domain.ids import require_id
from shared.domain.limits import Limits
from shared.domain.runs.attachments import ATTACHED_BYTES, Attachment, Use, recognised, require_together
from shared.domain.runs.run_parts import Only
from shared.domain.tree.tree_rules import check_content, check_place
from shared.ports.storage import BlobStore
from shared.services.assets.uploads import upload_key


class AttachmentWish(Input):
    """An upload of `POST /admin/uploads`, what it is called, and what it is for."""

    upload_id: str = Field(max_length=60)
    name: str = Field(min_length=1, max_length=200)
    use: Use = "show"


def take_attachments(
    app: App, wishes: Sequence[AttachmentWish], only: Only | None, *, blobs: BlobStore, limits: Limits
) -> list[Attachment]:
    """Each recognised by its bytes and copied to where its app keeps it, or none of them.

    NotFound for an upload of another tenant; TooLarge, Invalid for what a message cannot have.
    """
    contents = [_read(app, wish, blobs) for wish in wishes]
    taken = [
        recognised(wish.upload_id, wish.name, wish.use, content) for wish, content in zip(wishes, contents, strict=True)
    ]
    pairs = list(zip(taken, contents, strict=True))
    shown = {one.id: content.decode() for one, content in pairs if one.kind == "text" and one.use == "show"}
    require_together(taken, shown)
    for one, content in pairs:
        _require_place(one, content, only, limits)
    for one, content in pairs:
        blobs.put(attachment_key(app.tenant_id, app.id, one.id), content, one.media_type)
    return taken


def attachment_key(tenant_id: str, app_id: str, attachment_id: str) -> str:
    """Where an app keeps it; gone with the app."""
    return f"apps/{tenant_id}/{app_id}/attachments/{attachment_id}"


def _read(app: App, wish: AttachmentWish, blobs: BlobStore) -> bytes:
    try:
        return blobs.get(upload_key(app.tenant_id, require_id("upl", wish.upload_id)), max_bytes=ATTACHED_BYTES)
    except NotFound:
        raise NotFound("There is no such upload.", upload_id=wish.upload_id) from None
    except TooLarge:
        most = ATTACHED_BYTES // 1024 // 1024
        raise TooLarge(f"{wish.name} has more than {most} MB, which is the most of an attachment.") from None


def _require_place(one: Attachment, content: bytes, only: Only | None, limits: Limits) -> None:
    if one.path is None:
        return
    if only is not None:
        raise Invalid(f"This message changes no file, so {one.name} cannot be put into the app. Show it instead.")
    found = check_place(one.path, limits) or check_content(one.path, content, limits)
    if has_errors(found):
        raise AttachmentsUnsupported(f"{one.name} cannot be put into the app: {found[0].message}", diagnostics=found)
