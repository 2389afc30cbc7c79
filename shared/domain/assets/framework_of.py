"""Which framework a project is made with, by what its package.json declares."""

import json

from shared.domain.frameworks import IN_CATALOG, CatalogFramework


def framework_of(manifest: str) -> CatalogFramework:
    """`any` for a project without a framework, or a manifest that cannot be read: what works everywhere fits it."""
    return next(iter(frameworks_of(manifest)), "any")


def frameworks_of(manifest: str) -> tuple[CatalogFramework, ...]:
    """All that it declares: two while a project changes from one to the other."""
    try:
        found = json.loads(manifest)
    except (ValueError, RecursionError):
        return ()
    sections = [found.get(name) for name in ("dependencies", "devDependencies")] if isinstance(found, dict) else []
    declared = {name for section in sections if isinstance(section, dict) for name in section}
    return tuple(name for name in IN_CATALOG if name in declared)
