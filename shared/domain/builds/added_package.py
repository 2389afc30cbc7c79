"""What a worker found out about a package that is to come into the catalog, and whether it may."""

import json
from collections.abc import Collection, Iterator, Mapping
from datetime import datetime
from typing import Any

from pydantic import Field

from shared.domain.assets.catalog import Catalog, CatalogPackage
from shared.domain.assets.own_catalog import OwnPackage, moved
from shared.domain.assets.vetting import RUN_AT_INSTALL, Candidate, Refusal, vet
from shared.domain.base import Entity
from shared.domain.builds.package_spec import Package, parse_packages
from shared.domain.errors import Bug, Invalid
from shared.domain.tree.lockfile import needed_entries, read_packages

_SUMMARY = "Added by the owner of this catalog."
_UNKNOWN = "The registry does not say which packages have known weaknesses."
_GRAVE = ("high", "critical")


class Weakness(Entity):
    """A known weakness of a package that would come along."""

    package: str = Field(max_length=300)
    severity: str = Field(max_length=20)
    title: str = Field(max_length=300)


class Found(Entity):
    """What the registry says of one version. `failure`: what kept the worker from the rest, with its code.

    `weaknesses` is null where the registry does not say.
    """

    version: str = Field(default="", max_length=100)
    published_at: datetime | None = None
    licence: str = Field(default="", max_length=200)
    bytes: int = 0
    scripts: tuple[str, ...] = ()
    deprecated: str = Field(default="", max_length=1000)
    weaknesses: tuple[Weakness, ...] | None = None
    failure: Refusal | None = None

    @property
    def unknown(self) -> str | None:
        """What a person should know that nobody could find out."""
        return None if self.weaknesses is not None else _UNKNOWN


def refusals(name: str, found: Found, *, now: datetime, known: Collection[str]) -> list[Refusal]:
    """All that speaks against it, as far as the registry's words tell."""
    candidate = Candidate(
        name=name, version=found.version, published_at=found.published_at, licence=found.licence, bytes=found.bytes,
        scripts=found.scripts, deprecated=found.deprecated,
    )  # fmt: skip
    return [*vet(candidate, now=now, known=known), *_weaknesses(found)]


def _weaknesses(found: Found) -> Iterator[Refusal]:
    for one in found.weaknesses or ():
        if one.severity in _GRAVE:
            message = f"{one.package} has a known weakness ({one.severity}): {one.title}"
            yield Refusal(code="PACKAGE_ADVISORY", message=message)


def take_in(name: str, found: Found, lock: str, catalog: Catalog, stands: str) -> OwnPackage | Refusal:
    """The package with all that it needs, of the lockfile that npm made of the line's own (`stands`)."""
    try:
        before, after = read_packages(stands), read_packages(lock)
        shifted = next(moved(before, after), None)
        if shifted is not None:
            other = shifted.rpartition("node_modules/")[2]
            said = f"{name} {found.version} needs another version of {other} than the {catalog.line} line has."
            return Refusal(code="PACKAGE_CONFLICT", message=said)
        entries = needed_entries(json.dumps({"dependencies": {name: found.version}}), lock)
        added = added_packages(entries, before)
    except (Invalid, Bug, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return Refusal(code="PACKAGE_NOT_INSTALLED", message=f"npm could not lock {name} with the line's packages.")
    if scripted := _scripted(name, {place: one for place, one in entries.items() if place not in before}):
        return scripted
    if outside := next((one for place, one in entries.items() if place not in before and "resolved" in one), None):
        said = f"{name} needs {str(outside.get('name') or 'a package')[:100]} from outside of the registry."
        return Refusal(code="PACKAGE_OUTSIDE_REGISTRY", message=said)
    if not any(one.place == f"node_modules/{name}" and one.version == found.version for one in added):
        return Refusal(code="PACKAGE_NOT_INSTALLED", message=f"npm did not lock {name} {found.version}.")
    package = CatalogPackage(
        name=name, version=found.version, category="added", frameworks=("any",), summary=_SUMMARY, on_demand=True,
        licence=found.licence, bytes=found.bytes,
    )  # fmt: skip
    return OwnPackage(package=package, entries={place: dict(entry) for place, entry in entries.items()})


def _scripted(name: str, fresh: Mapping[str, Mapping[str, Any]]) -> Refusal | None:
    other = next(
        (place.rpartition("node_modules/")[2] for place, one in fresh.items() if has_install_script(one)), None
    )
    said = f"{name} needs {other}, which wants to run a script when it is installed."
    return None if other is None else Refusal(code="PACKAGE_HAS_SCRIPTS", message=said)


def added_packages(entries: Mapping[str, Mapping[str, Any]], before: Mapping[str, Any]) -> tuple[Package, ...]:
    """Those that the line did not have, checked as a job's packages are. ValueError for one that no job could name."""
    fresh = [
        {
            "place": place,
            "name": entry.get("name", place.rpartition("node_modules/")[2]),
            **{key: entry[key] for key in ("version", "integrity", "os", "cpu", "libc") if key in entry},
        }
        for place, entry in entries.items()
        if place not in before and not entry.get("inBundle")
    ]
    return parse_packages(fresh) or ()


def has_install_script(entry: Mapping[str, Any]) -> tuple[str, ...]:
    """What npm's lockfile knows of it: also of what is compiled at installation without a script that says so."""
    return (min(RUN_AT_INSTALL),) if entry.get("hasInstallScript") else ()
