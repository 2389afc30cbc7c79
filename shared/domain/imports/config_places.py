"""Places of the project that configuration names: by `resolve` and `join`, by `new URL`, in tsconfig, as aliases."""

import re
from collections.abc import Callable, Iterator
from itertools import islice
from posixpath import normpath
from typing import NamedTuple

from shared.domain.base import Files
from shared.domain.imports.vite_text import deeper, pieces, settings_within, value_end

_CONFIG = re.compile(r"vite\.config\.[mc]?[jt]s")
_JSON = re.compile(r"(?:tsconfig[\w.-]{0,60}|jsconfig|components)\.json")
_MOST, _ALIASES_MOST = 50_000, 20
_ALIAS = re.compile(r"(?<![\w$.])alias\s{0,9}:\s{0,9}\{")
_PAIR = re.compile(r"""\bfind\s{0,9}:\s{0,9}["']([\w@~#$/-]{1,40})["']\s{0,9},\s{0,9}replacement\s{0,9}:""")
_KEY = re.compile(r"""["']?([\w@~#$/-]{1,40}?)["']?""")
_PATHS = re.compile(r'"([\w@~#$-]{1,40})/\*"\s{0,9}:\s{0,9}\[\s{0,9}"([^"*\n]{1,100})/\*"')
_IN_JSON = re.compile(r'"(\./)?([\w@][^"*\n\\]{0,200})(?=((?:\*[^"\n]{0,100})?")(?!\s{0,9}:))')
_CALLS = frozenset({"resolve", "join", "URL"})

NewPlace = Callable[[str], str | None]
"""A place of the project, without a slash at its ends, to its new one; None where it stays. The top is empty."""


class Place(NamedTuple):
    """A place that an expression means; `start` to `end` are the strings that say it, with their quotes."""

    start: int
    end: int
    place: str
    dotted: bool


def read_aliases(files: Files) -> dict[str, str]:
    """Name -> the folder or file of the project that it means, of the Vite configuration and of tsconfig.json."""
    config = next((path for path in files if _CONFIG.fullmatch(path)), "")
    texts = [_text(files, path) for path in ("jsconfig.json", "tsconfig.json", "tsconfig.app.json")]
    found = {name: normpath(folder) for text in texts for name, folder in _PATHS.findall(text)}
    found |= dict(_aliases(_text(files, config)))
    inside = {
        name: place for name, place in found.items() if place not in (".", "") and not place.startswith(("..", "/"))
    }
    return dict(islice(inside.items(), _ALIASES_MOST))


def with_places(files: Files, new: NewPlace) -> Files:
    """`files` with the places that the Vite configuration, tsconfig and components.json name."""
    changed: Files = {}
    for path in files:
        text = _text(files, path) if _CONFIG.fullmatch(path) or _JSON.fullmatch(path) else ""
        after = _in_json(text, new) if path.endswith(".json") else _in_code(text, new)
        changed |= {path: after.encode()} if after != text else {}
    return {**files, **changed}


def places_in(text: str) -> Iterator[Place]:
    """The places that calls of a configuration mean: `path.resolve(dir, "client", "src")`, `new URL("./src", ...)`."""
    last = ""
    calls: list[_Call] = []
    for at, piece in pieces(text):
        if calls:
            calls[-1].take(at, piece)
        if deeper(piece) > 0:
            calls.append(_Call(last if piece == "(" else ""))
        elif deeper(piece) < 0 and calls:
            for found in calls.pop().place():
                yield found
                # `join(resolve(dir, "a"), "b")` is not b.
                for outer in calls if found.place else ():
                    outer.is_read = False
        last = piece if not piece.isspace() else last


class _Call:
    """A call while it is read: its name, and the pieces of each argument outside of further brackets."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._arguments: list[list[tuple[int, str]]] = [[]]
        self.is_read = name in _CALLS

    def take(self, at: int, piece: str) -> None:
        if piece == ",":
            self._arguments.append([])
        elif not piece.isspace() and deeper(piece) >= 0:
            self._arguments[-1].append((at, piece))

    def place(self) -> Iterator[Place]:
        """What its strings mean together, after at most one argument that is the project's own folder."""
        arguments = [each for each in self._arguments if each]
        if self._name == "URL":
            named = arguments[:1]
        else:
            named = arguments[1:] if arguments and not _is_string(arguments[0]) else arguments
        if not self.is_read or not named or not all(map(_is_string, named)):
            return
        (start, first), (last, text) = named[0][0], named[-1][0]
        whole = normpath("/".join(piece[1:-1] for ((_, piece),) in named))
        if not whole.startswith(("..", "/")) and "\\" not in whole and ":" not in whole:
            yield Place(start, last + len(text), "" if whole == "." else whole, first[1:2] == ".")


def _is_string(argument: list[tuple[int, str]]) -> bool:
    return len(argument) == 1 and argument[0][1][0] in "\"'" and len(argument[0][1]) > 1


def _in_code(text: str, new: NewPlace) -> str:
    for found in sorted(places_in(text), reverse=True):
        place = new(found.place)
        if place is not None and place != found.place:
            quote = text[found.start]
            said = f"./{place}" if found.dotted else place or "."
            text = f"{text[: found.start]}{quote}{said}{quote}{text[found.end :]}"
    return text


def _in_json(text: str, new: NewPlace) -> str:
    def renamed(found: re.Match[str]) -> str:
        place = new(found[2].rstrip("/"))
        slash = "/" if found[2].endswith("/") and place else ""
        return found[0] if place is None else f'"{found[1] or ""}{place or ("" if found[1] else ".")}{slash}'

    return _IN_JSON.sub(renamed, text)


def _aliases(text: str) -> Iterator[tuple[str, str]]:
    starts = [(name, value) for found in _ALIAS.finditer(text) for name, _, value in settings_within(text, found.end())]
    starts += [(found[1], found.end()) for found in _PAIR.finditer(text)]
    for name, start in islice(starts, _ALIASES_MOST):
        key = _KEY.fullmatch(name)
        place = _meant(text[start : value_end(text, start) or start])
        if key and place:
            yield key[1].rstrip("/"), place


def _meant(value: str) -> str | None:
    """The only place that an alias' value means."""
    plain = value.strip()
    if re.fullmatch(r"""(["'])/?(?:\./)?[\w@.-][^"'\\:]{0,100}\1""", plain):
        return normpath(plain[1:-1].lstrip("/")) if plain[1] in "./" else None
    found = list(islice(places_in(value), 2))
    return found[0].place if len(found) == 1 else None


def _text(files: Files, path: str) -> str:
    content = files.get(path, b"")
    return content.decode("utf-8", "replace") if len(content) <= _MOST and b"\xff" not in content else ""
