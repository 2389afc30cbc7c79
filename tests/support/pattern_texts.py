"""The texts that a regular expression is made of: each choice is written out, and one mark stands for any character."""

import re
from re import _parser  # type: ignore[attr-defined]
from typing import Any

_ANY = "\0"
_FEW = 4
"""Characters of a class, such as an apostrophe or the other, that are each tried."""


def texts_of(pattern: re.Pattern[str]) -> set[str]:
    """Every text that it fits has the letters of one of these, in their order."""
    return _of_all(_parser.parse(pattern.pattern, pattern.flags))


def _of_all(parts: Any) -> set[str]:
    texts = {""}
    for kind, value in parts:
        texts = {before + after for before in texts for after in _of_one(str(kind), value)}
    return texts


def _of_one(kind: str, value: Any) -> set[str]:
    match kind:
        case "LITERAL":
            return {chr(value)}
        case "BRANCH":
            return {text for choice in value[1] for text in _of_all(choice)}
        case "SUBPATTERN":
            return _of_all(value[3])
        case "MAX_REPEAT":
            least, most, part = value
            texts = _of_all(part) if least or most == 1 else {_ANY}
            return ({""} if not least else set()) | (texts if most == 1 else {text + _ANY for text in texts})
        case "AT" | "ASSERT" | "ASSERT_NOT":
            return {""}
        case "IN" if len(value) <= _FEW and all(str(one) == "LITERAL" for one, _ in value):
            return {chr(letter) for _, letter in value}
    return {_ANY}
