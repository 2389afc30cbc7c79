"""Files that get other places: whatever names one of them names its new place."""

import re
from collections.abc import Iterator, Mapping
from posixpath import dirname, normpath, relpath

from shared.domain.base import Files
from shared.domain.tree.managed_paths import CODE, STYLES, extension

_READ_MOST = 256 * 1024
_PAGES = frozenset({"html", "htm"})
_QUOTED = re.compile(r"""(["'`(])(\.{0,2}/[^"'`()\s]{1,200})(?=["'`)])""")
_IN_PAGE = re.compile(r"""(\b(?:src|href|poster|content)\s{0,3}=\s{0,3}["'])([^"'<>\s]{1,200})(?=["'])""", re.I)
_IN_SCRIPT = re.compile(r"""(\b(?:from|import)\s{0,3}\(?["'])(\.{0,2}/[^"'`()\s]{1,200})(?=["'])""")
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


def _renamed(path: str, content: bytes, places: Mapping[str, str], root: str) -> bytes:
    text = _text(path, content)
    if not text:
        return content

    def name(found: re.Match[str]) -> str:
        return found[1] + _new_name(path, found[2], places, root)

    renamed = text
    for way in _ways(path):
        renamed = way.sub(name, renamed)
    return content if renamed == text else renamed.encode()


def _new_name(path: str, name: str, places: Mapping[str, str], root: str) -> str:
    file = _file(path, name, places, root)
    plain, rest = _split(name)
    unmoved = file is not None and (file, path) == (places[file], places[path])
    if file is None or (unmoved and not (root and plain.startswith("/"))):
        return name
    ending = file.removeprefix(_target(path, plain, root))
    place = places[file].removesuffix(ending)
    if plain.startswith("/"):
        return f"/{place}{rest}"
    new = relpath(place, dirname(places[path]) or ".")
    return (new if new.startswith(".") else f"./{new}") + rest


def _file(path: str, name: str, files: Mapping[str, object], root: str) -> str | None:
    target = _target(path, _split(name)[0], root)
    return next((target + ending for ending in _ENDINGS if target + ending in files), None) if target else None


def _target(path: str, plain: str, root: str) -> str:
    """Where a name leads, without an ending; empty where that is outside or nowhere."""
    if plain.startswith("//") or ":" in plain:
        return ""
    place = normpath(root + plain.lstrip("/")) if plain.startswith("/") else normpath(f"{dirname(path) or '.'}/{plain}")
    return "" if place.startswith("..") or place == "." else place


def _split(name: str) -> tuple[str, str]:
    plain = re.split(r"[?#]", name, maxsplit=1)[0]
    return plain, name[len(plain) :]


def _ways(path: str) -> tuple[re.Pattern[str], ...]:
    """A page's attributes first: they hold names that begin with no dot."""
    return (_IN_PAGE, _IN_SCRIPT) if extension(path) in _PAGES else (_QUOTED,)


def _text(path: str, content: bytes) -> str:
    """Empty for what names no files."""
    if len(content) > _READ_MOST or extension(path) not in CODE | STYLES | _PAGES:
        return ""
    try:
        return content.decode()
    except UnicodeDecodeError:
        return ""
