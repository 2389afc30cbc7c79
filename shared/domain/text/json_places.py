"""JSON as people write it: where it is broken, which keys come twice, and on which line a value stands."""

import json
import re
from typing import Any, NamedTuple

Place = tuple[int, int]
_DECODER = json.JSONDecoder()
_SPACE = re.compile(r"[ \t\r\n]*")
_SCALAR = re.compile(r"[^\s,\]}]+")


class JsonFault(Exception):
    """The text is not JSON; `line` and `column` count from 1."""

    def __init__(self, message: str, line: int = 1, column: int = 1) -> None:
        super().__init__(message)
        self.message, self.line, self.column = message, line, column


class JsonDocument(NamedTuple):
    """A value, the place of every key in it by its path, and the keys that stand there a second time."""

    value: Any
    places: dict[tuple[str, ...], Place]
    repeated: list[tuple[tuple[str, ...], Place]]

    def at(self, *keys: str) -> Place:
        return self.places.get(keys, (1, 1))


def read_json(text: str) -> JsonDocument:
    """The document; else JsonFault. Stricter than Python: no NaN, no byte order mark, no absurd nesting."""
    if text.startswith("\ufeff"):
        raise JsonFault("it begins with a byte order mark; save it as UTF-8 without one")
    try:
        return _Scan(text).document(json.loads(text, parse_constant=_no_constant))
    except json.JSONDecodeError as error:
        raise JsonFault(error.msg, error.lineno, error.colno) from None
    except (ValueError, RecursionError) as error:
        raise JsonFault("nested too deeply" if isinstance(error, RecursionError) else str(error)) from None


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is not JSON")


class _Scan:
    """One walk over text that is known to be JSON. Array members are named by their index."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._places: dict[tuple[str, ...], Place] = {}
        self._repeated: list[tuple[tuple[str, ...], Place]] = []
        self._line, self._line_start, self._counted = 1, 0, 0

    def document(self, value: Any) -> JsonDocument:
        self._value(0, ())
        return JsonDocument(value, self._places, self._repeated)

    def _value(self, at: int, path: tuple[str, ...]) -> int:
        at = self._skip(at)
        char = self._text[at]
        if char == "{":
            return self._members(at, path)
        if char == "[":
            return self._items(at, path)
        if char == '"':
            return self._string(at)[1]
        scalar = _SCALAR.match(self._text, at)
        return scalar.end() if scalar else len(self._text)

    def _members(self, at: int, path: tuple[str, ...]) -> int:
        at = self._skip(at + 1)
        while self._text[at] != "}":
            at = self._skip(at + 1) if self._text[at] == "," else at
            key, after = self._string(at)
            self._note((*path, key), at)
            at = self._skip(self._value(self._skip(after) + 1, (*path, key)))
        return at + 1

    def _items(self, at: int, path: tuple[str, ...]) -> int:
        at, order = self._skip(at + 1), 0
        while self._text[at] != "]":
            at = at + 1 if self._text[at] == "," else at
            at, order = self._skip(self._value(at, (*path, str(order)))), order + 1
        return at + 1

    def _string(self, at: int) -> tuple[str, int]:
        value, after = _DECODER.raw_decode(self._text, at)
        return str(value), after

    def _note(self, path: tuple[str, ...], at: int) -> None:
        self._line += self._text.count("\n", self._counted, at)
        self._line_start = self._text.rfind("\n", self._counted, at) + 1 or self._line_start
        self._counted = at
        place = (self._line, at - self._line_start + 1)
        if path in self._places:
            self._repeated.append((path, place))
        self._places.setdefault(path, place)

    def _skip(self, at: int) -> int:
        space = _SPACE.match(self._text, at)
        return space.end() if space else at
