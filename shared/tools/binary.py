"""Files of bytes, which a model can only write as text: as base64, or a PDF whose source is text by itself."""

import base64
import binascii

from shared.domain.tree.managed_paths import extension
from shared.domain.tree.operation_types import UpsertFile

_PDF = "%PDF-"
_STARTS: dict[str, tuple[bytes, ...]] = {
    "png": (b"\x89PNG\r\n\x1a\n",), "jpg": (b"\xff\xd8\xff",), "jpeg": (b"\xff\xd8\xff",),
    "gif": (b"GIF87a", b"GIF89a"), "webp": (b"RIFF",),
    "ico": (b"\x00\x00\x01\x00",), "bmp": (b"BM",), "woff": (b"wOFF",), "woff2": (b"wOF2",),
    "wasm": (b"\x00asm",), "wav": (b"RIFF",), "pdf": (_PDF.encode(),),
}  # fmt: skip
"""How files of a kind begin: any short word is base64 of something, and something is no picture."""
_DRAWN = ("png", "jpg", "jpeg", "gif", "webp", "avif", "ico", "bmp")


def binary_upsert(path: str, content: str) -> UpsertFile | None:
    """The file that this text stands for; None when it stands for none of its kind."""
    kind = extension(path)
    is_source = kind == "pdf" and content.startswith(_PDF)
    found = content.encode() if is_source else _decoded(content)
    if not found.startswith(_STARTS.get(kind, ())):
        return None
    return UpsertFile(path=path, content=base64.b64encode(found).decode("ascii"), encoding="base64")


def _decoded(content: str) -> bytes:
    try:
        return base64.b64decode("".join(content.split()), validate=True)
    except (binascii.Error, ValueError):
        return b""


def way_out(path: str) -> str:
    """What a model can do instead of writing such a file as words."""
    kind = extension(path)
    if kind == "pdf":
        own = (
            f"send a PDF's source as plain text (it begins with {_PDF}) or its bytes as base64, or write an .html page"
        )
    elif kind in _DRAWN:
        own = "draw it as an .svg, which is text" + (", or send its bytes as base64" if kind in _STARTS else "")
    elif kind in _STARTS:
        own = "send its bytes as base64"
    else:
        own = "do without it"
    return (
        f"{path} is a file of bytes, and this is no {kind}: {own}, or ask the person for the file. Nothing was applied."
    )
