"""What a model says, made safe to store and to show: valid Unicode, plain names, JSON of a bounded depth."""

import hashlib
import json
import math
import re
from typing import Any

from shared.domain.json_weight import JSON_VALUES, holds_more_values

_HIGH = range(0xD800, 0xDC00)
_PLAIN = re.compile(r"[A-Za-z0-9_.:-]{1,64}\Z")
_NOT_A_NAME = re.compile(r"[^A-Za-z0-9_-]+")
_DEPTH = 32
_UNREADABLE_SHOWN = 2_000
_LEFT_OUT = re.compile(r"\n\[\.\.\. (\d{1,12}) characters left out[^\n\]]{0,120}\]\Z")
_NOTE_MOST = 180
_WHOLE = 2**53


def valid_text(text: str) -> str:
    """`text` with the halves of a character joined and lone halves replaced; valid text comes back as it is."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text


def shortened(text: str, most: int) -> str:
    """At most `most` characters of `text`."""
    return text if len(text) <= most else text[: most - 1].rstrip() + "\u2026"


def beginning_of(text: str, most: int, why: str = "") -> str:
    """The first `most` characters of `text`, with a note on how many were left out, and `why`.

    A text that was cut before keeps the count of both cuts.
    """
    if len(text) <= most:
        return text
    note = _LEFT_OUT.search(text, max(0, len(text) - _NOTE_MOST))
    body, before = (text[: note.start()], int(note[1])) if note else (text, 0)
    if len(body) <= most:
        return text
    return f"{body[:most]}\n[... {before + len(body) - most} characters left out{why} ...]"


def split_open_half(text: str) -> tuple[str, str]:
    """`text`, and apart from it the first half of a character whose second half may still come."""
    return (text[:-1], text[-1]) if text and ord(text[-1]) in _HIGH else (text, "")


def is_plain(call_id: str) -> bool:
    """Whether a call's id can be kept as it is."""
    return _PLAIN.match(call_id) is not None


def short_id(*parts: object) -> str:
    """Nine letters and digits, the same for the same parts: a form of id that every provider takes."""
    return hashlib.sha256("\0".join(map(str, parts)).encode("utf-8", "replace")).hexdigest()[:9]


def plain_name(name: str) -> str:
    """A tool's name in the characters that providers accept in a history."""
    return _NOT_A_NAME.sub("_", name[:200])[:64] or "unknown"


def readable_json(text: str) -> Any:
    """What `text` says as JSON that can be stored and shown; what cannot be read comes back quoted in part."""
    try:
        if holds_more_values(text, JSON_VALUES):
            raise ValueError("too many values")
        return _storable(json.loads(text or "{}"), _DEPTH)
    except (ValueError, RecursionError):
        return {"unreadable": valid_text(text[:_UNREADABLE_SHOWN])}


def _storable(value: Any, depth: int) -> Any:
    if depth == 0:
        raise ValueError("too deep")
    if isinstance(value, dict):
        return {valid_text(name): _storable(part, depth - 1) for name, part in value.items()}
    if isinstance(value, list):
        return [_storable(part, depth - 1) for part in value]
    if isinstance(value, str):
        return valid_text(value)
    return value if not isinstance(value, int | float) or isinstance(value, bool) else _number(value)


def _number(value: int | float) -> int | float | str:
    """Numbers that a browser would read as something else are shown as text."""
    if isinstance(value, float):
        return value if math.isfinite(value) else str(value)
    return value if abs(value) <= _WHOLE else str(value)


def as_data(text: str) -> str:
    """`text` with each of its lines behind a mark that it cannot step out of, however it breaks its lines."""
    return "\n".join(f"| {line}" for line in valid_text(text).splitlines())


# Tag characters are invisible and models read them; only flags of regions, which begin with U+1F3F4, need them.
_HIDDEN = re.compile("(\U0001f3f4[\U000e0020-\U000e007e]{1,8}\U000e007f)|[\U000e0000-\U000e007f]+")


def without_hidden(text: str) -> str:
    """`text` without characters that no person can see and a model reads as words."""
    return _HIDDEN.sub(lambda found: found[1] or "", text) if not text.isascii() else text


_BLOCKS = (
    "project_memory", "project_state", "conversation_summary", "older_turns", "review", "request", "turn_ended",
    "turn_open", "unfinished_work", "attachments", "summary_by_the_coder", "test_results", "diff", "file", "tree",
    "left", "queued_messages", "sent_early",
)  # fmt: skip
_BLOCK = re.compile(rf"<(?=(?:\s*/\s*)?(?:{'|'.join(_BLOCKS)})\b)", re.IGNORECASE)
_FILE_END = re.compile(r"<(?=\s*/\s*file\b)", re.IGNORECASE)


def without_blocks(text: str) -> str:
    """`text` that neither opens nor closes a block of a prompt: such a tag is written with `&lt;`."""
    return _BLOCK.sub("&lt;", text)


def enclosed(tag: str, text: str) -> str:
    """A block of a prompt, of text that cannot step out of it."""
    return f"<{tag}>\n{without_blocks(text)}\n</{tag}>"


def enclosed_file(path: str, text: str) -> str:
    """A file as a prompt shows it. Its other tags stay as they are, since a model edits what it reads."""
    return f'<file path="{path}">\n{_FILE_END.sub("&lt;", text)}\n</file>'
