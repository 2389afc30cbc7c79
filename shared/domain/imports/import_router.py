"""Code for React Router 7 where the line has 6: what is one package there was two before."""

import re
from collections.abc import Mapping
from typing import Any

from shared.domain.assets.catalog_view import CatalogView
from shared.domain.base import Files
from shared.domain.diagnostics import Diagnostic
from shared.domain.tree.managed_paths import CODE, extension
from shared.domain.tree.package_rules import PACKAGE_JSON, SECTIONS

_NEW, _OLD = "react-router", "react-router-dom"
_READ_MOST = 256 * 1024
_NAMED = re.compile(rb"""(\b(?:from|import|mock)\s{0,5}\(?\s{0,5})(["'])react-router(?:/dom)?\2""")


def fit_router(
    files: Files, original: Mapping[str, Any], catalog: CatalogView
) -> tuple[Files, dict[str, str], list[Diagnostic]]:
    """The files, what they need declared, and what was done. `original` is the author's package.json."""
    sections = (original.get(section) for section in SECTIONS)
    asked = next((str(each[_NEW]) for each in sections if isinstance(each, dict) and _NEW in each), "")
    major = re.search(r"\d{1,9}", asked)
    version = catalog.version(_OLD)
    if major is None or int(major[0]) < 7 or version is None or not (catalog.version(_NEW) or "").startswith("6."):
        return files, {}, []
    changed = {
        path: new
        for path, content in files.items()
        if extension(path) in CODE
        and len(content) <= _READ_MOST
        and (new := _NAMED.sub(rb"\1\2react-router-dom\2", content)) != content
    }
    if not changed:
        return files, {}, []
    message = f"Code for React Router 7 names {_OLD} now, which has the same names in version 6."
    found = Diagnostic(severity="warning", code="ROUTER_MAPPED", message=message, path=PACKAGE_JSON)
    return {**files, **changed}, {_OLD: version}, [found]
