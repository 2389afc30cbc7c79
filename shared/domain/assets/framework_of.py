"""Which framework a project is made with, by what its package.json declares."""

import json

from shared.domain.frameworks import IN_CATALOG, CatalogFramework


def framework_of(manifest: str) -> CatalogFramework:
    """`any` for a project without a framework, or a manifest that cannot be read: what works everywhere fits it."""
    try:
        found = json.loads(manifest)
    except (ValueError, RecursionError):
        return "any"
    sections = [found.get(name) for name in ("dependencies", "devDependencies")] if isinstance(found, dict) else []
    declared = {name for section in sections if isinstance(section, dict) for name in section}
    return next((name for name in IN_CATALOG if name in declared), "any")
