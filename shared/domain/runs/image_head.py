"""What a picture says of itself in its first bytes: its kind and its size in pixels. Nothing is decoded."""

from typing import NamedTuple

_JPEG_SIZES = frozenset({0xC0, 0xC1, 0xC2, 0xC3, 0xC5, 0xC6, 0xC7, 0xC9, 0xCA, 0xCB, 0xCD, 0xCE, 0xCF})
_JPEG_BARE = frozenset({0x01, *range(0xD0, 0xD9)})
_MOST_SEGMENTS = 500
_THUMBNAIL_WIDEST, _THUMBNAIL_HIGHEST = 480, 2_400
_ANIMATED = 0x02


class ImageHead(NamedTuple):
    """A kind that browsers and models know, and the size."""

    media_type: str
    width: int
    height: int


def image_head(content: bytes) -> ImageHead | None:
    """None for what is no PNG, JPEG, GIF or WebP, or does not say how large it is."""
    for media_type, read in _READERS.items():
        size = read(content)
        if size is not None and min(size) >= 1:
            return ImageHead(media_type, *size)
    return None


def _png(content: bytes) -> tuple[int, int] | None:
    if not content.startswith(b"\x89PNG\r\n\x1a\n") or content[12:16] != b"IHDR" or len(content) < 33:
        return None
    return int.from_bytes(content[16:20], "big"), int.from_bytes(content[20:24], "big")


def _gif(content: bytes) -> tuple[int, int] | None:
    """Of the screen, or of a frame that goes beyond it: browsers make room for that one."""
    if content[:6] not in (b"GIF87a", b"GIF89a") or len(content) < 13:
        return None
    wide, high = (int.from_bytes(content[at : at + 2], "little") for at in (6, 8))
    place = 13 + _gif_colours(content[10])
    for _ in range(_MOST_SEGMENTS):
        kind = content[place : place + 1]
        if kind == b"," and len(content) >= place + 10:
            left, top, across, down = (
                int.from_bytes(content[place + at : place + at + 2], "little") for at in (1, 3, 5, 7)
            )
            wide, high = max(wide, left + across), max(high, top + down)
            place = _after_blocks(content, place + 11 + _gif_colours(content[place + 9]))
        elif kind == b"!":
            place = _after_blocks(content, place + 2)
        else:
            break
    return wide, high


def _gif_colours(flags: int) -> int:
    return 3 * 2 ** ((flags & 7) + 1) if flags & 0x80 else 0


def _after_blocks(content: bytes, place: int) -> int:
    while place < len(content) and content[place]:
        place += 1 + content[place]
    return place + 1


def _webp(content: bytes) -> tuple[int, int] | None:
    if content[:4] != b"RIFF" or content[8:12] != b"WEBP" or len(content) < 30:
        return None
    match content[12:16]:
        case b"VP8X":
            return int.from_bytes(content[24:27], "little") + 1, int.from_bytes(content[27:30], "little") + 1
        case b"VP8L" if content[20] == 0x2F:
            bits = int.from_bytes(content[21:25], "little")
            return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
        case b"VP8 " if content[23:26] == b"\x9d\x01\x2a":
            return int.from_bytes(content[26:28], "little") & 0x3FFF, int.from_bytes(content[28:30], "little") & 0x3FFF
    return None


def _jpeg(content: bytes) -> tuple[int, int] | None:
    """The size stands in the first frame, after segments that each say how long they are."""
    if not content.startswith(b"\xff\xd8\xff"):
        return None
    place = 2
    for _ in range(_MOST_SEGMENTS):
        while content[place : place + 2] == b"\xff\xff":
            place += 1
        if place + 9 > len(content) or content[place] != 0xFF:
            return None
        kind = content[place + 1]
        if kind in _JPEG_SIZES:
            return int.from_bytes(content[place + 7 : place + 9], "big"), int.from_bytes(
                content[place + 5 : place + 7], "big"
            )
        if kind in (0xD9, 0xDA):
            return None
        place += 2 if kind in _JPEG_BARE else 2 + max(2, int.from_bytes(content[place + 2 : place + 4], "big"))
    return None


_READERS = {"image/png": _png, "image/jpeg": _jpeg, "image/gif": _gif, "image/webp": _webp}
EXTENSIONS = {"image/png": "png", "image/jpeg": "jpg", "image/gif": "gif", "image/webp": "webp"}


def is_small_webp(content: bytes) -> bool:
    """Whether it is one still picture as small as a thumbnail: a few bytes can hold one of a gigabyte of pixels."""
    head = image_head(content)
    if head is None or head.media_type != "image/webp" or int.from_bytes(content[4:8], "little") + 8 != len(content):
        return False
    is_animated = content[12:16] == b"VP8X" and bool(content[20] & _ANIMATED)
    return head.width <= _THUMBNAIL_WIDEST and head.height <= _THUMBNAIL_HIGHEST and not is_animated
