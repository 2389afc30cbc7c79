"""Large inputs: put into the bucket by the client itself, named by an id afterwards."""

from pydantic import BaseModel

from shared.domain.errors import NotFound
from shared.domain.identity import Principal
from shared.domain.ids import new_id, require_id
from shared.domain.limits import Limits
from shared.ports.storage import BlobStore

_SECONDS = 900


class Upload(BaseModel):
    """A form to send with `POST`: the fields first, then the file."""

    upload_id: str
    url: str
    fields: dict[str, str]
    max_bytes: int
    expires_in: int


def create_upload(*, principal: Principal, blobs: BlobStore, limits: Limits) -> Upload:
    """An address that takes one file of at most `limits.upload_bytes`."""
    upload_id = new_id("upl")
    target = blobs.presign_post(_key(principal, upload_id), max_bytes=limits.upload_bytes, seconds=_SECONDS)
    return Upload(
        upload_id=upload_id, url=target.url, fields=target.fields, max_bytes=limits.upload_bytes, expires_in=_SECONDS
    )


def read_upload(*, principal: Principal, upload_id: str, blobs: BlobStore, limits: Limits) -> bytes:
    """What was uploaded. NotFound when it is another tenant's, or was never sent."""
    try:
        return blobs.get(_key(principal, require_id("upl", upload_id)), max_bytes=limits.upload_bytes)
    except NotFound:
        raise NotFound("There is no such upload.") from None


def _key(principal: Principal, upload_id: str) -> str:
    return f"uploads/{principal.tenant_id}/{upload_id}"
