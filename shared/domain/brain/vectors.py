"""Vectors of texts: packed into a byte each, and compared."""

from array import array
from collections.abc import Mapping, Sequence
from hashlib import sha256
from math import sqrt
from operator import mul

_SCALE = 127


def packed(vector: Sequence[float]) -> bytes:
    """Of length one, in steps of 1/127; empty for one without a direction."""
    length = sqrt(sum(map(mul, vector, vector)))
    if not length:
        return b""
    return array("b", [max(-_SCALE, min(_SCALE, round(part / length * _SCALE))) for part in vector]).tobytes()


def key_of(text: str) -> str:
    return sha256(text.encode("utf-8", "replace")).hexdigest()[:24]


def nearest(query: bytes, keys: Sequence[str], known: Mapping[str, bytes], least: float = 0.2) -> list[int]:
    """The places of the keys whose vectors point most the same way, nearest first; none below `least`."""
    asked = array("b", query)
    floor = least * _SCALE * _SCALE
    scores = {
        place: sum(map(mul, asked, array("b", vector)))
        for place, key in enumerate(keys)
        if (vector := known.get(key)) and len(vector) == len(query)
    }
    return sorted((place for place, score in scores.items() if score >= floor), key=lambda place: -scores[place])
