"""Which framework a project is made with, by what its package.json declares."""

import json

from shared.domain.assets.catalog import CatalogFramework

_FRAMEWORKS: tuple[CatalogFramework, ...] = ("react", "vue", "svelte")


def framework_of(manifest: str) -> CatalogFramework:
    """`any` for a project without a framework, or a manifest that cannot be read: what works everywhere fits it."""
    try:
        found = json.loads(manifest)
    except (ValueError, RecursionError):
        return "any"
    sections = [found.get(name) for name in ("dependencies", "devDependencies")] if isinstance(found, dict) else []
    declared = {name for section in sections if isinstance(section, dict) for name in section}
    return next((name for name in _FRAMEWORKS if name in declared), "any")
