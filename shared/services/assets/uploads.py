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
    key = upload_key(principal.tenant_id, upload_id)
    target = blobs.presign_post(key, max_bytes=limits.upload_bytes, seconds=_SECONDS)
    return Upload(
        upload_id=upload_id, url=target.url, fields=target.fields, max_bytes=limits.upload_bytes, expires_in=_SECONDS
    )


def keep_upload(*, principal: Principal, content: bytes, blobs: BlobStore) -> str:
    """The id of what was sent in a request instead of by a form of its own."""
    upload_id = new_id("upl")
    blobs.put(upload_key(principal.tenant_id, upload_id), content)
    return upload_id


def read_upload(*, principal: Principal, upload_id: str, blobs: BlobStore, limits: Limits) -> bytes:
    """What was uploaded. NotFound when it is another tenant's, or was never sent."""
    try:
        return blobs.get(upload_key(principal.tenant_id, require_id("upl", upload_id)), max_bytes=limits.upload_bytes)
    except NotFound:
        raise NotFound("There is no such upload.") from None


def upload_key(tenant_id: str, upload_id: str) -> str:
    """Where it lies until it is used; a day or two later it is gone."""
    return f"uploads/{tenant_id}/{upload_id}"
