"""Files that stand in a message itself, as the AI SDK and AG-UI send them: kept as uploads, then attached."""

import binascii
from base64 import b64decode
from hashlib import sha256
from typing import Any, NamedTuple
from urllib.parse import unquote_to_bytes

from functions.api.container import Container
from shared.domain.errors import AttachmentsUnsupported, Invalid
from shared.domain.identity import Principal
from shared.domain.runs.attachments import MOST_ATTACHED, recognised
from shared.services.assets.uploads import keep_upload
from shared.services.get_app import get_app
from shared.services.runs.start.run_request import RunRequest, check_message
from shared.services.runs.start.take_attachments import AttachmentWish

_NAME_MOST = 200


class SentFile(NamedTuple):
    """Its name and its bytes; what it is, only the bytes say."""

    name: str
    content: bytes

    @property
    def mark(self) -> str:
        """Equal for the same file sent twice."""
        return f"{self.name}:{sha256(self.content).hexdigest()}"


def from_ai_sdk(part: dict[str, Any]) -> SentFile:
    """A `FileUIPart`. Invalid `ATTACHMENTS_UNSUPPORTED` for one whose bytes are elsewhere."""
    return SentFile(_name(part.get("filename")), _of_address(part.get("url")))


def from_ag_ui(part: dict[str, Any]) -> SentFile:
    """A `binary` part, or one with a `source`. Invalid `ATTACHMENTS_UNSUPPORTED` for one whose bytes are elsewhere."""
    name, source = _name(part.get("filename")), part.get("source")
    if isinstance(source, dict):
        known = source.get("value")
        return SentFile(name, _of_base64(known) if source.get("type") == "data" else _of_address(known))
    data = part.get("data")
    return SentFile(name, _of_base64(data) if data else _of_address(part.get("url")))


def with_files(asked: RunRequest, files: list[SentFile], who: Principal, app_id: str, deps: Container) -> RunRequest:
    """The request with each file attached, to be shown. Nothing is stored of a message that cannot have them."""
    if not files:
        return asked
    if len(files) + len(asked.attachments) > MOST_ATTACHED:
        raise Invalid(f"A message has at most {MOST_ATTACHED} files.")
    check_message(asked.message, deps.ports.limits)
    get_app(principal=who, app_id=app_id, apps=deps.ports.apps)
    for file in files:
        recognised("upl", file.name, "show", file.content)
    return asked.model_copy(update={"attachments": [*asked.attachments, *(_kept(file, who, deps) for file in files)]})


def _kept(file: SentFile, who: Principal, deps: Container) -> AttachmentWish:
    upload_id = keep_upload(principal=who, content=file.content, blobs=deps.ports.blobs)
    return AttachmentWish(upload_id=upload_id, name=file.name)


def _name(said: Any) -> str:
    name = said[:_NAME_MOST].encode("utf-8", "ignore").decode() if isinstance(said, str) else ""
    return name if name.strip() else "attachment"


def _of_address(address: Any) -> bytes:
    head, comma, data = address.partition(",") if isinstance(address, str) else ("", "", "")
    if not comma or not head.lower().startswith("data:"):
        raise _elsewhere()
    return _of_base64(data) if head.lower().endswith(";base64") else unquote_to_bytes(data.encode("utf-8", "ignore"))


def _of_base64(data: Any) -> bytes:
    try:
        return b64decode(data, validate=True)
    except (binascii.Error, TypeError, ValueError):
        raise _unsupported("A file of the message is not valid base64. Send it again.") from None


def _elsewhere() -> Invalid:
    return _unsupported(
        "A file of the message is only an address, which is not fetched. Send its bytes as a `data:` URL, or upload it "
        "with `POST /admin/uploads` and name it in `attachments`."
    )


def _unsupported(message: str) -> Invalid:
    return AttachmentsUnsupported(message)
