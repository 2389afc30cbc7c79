"""tsconfig files that extend one of a package which is not here: a build reads them, and would stop."""

import re

from shared.domain.assets.catalog_view import CatalogView
from shared.domain.base import Files
from shared.domain.diagnostics import Diagnostic

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
