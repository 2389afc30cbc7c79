"""The project that is imported, as it came: what a build for comparison needs, with its own code and configuration."""

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any

from shared.domain.assets.catalog_view import CatalogView
from shared.domain.base import Files
from shared.domain.imports.fit_files import ignored_place
from shared.domain.imports.import_package import map_package
from shared.domain.text.json_places import JsonFault, read_json
from shared.domain.tree.managed_paths import LOCKFILES
from shared.domain.tree.package_rules import PACKAGE_JSON, SECTIONS
from shared.domain.tree.paths import path_faults

_VITE = re.compile(r"\bvite build\b[^&|;]{0,300}")
_LOADED = ("src/", "public/", "static/", "app/", "assets/")


def original_project(
    entries: Mapping[str, bytes], top: str, fitted: Files, missing: Iterable[str], catalog: CatalogView
) -> Files | None:
    """None where nothing was changed that a page could show. Packages have the versions of the catalog.

    Dotfiles are left out: some hold secrets, and no page is made of them.
    """
    files = {name.removeprefix(top): content for name, content in entries.items() if name.startswith(top)}
    kept = {path: content for path, content in files.items() if _is_kept(path)}
    if PACKAGE_JSON not in kept or not _is_changed(kept, fitted):
        return None
    package = _package(kept[PACKAGE_JSON], set(missing), catalog)
    return {**kept, PACKAGE_JSON: package} if package else None


def _is_kept(path: str) -> bool:
    hidden = any(part.startswith(".") for part in path.split("/"))
    return not hidden and path not in LOCKFILES and ignored_place(path) is None and not path_faults(path)


def _is_changed(kept: Files, fitted: Files) -> bool:
    changed = any(
        kept.get(path) != content
        for path, content in fitted.items()
        if path != PACKAGE_JSON and not path.startswith(".")
    )
    return changed or any(path.startswith(_LOADED) for path in kept.keys() - fitted.keys())


def _package(content: bytes, missing: set[str], catalog: CatalogView) -> bytes | None:
    """Its own, built by Vite alone: a check of types that fails says nothing about the page."""
    mapped, _ = map_package(content, catalog)
    try:
        package: Any = read_json(mapped.decode()).value
    except (JsonFault, UnicodeDecodeError):
        return None
    scripts = package.get("scripts") if isinstance(package, dict) else None
    build = _VITE.search(str(scripts.get("build"))) if isinstance(scripts, dict) else None
    if build is None:
        return None
    for section in SECTIONS:
        if isinstance(package.get(section), dict):
            package[section] = {name: spec for name, spec in package[section].items() if name not in missing}
    return (json.dumps({**package, "scripts": {"build": build[0].strip()}}, indent=2) + "\n").encode()
