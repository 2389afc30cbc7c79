"""Pictures that a machine with project code on it has made: what they say of themselves is checked."""

PNG = b"\x89PNG\r\n\x1a\n"
_WIDEST, _HIGHEST = 2_000, 4_000


def png_size(content: bytes) -> tuple[int, int] | None:
    """Width and height of a PNG in pixels, or None for other bytes and for one larger than a model is ever shown."""
    if not content.startswith(PNG) or content[12:16] != b"IHDR" or len(content) < 33:
        return None
    width, height = int.from_bytes(content[16:20], "big"), int.from_bytes(content[20:24], "big")
    return (width, height) if 1 <= width <= _WIDEST and 1 <= height <= _HIGHEST else None
