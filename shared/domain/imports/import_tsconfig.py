"""tsconfig files that extend one of a package which is not here: a build reads them, and would stop."""

import re
from collections.abc import Mapping

from shared.domain.assets.catalog_view import CatalogView
from shared.domain.base import Files
from shared.domain.diagnostics import Diagnostic
from shared.domain.imports.vite_plugins import take_out

_FILE = re.compile(r"(?:[^/]{1,100}/)?tsconfig[\w.-]{0,100}\.json")
_EXTENDS = re.compile(
    r'"extends"\s{0,20}:\s{0,20}"((?:@[\w.-]{1,100}/)?[\w-][\w.-]{0,100})(?:/[^"\n]{0,200})?"\s{0,20},?'
)


def without_missing_bases(files: Files, catalog: CatalogView) -> tuple[Files, list[Diagnostic]]:
    """`files` with each such line left out."""
    changed: Files = {}
    found = []
    for path, content in files.items():
        text = content.decode("utf-8", "replace") if _FILE.fullmatch(path) else ""
        base = _EXTENDS.search(text)
        if base and catalog.version(base[1]) is None:
            changed[path] = (text[: base.start()] + text[base.end() :]).encode()
            message = f"{path} no longer extends {base[1]}, which is not in the catalog."
            found.append(Diagnostic(severity="warning", code="TSCONFIG_BASE_DROPPED", message=message, path=path))
    return files | changed, found


_PATHS_PLUGIN = "vite-tsconfig-paths"
CONFIG = re.compile(r"vite(?:st)?\.config\.[mc]?[jt]s")
_RESOLVE = re.compile(r"(\bresolve\s{0,9}:\s{0,9}\{)")
START = re.compile(r"(\bdefineConfig\(\s{0,9}\{|\bexport default\s{0,9}\{|=>\s{0,9}\(\{|\breturn\s{0,9}\{)")


def with_tsconfig_paths(files: Files, missing: Mapping[str, int]) -> tuple[Files, list[Diagnostic]]:
    """Vite reads the paths of tsconfig itself: the plugin that did so becomes a setting."""
    if _PATHS_PLUGIN not in missing:
        return files, []
    changed = {
        path: _set(files[path]) for path in files if CONFIG.fullmatch(path) and _PATHS_PLUGIN.encode() in files[path]
    }
    if not changed or any(text is None for text in changed.values()):
        return files, []
    message = f"{_PATHS_PLUGIN} became Vite's own setting resolve.tsconfigPaths."
    found = Diagnostic(severity="info", code="PLUGIN_REPLACED", message=message, path=next(iter(changed)))
    return {**files, **{path: text.encode() for path, text in changed.items() if text}}, [found]


def _set(content: bytes) -> str | None:
    text = take_out(content.decode("utf-8", "replace"), _PATHS_PLUGIN)
    if text is None:
        return None
    if _RESOLVE.search(text):
        return _RESOLVE.sub(r"\1 tsconfigPaths: true,", text, count=1)
    return START.sub(r"\1 resolve: { tsconfigPaths: true },", text, count=1) if START.search(text) else None
