"""Projects made for Vite before 8: what `import X from` a CommonJS package gives is what it gave to their authors."""

import re
from collections.abc import Mapping
from typing import Any

from shared.domain.assets.catalog_view import CatalogView
from shared.domain.base import Files
from shared.domain.diagnostics import Diagnostic
from shared.domain.imports.import_tsconfig import CONFIG, START
from shared.domain.tree.package_rules import SECTIONS

_CHANGED_IN = 8
_MAJOR = re.compile(r"\d{1,9}")
_SETTING = "legacy: { inconsistentCjsInterop: true }"


def with_older_interop(
    files: Files, original: Mapping[str, Any], catalog: CatalogView
) -> tuple[Files, list[Diagnostic]]:
    """Vite 8 gives the whole module to a project that is an ES module itself, where the default export was given: it
    builds, and its page fails. `original` is the author's package.json.
    """
    asked, here = _major(_declared(original)), _major(catalog.version("vite") or "")
    if original.get("type") != "module" or not asked < _CHANGED_IN <= here:
        return files, []
    for path in filter(CONFIG.fullmatch, files):
        text = files[path].decode("utf-8", "replace")
        if "legacy" not in text and START.search(text):
            message = f"{path} has {_SETTING}, as default imports were read before Vite {_CHANGED_IN}."
            found = Diagnostic(severity="info", code="INTEROP_KEPT", message=message, path=path)
            return {**files, path: START.sub(rf"\1 {_SETTING},", text, count=1).encode()}, [found]
    return files, []


def _declared(package: Mapping[str, Any]) -> str:
    sections = [package.get(section) for section in SECTIONS]
    specs = [section.get("vite") for section in sections if isinstance(section, dict)]
    return next((spec for spec in specs if isinstance(spec, str)), "")


def _major(version: str) -> int:
    """A version or a range that cannot be read is of no older Vite."""
    found = _MAJOR.search(version)
    return int(found[0]) if found else _CHANGED_IN
