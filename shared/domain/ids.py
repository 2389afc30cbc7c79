"""Identifiers: `prefix_` and a ULID, lower case because they appear in host names."""

import hashlib
import re
import secrets
import time
from typing import Literal

from shared.domain.errors import NotFound

Prefix = Literal[
    "app", "rev", "conv", "turn", "run", "step", "dif", "bld", "doc", "dec", "mem", "bp", "node", "task", "msg", "upl"
]
_ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"
_PATTERN = re.compile(r"^[a-z]{2,4}_[0-9a-hjkmnp-tv-z]{26}$")


def new_id(prefix: Prefix, now_ms: int | None = None) -> str:
    """A new identifier that sorts by time (milliseconds), e.g. `rev_01j9...`."""
    value = ((now_ms if now_ms is not None else time.time_ns() // 1_000_000) << 80) | secrets.randbits(80)
    return f"{prefix}_" + "".join(_ALPHABET[(value >> shift) & 31] for shift in range(125, -1, -5))


def is_id(prefix: Prefix, text: str) -> bool:
    """Whether `text` has the form of an identifier of that kind."""
    return text.startswith(f"{prefix}_") and _PATTERN.match(text) is not None


def require_id(prefix: Prefix, text: str) -> str:
    """`text` itself when it has the right form; else NotFound, as for an id that does not exist."""
    if not is_id(prefix, text):
        raise NotFound(f"There is no such {prefix}.")
    return text


def derived_id(prefix: Prefix, *parts: str) -> str:
    """The same identifier for the same parts, so that a repeated attempt names what the first one made."""
    value = int.from_bytes(hashlib.sha256("\0".join(parts).encode()).digest()[:16], "big")
    return f"{prefix}_" + "".join(_ALPHABET[(value >> shift) & 31] for shift in range(125, -1, -5))
