"""When is a failure the same failure? Times, ports, ids and numbers are stripped before comparing."""

import hashlib
import re
from collections.abc import Sequence

from shared.domain.diagnostics import Diagnostic

_NOISE = (
    (re.compile(r"\d{4}-\d\d-\d\d[T ][\d:.]+Z?"), "<time>"),
    (re.compile(r"\b[0-9a-f]{8,}\b"), "<hash>"),
    (re.compile(r"\b[a-z]{2,4}_[0-9a-hjkmnp-tv-z]{26}\b"), "<id>"),
    (re.compile(r":\d{2,5}\b"), ":<n>"),
    (re.compile(r"\b\d+(?:\.\d+)?\s?(?:ms|s|kB|MB|KiB)\b"), "<amount>"),
    (re.compile(r"\d+"), "<n>"),
)


def normalised(text: str) -> str:
    """`text` without what differs between two runs of the same failure."""
    for pattern, stand_in in _NOISE:
        text = pattern.sub(stand_in, text)
    return " ".join(text.split())


def failure_signature(code: str, diagnostics: Sequence[Diagnostic]) -> str:
    """Equal for equal failures; line numbers do not count, nor what a failed test compared or the page it looked at."""
    parts = sorted({f"{found.code}|{found.path}|{normalised(_message(found))}" for found in diagnostics})
    return hashlib.sha256("\n".join([code, *parts]).encode()).hexdigest()[:16]


def _message(found: Diagnostic) -> str:
    return found.message.partition("\n")[0] if found.code == "TEST_FAILED" else found.message
