"""A long text in pieces that can be looked through one by one."""

from collections.abc import Iterator

_PIECE = 1_500


def pieces_of(text: str) -> Iterator[tuple[int, str]]:
    """A long text in pieces of some paragraphs, each with where it begins."""
    start = 0
    while start < len(text):
        end = start + _PIECE
        if end < len(text):
            cuts = (text.rfind(mark, start + _PIECE // 3, end) for mark in ("\n#", "\n\n"))
            end = next((cut for cut in cuts if cut >= 0), end)
        piece = text[start:end]
        if piece.strip():
            yield start, piece
        start = end


def title_of(piece: str) -> str:
    return piece.strip().partition("\n")[0].lstrip("# ")[:100]
