"""The text of a document as it is kept: valid UTF-8, lines that end with LF alone, and a bounded number of them."""

from shared.domain.errors import TextUnreadable, TooLarge
from shared.domain.planning.document import DOCUMENT_BYTES_MOST

LINES_MOST = 500_000
"""A specification of half a million words has about a tenth of them."""


def read_source(data: bytes) -> str:
    """The text that `data` holds. TooLarge, or TextUnreadable with the place."""
    if len(data) > DOCUMENT_BYTES_MOST:
        raise TooLarge(f"A document has at most {DOCUMENT_BYTES_MOST // 1024 // 1024} MiB.")
    try:
        return normalise_source(data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise TextUnreadable(f"The document is not UTF-8: byte {error.start + 1:,} cannot be read.") from None


def normalise_source(text: str) -> str:
    """`text` with LF at the end of its lines; done once, so that every offset is one of what this returns."""
    place = text.find("\0")
    if place >= 0:
        raise TextUnreadable(f"The document has a NUL at character {place + 1:,}: it is no text.")
    try:
        size = len(text.encode())
    except UnicodeEncodeError as error:
        raise TextUnreadable(f"Character {error.start + 1:,} of the document is half of a character.") from None
    if size > DOCUMENT_BYTES_MOST:
        raise TooLarge(f"A document has at most {DOCUMENT_BYTES_MOST // 1024 // 1024} MiB.")
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if not text.strip():
        raise TextUnreadable("The document is empty.")
    if text.count("\n") >= LINES_MOST:
        raise TextUnreadable(f"A document has at most {LINES_MOST:,} lines.")
    return text


def count_words(text: str) -> int:
    """As people count them: what stands between blanks."""
    return len(text.split())
