"""An estimate of how many values a JSON text holds, taken before a parser makes them."""

from typing import Any

from pydantic_core import from_json

JSON_VALUES = 200_000
"""Of what a model writes in one piece."""


def holds_more_values(text: str, most: int) -> bool:
    """Whether the commas and opening brackets of `text`, outside its strings, are more than `most`.

    A value costs a hundred bytes where its text costs three, so that a limit on bytes alone bounds little. Text that is
    no JSON may end the count early, as it ends the parser.
    """
    if len(text) <= most or _signs(text, 0, len(text)) <= most:
        return False
    bare = text.replace("\\\\", "").replace('\\"', "")
    count, at = 0, 0
    while count <= most:
        start = bare.find('"', at)
        here = _signs(bare, at, start if start >= 0 else len(bare))
        count += here
        if start < 0 or (at and not here and not bare.count(":", at, start)):
            break
        at = bare.find('"', start + 1) + 1
        if not at:
            break
    return count > most


def _signs(text: str, start: int, end: int) -> int:
    return text.count(",", start, end) + text.count("[", start, end) + text.count("{", start, end)


def parse_bounded(text: str, most: int = JSON_VALUES) -> Any:
    """The JSON that a model or a stranger wrote. ValueError for none, for absurd nesting, and for too many values."""
    if holds_more_values(text, most):
        raise ValueError(f"more than {most:,} values")
    return from_json(text)
