"""What a project's declared packages bring with them: the only packages its build sees."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from shared.domain.builds.package_spec import Package
from shared.domain.errors import Bug, Invalid
from shared.domain.tree.lockfile import choose_lock, needed_entries, read_packages


@lru_cache(maxsize=128)
def closure(package_json: str, *catalog_locks: str) -> tuple[Package, ...] | None:
    """By place; None for a package.json that the catalog cannot pin, whose build gets all that the worker has."""
    try:
        needed = needed_entries(package_json, choose_lock(package_json, catalog_locks))
    except (Invalid, Bug):
        return None
    return tuple(_package(place, entry) for place, entry in needed.items() if not entry.get("inBundle"))


def all_packages(catalog_lock: str) -> tuple[Package, ...]:
    packages = read_packages(catalog_lock).items()
    return tuple(_package(place, entry) for place, entry in packages if place and not entry.get("inBundle"))


def _package(place: str, entry: Mapping[str, Any]) -> Package:
    return Package(
        place=place,
        name=entry.get("name", place.rpartition("node_modules/")[2]),
        version=entry["version"],
        integrity=entry["integrity"],
        os=tuple(entry.get("os", ())),
        cpu=tuple(entry.get("cpu", ())),
        libc=tuple(entry.get("libc", ())),
    )
