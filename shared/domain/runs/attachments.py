"""What a person attaches to a message: pictures and text, known by their bytes and not by what is said of them."""

import re
import unicodedata
from typing import Literal

from shared.domain.base import Entity, without_unseen
from shared.domain.errors import AttachmentsUnsupported, Invalid, TooLarge
from shared.domain.runs.image_head import EXTENSIONS, image_head
from shared.domain.text.lines import decoded

Use = Literal["show", "app"]
"""Shown to the model with the message, or put into the app as a file of its own."""
MOST_ATTACHED = 6
ATTACHED_BYTES = 5 * 1024 * 1024
TEXT_SHOWN, TEXTS_SHOWN = 40_000, 60_000
"""Characters of one text that goes with a message, and of all of them."""
_PIXELS, _SIDE = 24_000_000, 12_000
_ODD = re.compile(r"[^\w.-]+")
_NAME_READ, _NAME_MOST = 300, 80


class Attachment(Entity):
    """One of them, as its run keeps it. `path` is where it is put in the app; the size in pixels is a picture's."""

    id: str
    name: str
    kind: Literal["image", "text"]
    media_type: str
    size: int
    width: int | None = None
    height: int | None = None
    use: Use
    path: str | None = None


def recognised(upload_id: str, name: str, use: Use, content: bytes) -> Attachment:
    """What it is. TooLarge; Invalid `ATTACHMENTS_UNSUPPORTED` for what is neither a picture nor text."""
    name = without_unseen(name[:_NAME_READ]).strip() or "attachment"
    if len(content) > ATTACHED_BYTES:
        raise TooLarge(f"{name} has more than {ATTACHED_BYTES // 1024 // 1024} MB, which is the most of an attachment.")
    if not content:
        raise _unsupported(f"{name} is empty.")
    head = image_head(content)
    fields: dict[str, object] = {"id": upload_id, "name": name, "size": len(content), "use": use}
    if head is not None:
        if head.width * head.height > _PIXELS or max(head.width, head.height) > _SIDE:
            most = f"at most {_PIXELS // 1_000_000} million are read"
            raise TooLarge(f"{name} has {head.width} x {head.height} pixels; {most}.")
        fields |= {"kind": "image", "media_type": head.media_type, "width": head.width, "height": head.height}
    else:
        _require_text(name, use, content)
        fields |= {"kind": "text", "media_type": "text/plain"}
    return Attachment.model_validate(
        fields | {"path": _path(name, str(fields["media_type"])) if use == "app" else None}
    )


def require_together(attached: list[Attachment], texts: dict[str, str]) -> None:
    """Invalid, TooLarge where all of them are more than a message may have."""
    if len({one.id for one in attached}) < len(attached):
        raise Invalid("The same upload is attached twice.")
    if sum(map(len, texts.values())) > TEXTS_SHOWN:
        raise TooLarge(
            f"The attached texts have more than {TEXTS_SHOWN:,} characters together. Put some of them into the app."
        )


def free_path(path: str, taken: set[str]) -> str:
    """`path`, or with a number where another file (whatever its case) has that name."""
    lower = {known.lower() for known in taken}
    stem, dot, extension = path.rpartition(".")
    names = (path, *(f"{stem}-{number}{dot}{extension}" for number in range(2, 1000)))
    return next(name for name in names if name.lower() not in lower)


def _require_text(name: str, use: Use, content: bytes) -> None:
    text = decoded(content)
    if text is None or "\0" in text:
        raise _unsupported(f"{name} is neither text nor a PNG, JPEG, GIF or WebP picture.")
    if use == "show" and len(text) > TEXT_SHOWN:
        raise TooLarge(
            f"{name} has {len(text):,} characters; a text that goes with a message has at most {TEXT_SHOWN:,}. Put it "
            "into the app instead, where the agent reads what it needs."
        )


def _path(name: str, media_type: str) -> str:
    """A plain name below `public/`. A picture is called what it is, whatever its name says."""
    plain = _ODD.sub("-", unicodedata.normalize("NFC", name)).strip("-.").lower() or "attachment"
    stem, dot, extension = plain.rpartition(".")
    stem, extension = (stem, extension) if dot and stem else (plain, "txt")
    if media_type in EXTENSIONS:
        extension = "jpeg" if (media_type, extension) == ("image/jpeg", "jpeg") else EXTENSIONS[media_type]
    return f"public/{stem[:_NAME_MOST].rstrip('-.')}.{extension}"


def _unsupported(message: str) -> Invalid:
    return AttachmentsUnsupported(message)
