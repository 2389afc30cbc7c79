"""Settings of a foreign Vite configuration that a build here would fail at, or a page."""

import re
from collections.abc import Collection

from shared.domain.assets.catalog_view import CatalogView
from shared.domain.base import Files
from shared.domain.diagnostics import Diagnostic
from shared.domain.imports.import_tsconfig import START
from shared.domain.imports.vite_text import settings_within, value_end

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
_BY_NAME = (
    "((chunks) => (id) => Object.keys(chunks).find((name) => "
    "chunks[name].some((each) => id.includes(`/node_modules/${each}/`))))("
)
_SHORT = re.compile(r"[{,]\s{0,40}base\s{0,9}(?=[,}])")
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


def base_expression(text: str) -> str | None:
    """What a configuration sets as the base: an expression, or the name of a variable; None where it sets none."""
    start = START.search(text) if len(text) <= _MOST else None
    if start is None:
        return None
    place = next((value for name, _, value in settings_within(text, start.end()) if name == "base"), None)
    if place is None:
        return "base" if _SHORT.search(text, start.end() - 1) else None
    end = value_end(text, place, ",}")
    return text[place:end] if end is not None else None


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
    end = value_end(text, found.end(), ",}") if found else None
    if found is None or end is None:
        return None
    return text[: found.start()] + text[end + (text[end] == ",") :]


def _with_base(text: str) -> str:
    start = START.search(text)
    place = (
        next((value for name, _, value in settings_within(text, start.end()) if name == "base"), None)
        if start
        else None
    )
    end = value_end(text, place, ",}") if place is not None else None
    if place is None or end is None or text[place:end].strip() in _FINE:
        return text
    value = text[place:end]
    return f'{text[:place]} "/"{value[len(value.rstrip()) :]}{text[end:]}'


def _with_chunks(text: str) -> str:
    found = _CHUNKS.search(text)
    end = value_end(text, found.end() + 1, "}") if found else None
    if found is None or end is None:
        return text
    return f"{text[: found.end()]}{_BY_NAME}{text[found.end() : end + 1]}){text[end + 1 :]}"


def _major(version: str | None) -> int:
    return int((version or "0").partition(".")[0])
