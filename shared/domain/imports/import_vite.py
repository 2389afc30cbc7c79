"""Settings of a foreign Vite configuration that a build here would fail at, or a page."""

import re
from collections.abc import Collection, Iterator

from shared.domain.assets.catalog_view import CatalogView
from shared.domain.base import Files
from shared.domain.diagnostics import Diagnostic
from shared.domain.imports.import_tsconfig import START

_CONFIG = re.compile(r"vite\.config\.[mc]?[jt]s")
_MOST = 50_000
_TESTED = re.compile(r"vite(?:st)?\.config\.[mc]?[jt]s")
_PROVIDER = re.compile(
    r"""^[ \t]{0,40}import\s{1,9}\{[^{}"'\n]{1,80}\}\s{0,9}from\s{0,9}"""
    r"""["'](@vitest/browser-[a-z]{1,30})["'][ \t]{0,9};?\n?""",
    re.M,
)
_BROWSER = re.compile(r"(?<![\w$.])browser\s{0,9}:(?=\s{0,9}\{)")
_CHUNKS = re.compile(r"(?<![\w$.])manualChunks\s{0,9}:\s{0,9}(?=\{)")
_PIECE = re.compile(
    r"""//[^\n]*|/\*(?:[^*]|\*(?!/))*(?:\*/|\Z)|"(?:[^"\\\n]|\\.){0,1000}"|'(?:[^'\\\n]|\\.){0,1000}'|`(?:[^`\\]|\\.){0,1000}`|[\w$]+|\s+|.""",
    re.S,
)
_BY_NAME = (
    "((chunks) => (id) => Object.keys(chunks).find((name) => "
    "chunks[name].some((each) => id.includes(`/node_modules/${each}/`))))("
)
_OPEN, _CLOSE = frozenset("([{"), frozenset(")]}")
_FINE = frozenset({"'/'", '"/"'})


def fit_vite(files: Files, catalog: CatalogView) -> tuple[Files, list[Diagnostic]]:
    """An app's address is a host of its own, so its base is "/", also where it was the folder of the page: an address
    of a router is in none. Chunks by a list are named by a function.
    """
    path = next((path for path in files if _CONFIG.fullmatch(path)), "")
    text = files.get(path, b"").decode("utf-8", "replace")
    if not path or len(text) > _MOST or "\ufffd" in text:
        return files, []
    found = []
    based = _with_base(text)
    if based != text:
        message = 'The base of the addresses of files is "/" now: an app has a host of its own.'
        found.append(Diagnostic(severity="warning", code="BASE_MAPPED", message=message, path=path))
    chunked = _with_chunks(based) if _major(catalog.version("vite")) >= 8 else based
    if chunked != based:
        message = "manualChunks by names of packages is a function now, as Vite 8 wants it."
        found.append(Diagnostic(severity="info", code="CHUNKS_MAPPED", message=message, path=path))
    return ({**files, path: chunked.encode()}, found) if found else (files, [])


def without_browser_tests(files: Files, missing: Collection[str]) -> tuple[Files, list[Diagnostic]]:
    """`files` without Vitest's browser, which is not here: tests run without one."""
    changed = {}
    for path in (path for path in files if _TESTED.fullmatch(path) and len(files[path]) <= _MOST):
        text = files[path].decode("utf-8", "replace")
        named = [each for each in _PROVIDER.finditer(text) if each[1] in missing]
        without = _without_setting(_PROVIDER.sub("", text), _BROWSER) if named else None
        if without:
            changed[path] = without.encode()
    if not changed:
        return files, []
    message = "Tests run without Vitest's browser, which is not in the catalog."
    found = Diagnostic(severity="warning", code="PLUGIN_DROPPED", message=message, path=min(changed))
    return {**files, **changed}, [found]


def _without_setting(text: str, setting: re.Pattern[str]) -> str | None:
    found = setting.search(text)
    end = _end(text, found.end(), ",}") if found else None
    if found is None or end is None:
        return None
    return text[: found.start()] + text[end + (text[end] == ",") :]


def _with_base(text: str) -> str:
    start = START.search(text)
    place = next((at for name, at in _outermost(text, start.end()) if name == "base"), None) if start else None
    end = _end(text, place, ",}") if place is not None else None
    if place is None or end is None or text[place:end].strip() in _FINE:
        return text
    value = text[place:end]
    return f'{text[:place]} "/"{value[len(value.rstrip()) :]}{text[end:]}'


def _with_chunks(text: str) -> str:
    found = _CHUNKS.search(text)
    end = _end(text, found.end() + 1, "}") if found else None
    if found is None or end is None:
        return text
    return f"{text[: found.end()]}{_BY_NAME}{text[found.end() : end + 1]}){text[end + 1 :]}"


def _outermost(text: str, start: int) -> Iterator[tuple[str, int]]:
    """The settings of the object that is open at `start`: a name, and where its value begins."""
    depth, name = 0, ""
    for at, piece in _pieces(text, start):
        depth += _deeper(piece)
        if depth < 0:
            return
        if depth == 0 and piece == ":" and name:
            yield name, at + 1
        if not piece.isspace():
            name = piece if depth == 0 else ""


def _end(text: str, start: int, closing: str) -> int | None:
    """Where a value ends: at the first of `closing` that no bracket of it holds."""
    depth = 0
    for at, piece in _pieces(text, start):
        if depth == 0 and piece in closing:
            return at
        depth += _deeper(piece)
        if depth < 0:
            return None
    return None


def _deeper(piece: str) -> int:
    return 1 if piece in _OPEN else -1 if piece in _CLOSE else 0


def _pieces(text: str, start: int) -> Iterator[tuple[int, str]]:
    """Comments, strings and words whole, else characters."""
    return ((found.start(), found[0]) for found in _PIECE.finditer(text, start))


def _major(version: str | None) -> int:
    return int((version or "0").partition(".")[0])
