"""Files that get other places: whatever names one of them names its new place."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cached_property
from itertools import islice
from posixpath import dirname, normpath, relpath

from shared.domain.base import Files
from shared.domain.tree.managed_paths import CODE, STYLES, extension

_READ_MOST = 256 * 1024
PAGES = frozenset({"html", "htm"})
_QUOTED = re.compile(r"""(["'`(])((?:\.{0,2}|[@~])/[^"'`()\s]{1,200})(?=["'`)])""")
_TOP = ("@/", "~/")
"""Aliases that are the top of some projects, else of `src/`."""
_IN_PAGE = re.compile(r"""(\b(?:src|href|poster|content)\s{0,3}=\s{0,3}["'])([^"'<>\s]{1,200})(?=["'])""", re.I)
_IN_SCRIPT = re.compile(r"""(\b(?:from|import)\s{0,3}\(?["'])(\.{0,2}/[^"'`()\s]{1,200})(?=["'])""")
_IN_CONFIG = re.compile(r"""(\b(?:resolve|join)\([^()"'`\n]{0,60}["'`])([\w.-]{1,60}/[^"'`()\s]{1,200})(?=["'`])""")
_GLOBS_MOST = 50
_KEPT = ("src/", "public/")
"""Where files stay: what a configuration says of them as a whole leads to no other."""
_ADDED = (".mjs", ".js", ".mts", ".ts", ".jsx", ".tsx", ".json")
ENDINGS = ("", *_ADDED, ".vue", ".svelte", ".css", ".scss", *(f"/index{added}" for added in _ADDED))
"""What may be left out of a name, in the order in which Vite looks for it."""


@dataclass(frozen=True)
class _Move:
    """`places`: old path -> new path of every file. `root`: the folder, with a slash, in which `/x` was looked for."""

    places: Mapping[str, str]
    root: str

    @cached_property
    def taken(self) -> frozenset[str]:
        return frozenset(self.places.values())


def move_files(files: Files, moves: Mapping[str, str], root: str = "") -> Files:
    """`moves` is old path -> new path. `root`: the folder, with its slash, in which `/x` was looked for."""
    places = {path: moves.get(path, path) for path in files}
    move = _Move(places, root)
    return {places[path]: _renamed(path, content, move) for path, content in files.items()}


def named_by(
    path: str, content: bytes, files: Mapping[str, object], root: str = "", aliases: Mapping[str, str] | None = None
) -> Iterator[str]:
    """The files of the project that a text names by a path, whatever for. `aliases`: a name to what it stands for."""
    text = naming_text(path, content)
    for name in _aliased(text, aliases or {}):
        file = _file("", name, files, "")
        if file is not None:
            yield file
    for found in (each for way in _ways(path) for each in way.finditer(text)):
        file = _file(path, found[2], files, root)
        if file is not None:
            yield file
    names = (found[2] for way in _ways(path) for found in way.finditer(text) if "*" in found[2])
    patterns = (_pattern(path, name, root) for name in names)
    wanted = (each for each in patterns if each and not ("/" not in path and each.startswith(_KEPT)))
    for pattern in islice(wanted, _GLOBS_MOST):
        yield from (file for file in files if fnmatchcase(file, pattern))


def _aliased(text: str, aliases: Mapping[str, str]) -> Iterator[str]:
    """What stands behind the aliases that a text quotes, as paths of the project."""
    if aliases and text:
        names = "|".join(re.escape(name) for name in sorted(aliases, key=len, reverse=True))
        for found in re.finditer(rf"""["'`(]({names})((?:/[^"'`()\s]{{1,200}})?)(?=["'`)])""", text):
            yield f"./{aliases[found[1]]}{found[2]}"


def _renamed(path: str, content: bytes, move: _Move) -> bytes:
    text = naming_text(path, content)
    if not text:
        return content

    patterns = iter(range(_GLOBS_MOST))

    def name(found: re.Match[str]) -> str:
        if "*" not in found[2]:
            return found[1] + _new_name(path, found[2], move)
        return found[1] + (_new_pattern(path, found[2], move) if next(patterns, None) is not None else found[2])

    renamed = text
    for way in _ways(path):
        renamed = way.sub(name, renamed)
    return content if renamed == text else renamed.encode()


def _pattern(path: str, name: str, root: str) -> str:
    """`../locales/*.yml` as a pattern of paths; empty for one of the whole project."""
    target = _target(path, name, root)
    return re.sub(r"\{[^{}]*\}", "*", target) if "/" in target.partition("*")[0] else ""


def _new_pattern(path: str, name: str, move: _Move) -> str:
    """A pattern of files of one folder, of which some have another place now, all in the same way."""
    folder = _pattern(path, name, move.root).partition("*")[0].rpartition("/")[0]
    place = _new_folder(folder, move.places) if folder else None
    if place is None or (place == folder and move.places[path] == path):
        return name
    rest = _target(path, name, move.root).removeprefix(folder)
    if name.startswith("/"):
        return f"/{place}".rstrip("/") + rest
    new = relpath(place or ".", dirname(move.places[path]) or ".")
    return f"{new if new.startswith('.') else f'./{new}'}{rest}"


def _new_folder(folder: str, places: Mapping[str, str]) -> str | None:
    """Where the files of a folder are that have another place now; None where that is not one folder."""
    inside = [(old, new) for old, new in islice(places.items(), 5000) if old.startswith(f"{folder}/")]
    moved = [(old, new) for old, new in inside if old != new] or inside
    rests = [(old.removeprefix(f"{folder}/"), f"/{new}") for old, new in moved]
    found = {new.removesuffix(f"/{rest}")[1:] if new.endswith(f"/{rest}") else None for rest, new in rests}
    return found.pop() if len(found) == 1 else None


def _new_name(path: str, name: str, move: _Move) -> str:
    places = move.places
    file = _file(path, name, places, move.root)
    plain, rest = _split(name)
    unmoved = file is not None and (file, path) == (places[file], places[path])
    if file is None or (unmoved and not (move.root and plain.startswith("/"))):
        return name
    place = _shortened(places[file], file.removeprefix(_target(path, plain, move.root)), move)
    if plain.startswith(("/", *_TOP)):
        return f"{plain.partition('/')[0]}/{place}{rest}"
    new = relpath(place, dirname(places[path]) or ".")
    return (new if new.startswith(".") else f"./{new}") + rest


def _shortened(place: str, left_out: str, move: _Move) -> str:
    """A file's new place, without an ending of the kind that its name left out, where that still leads to it."""
    shapes = [each for each in ENDINGS if each and each.startswith("/") == left_out.startswith("/")]
    ending = next((each for each in (left_out, *shapes) if left_out and place.endswith(each)), "")
    short = place.removesuffix(ending)
    meant = next((short + each for each in ENDINGS if short + each in move.taken), None)
    return short if meant == place else place


def _file(path: str, name: str, files: Mapping[str, object], root: str) -> str | None:
    target = _target(path, _split(name)[0], root)
    if not target or (name.startswith(_TOP) and any(f"src/{target}{ending}" in files for ending in ENDINGS)):
        return None
    return next((target + ending for ending in ENDINGS if target + ending in files), None)


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
    if extension(path) in PAGES:
        return _IN_PAGE, _IN_SCRIPT
    return (_QUOTED,) if "/" in path else (_QUOTED, _IN_CONFIG)


def naming_text(path: str, content: bytes) -> str:
    """The text of a file that may name others; empty for any other, for a large one and for what is no UTF-8."""
    if len(content) > _READ_MOST or extension(path) not in CODE | STYLES | PAGES:
        return ""
    try:
        return content.decode()
    except UnicodeDecodeError:
        return ""
