"""What a project's declared versions would be on another line of the catalog."""

from shared.domain.assets.catalog import Catalog, declared_versions
from shared.domain.base import Entity

_SHOWN = 100


class VersionChange(Entity):
    """A package that has another version on the other line; `to` is null for one that is not there."""

    name: str
    version: str
    to: str | None


def version_changes(package_json: str, target: Catalog) -> list[VersionChange]:
    """By name."""
    declared = sorted(declared_versions(package_json))
    pins = ((name, spec, target.version(name)) for name, spec in declared)
    return [VersionChange(name=name[:214], version=spec[:_SHOWN], to=pin) for name, spec, pin in pins if pin != spec]
