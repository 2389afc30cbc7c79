"""Regular expressions from strangers: matched in time that grows with the text alone.

The engine is the one that Pydantic brings (Rust's `regex`): it never goes back in the text, knows no look-around and no
references to groups, and refuses an expression that would compile to more than ten megabytes. What it takes for a
character still grows with the counts in the expression, so that the work is counted too.
"""

import re
from collections.abc import Callable

from pydantic_core import SchemaError, SchemaValidator, core_schema

from shared.domain.errors import Invalid
from shared.domain.work_budget import PATTERN_CHARACTERS, PATTERN_STEPS

_COUNT = re.compile(r"(\d*)(?:(,)(\d*))?")
_ESCAPED = re.compile(r"\\(?:[pPxuUb]\{[^}]{0,99}\}|.)", re.DOTALL)
_QUANTIFIERS, _FLAGS = frozenset("*+?"), re.compile(r"\(\?[A-Za-z-]*x")
_MOST_COUNT = 10_000_000


def compile_pattern(pattern: str, *, case_sensitive: bool) -> Callable[[str], bool]:
    """Whether a text holds a match. Invalid, with the reason, for what is no expression or too large a one.

    The answer raises Invalid too, once it has been asked about more text than the expression's counts allow.
    """
    if len(pattern) > PATTERN_CHARACTERS:
        raise Invalid(f"A pattern has at most {PATTERN_CHARACTERS} characters.")
    try:
        schema = core_schema.str_schema(pattern=pattern if case_sensitive else f"(?i){pattern}")
        found = SchemaValidator(schema).isinstance_python
    except SchemaError as error:
        raise Invalid(f"The pattern cannot be used: {str(error).strip().splitlines()[-1].strip()}") from None
    return _bounded(found, pattern_weight(pattern))


def _bounded(matches: Callable[[str], bool], weight: int) -> Callable[[str], bool]:
    left = PATTERN_STEPS

    def bounded(text: str) -> bool:
        nonlocal left
        left -= weight * (len(text) + 1)
        if left < 0:
            raise Invalid("The pattern takes too long on this much text: repeat less in it, or give a prefix.")
        return matches(text)

    return bounded


def pattern_weight(pattern: str) -> int:
    """At least the number of places that a match may be at, for a pattern that the engine has taken.

    A pattern whose spaces and comments do not count (flag `x`) weighs as if all its counts were nested.
    """
    if _FLAGS.search(pattern):
        return _nested(pattern)
    groups, last, at = [0], 0, 0
    while at < len(pattern):
        part, size = _part(pattern, at)
        at += len(part)
        if part == "(":
            groups[-1] += last
            groups.append(0)
            last = 0
        elif part == ")" and len(groups) > 1:
            last = groups.pop() + last + 1
        elif part[0] == "{" and (times := _times(part)):
            last *= times
        elif part not in _QUANTIFIERS:
            groups[-1] += last
            last = size
    return sum(groups) + last


def _part(pattern: str, at: int) -> tuple[str, int]:
    """The text of the part that begins there, and its weight."""
    if pattern[at] == "[":
        return pattern[at : _class_end(pattern, at)], 1
    if pattern[at] == "{":
        return _braces(pattern, at) or "{", 1
    found = _ESCAPED.match(pattern, at)
    return (found.group(), 1) if found else (pattern[at], 1)


def _braces(pattern: str, at: int) -> str:
    """The count that begins there, with its braces; empty when it is none."""
    text = pattern[at : pattern.find("}", at) + 1]
    return text if _times(text) else ""


def _class_end(pattern: str, at: int) -> int:
    """Where a class of characters ends; classes stand in classes."""
    depth, place = 0, at
    while place < len(pattern):
        match pattern[place]:
            case "\\":
                place += 1
            case "[":
                depth += 1
                place += 1 if pattern[place + 1 : place + 2] == "^" else 0
                place += 1 if pattern[place + 1 : place + 2] == "]" else 0
            case "]":
                depth -= 1
        place += 1
        if depth == 0:
            break
    return place


def _times(part: str) -> int:
    """How often a count lets its part stand; one more where it is open."""
    found = _COUNT.fullmatch("".join(part[1:-1].split())) if part.endswith("}") else None
    if found is None:
        return 0
    least, comma, most = found.groups()
    times = int(most[:9]) if most else int(least[:9] or 0) + (1 if comma else 0)
    return max(1, min(times, _MOST_COUNT))


def _nested(pattern: str) -> int:
    weight = len(pattern)
    at = pattern.find("{")
    while at >= 0:
        weight *= _times(pattern[at : pattern.find("}", at) + 1]) or 1
        at = pattern.find("{", at + 1)
    return weight
