"""Reading a Vite configuration as text: strings and comments whole, values up to their end, what brackets hold."""

import re
from collections.abc import Iterator

_PIECE = re.compile(
    r"""//[^\n]*|/\*(?:[^*]|\*(?!/))*(?:\*/|\Z)"""
    r"""|"(?:[^"\\\n]|\\.){0,1000}"|'(?:[^'\\\n]|\\.){0,1000}'|`(?:[^`\\]|\\.){0,1000}`"""
    # An expression between slashes, where a value can begin: it may hold quotes and brackets.
    r"""|(?:(?<=[:(,\[=])|(?<=[:(,\[=] ))/(?:[^/\\\n\[]|\\.|\[(?:[^\]\\\n]|\\.){0,200}\]){1,500}/[a-z]{0,8}"""
    r"""|[\w$]+|\s+|.""",
    re.S,
)
_OPEN, _CLOSE = frozenset("([{"), frozenset(")]}")


def pieces(text: str, start: int = 0) -> Iterator[tuple[int, str]]:
    """Comments, strings and words whole, else characters; each with its place."""
    return ((found.start(), found[0]) for found in _PIECE.finditer(text, start))


def settings_within(text: str, start: int) -> Iterator[tuple[str, int, int]]:
    """The settings of the object that is open at `start`: a name, where it begins, and where its value does."""
    depth, name, begin = 0, "", start
    for at, piece in pieces(text, start):
        depth += deeper(piece)
        if depth < 0:
            return
        if depth == 0 and piece == ":" and name:
            yield name, begin, at + 1
        if not piece.isspace():
            name, begin = (piece, at) if depth == 0 else ("", at)


def value_end(text: str, start: int, closing: str = ",}") -> int | None:
    """Where a value ends: at the first of `closing` that no bracket of it holds."""
    depth = 0
    for at, piece in pieces(text, start):
        if depth == 0 and piece in closing:
            return at
        depth += deeper(piece)
        if depth < 0:
            return None
    return None


def without_settings(text: str, start: int, names: frozenset[str]) -> str | None:
    """The text without the settings of these names in the object that is open at `start`; None where one has no end."""
    spans: list[tuple[int, int]] = []
    for name, begin, value in settings_within(text, start):
        if name.strip("\"'") in names:
            end = value_end(text, value)
            if end is None:
                return None
            spans.append((begin, end + (text[end] == ",")))
    for begin, end in reversed(spans):
        text = text[:begin] + text[end:].lstrip(" ")
    return text


def deeper(piece: str) -> int:
    return 1 if piece in _OPEN else -1 if piece in _CLOSE else 0
