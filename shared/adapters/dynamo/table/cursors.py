"""Cursors of lists: opaque to a client, and worth nothing but a place in one list."""

import base64
import binascii
import json
import re

from shared.domain.errors import Malformed

_SORT_KEY = re.compile(r"[A-Z]+#(?:[A-Za-z0-9_-]{1,64}#)?[A-Za-z0-9_-]{1,64}\Z")


def encode_cursor(sort_key: str) -> str:
    """The cursor of the item a page ended with."""
    return base64.urlsafe_b64encode(json.dumps([sort_key]).encode()).decode().rstrip("=")


def decode_cursor(cursor: str, prefix: str) -> str:
    """The sort key in a cursor of a list whose sort keys begin with `prefix`; Malformed for anything else."""
    sort_key = _read(cursor)
    if not _SORT_KEY.match(sort_key) or not sort_key.startswith(prefix):
        raise Malformed("The cursor is not one this list gave out.")
    return sort_key


def _read(cursor: str) -> str:
    try:
        value = json.loads(base64.b64decode(cursor + "=" * (-len(cursor) % 4), altchars=b"-_", validate=True))
    except (binascii.Error, ValueError, RecursionError):
        return ""
    return value[0] if isinstance(value, list) and len(value) == 1 and isinstance(value[0], str) else ""
