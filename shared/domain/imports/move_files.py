"""Files that get other places: whatever names one of them names its new place."""

import re
from collections.abc import Iterator, Mapping
from fnmatch import fnmatchcase
from itertools import islice
from posixpath import dirname, normpath, relpath

from shared.domain.base import Files
from shared.domain.tree.managed_paths import CODE, STYLES, extension

_READ_MOST = 256 * 1024
_PAGES = frozenset({"html", "htm"})
_QUOTED = re.compile(r"""(["'`(])((?:\.{0,2}|[@~])/[^"'`()\s]{1,200})(?=["'`)])""")
_TOP = ("@/", "~/")
"""Aliases that are the top of some projects, else of `src/`."""
_IN_PAGE = re.compile(r"""(\b(?:src|href|poster|content)\s{0,3}=\s{0,3}["'])([^"'<>\s]{1,200})(?=["'])""", re.I)
_IN_SCRIPT = re.compile(r"""(\b(?:from|import)\s{0,3}\(?["'])(\.{0,2}/[^"'`()\s]{1,200})(?=["'])""")
_IN_CONFIG = re.compile(r"""(\b(?:resolve|join)\([^()"'`\n]{0,60}["'`])([\w.-]{1,60}/[^"'`()\s]{1,200})(?=["'`])""")
_GLOBS_MOST = 50
_KEPT = ("src/", "public/")
"""Where files stay: what a configuration says of them as a whole leads to no other."""
_ENDINGS = ("", ".ts", ".tsx", ".js", ".jsx", ".mjs", ".mts", ".vue", ".svelte", ".css", ".scss", ".json",
            "/index.ts", "/index.tsx", "/index.js", "/index.jsx")  # fmt: skip


def move_files(files: Files, moves: Mapping[str, str], root: str = "") -> Files:
    """`moves` is old path -> new path. `root`: the folder, with its slash, in which `/x` was looked for."""
    places = {path: moves.get(path, path) for path in files}
    return {places[path]: _renamed(path, content, places, root) for path, content in files.items()}


def named_by(path: str, content: bytes, files: Mapping[str, object], root: str = "") -> Iterator[str]:
    """The files of the project that a text names by a path, whatever for."""
    text = _text(path, content)
    for found in (each for way in _ways(path) for each in way.finditer(text)):
        file = _file(path, found[2], files, root)
        if file is not None:
            yield file
    names = (found[2] for way in _ways(path) for found in way.finditer(text) if "*" in found[2])
    patterns = (_pattern(path, name, root) for name in names)
    wanted = (each for each in patterns if each and not ("/" not in path and each.startswith(_KEPT)))
    for pattern in islice(wanted, _GLOBS_MOST):
        yield from (file for file in files if fnmatchcase(file, pattern))


def _renamed(path: str, content: bytes, places: Mapping[str, str], root: str) -> bytes:
    text = _text(path, content)
    if not text:
        return content

    patterns = iter(range(_GLOBS_MOST))

    def name(found: re.Match[str]) -> str:
        if "*" not in found[2]:
            return found[1] + _new_name(path, found[2], places, root)
        return found[1] + (_new_pattern(path, found[2], places, root) if next(patterns, None) is not None else found[2])

    renamed = text
    for way in _ways(path):
        renamed = way.sub(name, renamed)
    return content if renamed == text else renamed.encode()


def _pattern(path: str, name: str, root: str) -> str:
    """`../locales/*.yml` as a pattern of paths; empty for one of the whole project."""
    target = _target(path, name, root)
    return re.sub(r"\{[^{}]*\}", "*", target) if "/" in target.partition("*")[0] else ""


def _new_pattern(path: str, name: str, places: Mapping[str, str], root: str) -> str:
    """A pattern of files of one folder, of which some have another place now, all in the same way."""
    folder = _pattern(path, name, root).partition("*")[0].rpartition("/")[0]
    moved = {
        new.removesuffix(old) for old, new in islice(places.items(), 5000) if folder and old.startswith(f"{folder}/")
    }
    moved = moved - {""} or moved
    if len(moved) != 1 or (moved == {""} and places[path] == path):
        return name
    rest = _target(path, name, root).removeprefix(folder)
    place = f"{moved.pop()}{folder}"
    if name.startswith("/"):
        return f"/{place}{rest}"
    new = relpath(place, dirname(places[path]) or ".")
    return f"{new if new.startswith('.') else f'./{new}'}{rest}"


def _new_name(path: str, name: str, places: Mapping[str, str], root: str) -> str:
    file = _file(path, name, places, root)
    plain, rest = _split(name)
    unmoved = file is not None and (file, path) == (places[file], places[path])
    if file is None or (unmoved and not (root and plain.startswith("/"))):
        return name
    ending = file.removeprefix(_target(path, plain, root))
    place = places[file].removesuffix(ending)
    if plain.startswith(("/", *_TOP)):
        return f"{plain.partition('/')[0]}/{place}{rest}"
    new = relpath(place, dirname(places[path]) or ".")
    return (new if new.startswith(".") else f"./{new}") + rest


def _file(path: str, name: str, files: Mapping[str, object], root: str) -> str | None:
    target = _target(path, _split(name)[0], root)
    if not target or (name.startswith(_TOP) and any(f"src/{target}{ending}" in files for ending in _ENDINGS)):
        return None
    return next((target + ending for ending in _ENDINGS if target + ending in files), None)


def _target(path: str, plain: str, root: str) -> str:
    """Where a name leads, without an ending; empty where that is outside or nowhere."""
    if plain.startswith("//") or ":" in plain:
        return ""
    if plain.startswith(_TOP):
        place = normpath(plain[2:])
    else:
        place = normpath(root + plain[1:] if plain.startswith("/") else f"{dirname(path) or '.'}/{plain}")
    return "" if place.startswith("..") or place == "." else place


def _split(name: str) -> tuple[str, str]:
    plain = re.split(r"[?#]", name, maxsplit=1)[0]
    return plain, name[len(plain) :]


def _ways(path: str) -> tuple[re.Pattern[str], ...]:
    """A page's attributes first: they hold names that begin with no dot."""
    if extension(path) in _PAGES:
        return _IN_PAGE, _IN_SCRIPT
    return (_QUOTED,) if "/" in path else (_QUOTED, _IN_CONFIG)


def _text(path: str, content: bytes) -> str:
    """Empty for what names no files."""
    if len(content) > _READ_MOST or extension(path) not in CODE | STYLES | _PAGES:
        return ""
    try:
        return content.decode()
    except UnicodeDecodeError:
        return ""
