"""Identifiers: `prefix_` and a ULID, lower case because they appear in host names."""

import hashlib
import re
import secrets
import threading
import time
from datetime import date
from typing import Literal

from shared.domain.errors import NotFound

Prefix = Literal[
    "app",
    "rev",
    "conv",
    "turn",
    "run",
    "step",
    "dif",
    "bld",
    "doc",
    "dec",
    "mem",
    "note",
    "bp",
    "node",
    "task",
    "msg",
    "upl",
    "key",
    "add",
    "test",
]
_RANDOM_BITS = 80
_TIME_CHARS = 10
_MESSAGE_BITS = 10
_ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"
_PATTERN = re.compile(r"^[a-z]{2,4}_[0-9a-hjkmnp-tv-z]{26}\Z")


def new_id(prefix: Prefix, now_ms: int | None = None) -> str:
    """A new identifier that sorts by time (milliseconds), and within this process also in the order of the calls."""
    moment = now_ms if now_ms is not None else time.time_ns() // 1_000_000
    return _spelled(prefix, _LATEST.after((moment << _RANDOM_BITS) | secrets.randbits(_RANDOM_BITS)))


def first_id(prefix: Prefix, day: date) -> str:
    """The lowest identifier that can be given out on a day (UTC); before 1970 none was."""
    days = max(0, day.toordinal() - date(1970, 1, 1).toordinal())
    return _spelled(prefix, days * 86_400_000 << _RANDOM_BITS)


def last_id(prefix: Prefix, day: date) -> str:
    """The highest identifier that can be given out on a day (UTC)."""
    days = max(0, day.toordinal() + 1 - date(1970, 1, 1).toordinal())
    return _spelled(prefix, max(0, (days * 86_400_000 << _RANDOM_BITS) - 1))


def new_run_id() -> str:
    """A run's identifier: its last ten bits are free, so that each of its messages has one that leads back to it."""
    moment = time.time_ns() // 1_000_000
    value = (moment << _RANDOM_BITS) | secrets.randbits(_RANDOM_BITS - _MESSAGE_BITS) << _MESSAGE_BITS
    return _spelled("run", _LATEST_RUN.after(value, step=1 << _MESSAGE_BITS))


def message_id(run_id: str, number: int) -> str:
    """The identifier of a run's message: 0 is the person's, then one for each call of a model."""
    if not 0 <= number < 1 << _MESSAGE_BITS:
        raise ValueError("a run has at most 1,023 model calls")
    return _spelled("msg", _value(run_id) + number)


def run_of_message(message: str) -> tuple[str, int]:
    """The run and the number that `message_id` was made of; NotFound for what is no message's identifier."""
    value = _value(require_id("msg", message))
    return _spelled("run", value >> _MESSAGE_BITS << _MESSAGE_BITS), value & ((1 << _MESSAGE_BITS) - 1)


def _value(identifier: str) -> int:
    value = 0
    for char in identifier.partition("_")[2]:
        value = value << 5 | _ALPHABET.index(char)
    return value


class _Latest:
    """The highest value given so far, so that two identifiers of the same millisecond keep their order."""

    def __init__(self) -> None:
        self._value = 0
        self._lock = threading.Lock()

    def after(self, candidate: int, step: int = 1) -> int:
        with self._lock:
            same_moment = candidate >> _RANDOM_BITS == self._value >> _RANDOM_BITS
            self._value = max(candidate, self._value + step) if same_moment else candidate
            return self._value


_LATEST = _Latest()
_LATEST_RUN = _Latest()


def _spelled(prefix: Prefix, value: int) -> str:
    return f"{prefix}_" + "".join(_ALPHABET[(value >> shift) & 31] for shift in range(125, -1, -5))


def is_id(prefix: Prefix, text: str) -> bool:
    return text.startswith(f"{prefix}_") and _PATTERN.match(text) is not None


def require_id(prefix: Prefix, text: str) -> str:
    """`text` itself when it has the right form; else NotFound, as for an id that does not exist."""
    if not is_id(prefix, text):
        raise NotFound(f"There is no such {prefix}.")
    return text


def derived_id(prefix: Prefix, *parts: str, moment_of: str | None = None) -> str:
    """The same identifier for the same parts, so that a repeated attempt names what the first one made.

    It sorts by the time of `moment_of`, an identifier of `new_id`, or not at all.
    """
    value = int.from_bytes(hashlib.sha256("\0".join(parts).encode()).digest()[:16], "big")
    spelled = _spelled(prefix, value)
    if moment_of is None:
        return spelled
    return f"{prefix}_{moment_of.partition('_')[2][:_TIME_CHARS]}{spelled.partition('_')[2][_TIME_CHARS:]}"
