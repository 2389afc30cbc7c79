"""The curated set of packages that apps may use: what each is for, its pinned version, and the nearest to a name."""

import difflib
import hashlib
from collections.abc import Collection, Iterator, Mapping
from typing import Any

from pydantic import Field

from shared.domain.base import Entity
from shared.domain.errors import Bug
from shared.domain.frameworks import CatalogFramework as CatalogFramework

_SECTIONS = ("dependencies", "devDependencies")
_CUTOFF = 0.72


class CatalogPackage(Entity):
    """One package as a person or a model chooses it. `dev`: it only builds, checks or tests."""

    name: str
    version: str
    category: str
    frameworks: tuple[CatalogFramework, ...]
    summary: str
    use_when: str = ""
    dev: bool = False

    def fits(self, framework: str | None) -> bool:
        """Whether an app of `framework` can use it (None: any app)."""
        return framework is None or "any" in self.frameworks or framework in self.frameworks


class Catalog(Entity):
    """All packages by name. `aliases` names the stand-in for well-known packages that are not in the catalog."""

    packages: dict[str, CatalogPackage]
    aliases: dict[str, str] = Field(default_factory=dict)
    digest: str

    def version(self, name: str) -> str | None:
        """The pinned version, or None for a package that is not in the catalog."""
        package = self.packages.get(name)
        return package.version if package else None

    def for_framework(self, framework: str | None) -> list[CatalogPackage]:
        """What an app of `framework` can use, by category and name."""
        fitting = (package for package in self.packages.values() if package.fits(framework))
        return sorted(fitting, key=lambda package: (package.category, package.name))

    def nearest(self, name: str, framework: str | None = None, limit: int = 3) -> list[str]:
        """The packages to use instead of `name`, best first: itself, a known stand-in, then the most alike by name."""
        wanted = name.strip().lower()
        return list(dict.fromkeys(self._nearest(wanted, framework)))[:limit]

    def stand_in(self, name: str, framework: CatalogFramework) -> str | None:
        """The package that stands in for exactly this well-known one in an app of `framework`, if one does."""
        known = None if name in self.packages else self.aliases.get(name)
        return next(self._fitting(known, framework), None) if known else None

    def _nearest(self, wanted: str, framework: str | None) -> Iterator[str]:
        known = [*self.packages, *self.aliases]
        alike = difflib.get_close_matches(wanted, known, n=6, cutoff=_CUTOFF)
        for match in [*_stand_ins(wanted, known), *alike, *_families(wanted, known)]:
            yield from self._fitting(self.aliases.get(match, match), framework)

    def _fitting(self, name: str, framework: str | None) -> Iterator[str]:
        """`name`, or for another framework what serves the same purpose there."""
        package = self.packages[name]
        if package.fits(framework):
            yield name
            return
        same = (other for other in self.for_framework(framework) if other.category == package.category)
        yield from (other.name for other in same)


def _stand_ins(wanted: str, known: Collection[str]) -> list[str]:
    """The name itself, or the one package that replaced its scope (`@radix-ui/react-dialog` -> `radix-ui`)."""
    scope, slash, _ = wanted.partition("/")
    return [name for name in (wanted, scope.lstrip("@") if slash else "") if name in known]


def _families(wanted: str, known: Collection[str]) -> list[str]:
    """The larger package that a small one is part of (`d3-scale` -> `d3`, `lodash.debounce` -> `lodash`)."""
    return [name for name in (wanted.partition("-")[0], wanted.partition(".")[0]) if name in known]


def build_catalog(package_json: Mapping[str, Any], lock: str, metadata: Mapping[str, Any]) -> Catalog:
    """The catalog of its files; raises Bug when the metadata names a package that is not pinned."""
    packages = [_package(entry, package_json) for entry in metadata["packages"]]
    return Catalog(
        packages={package.name: package for package in packages},
        aliases=dict(metadata.get("aliases", {})),
        digest=hashlib.sha256(lock.encode()).hexdigest(),
    )


def _package(entry: Mapping[str, Any], package_json: Mapping[str, Any]) -> CatalogPackage:
    for section in _SECTIONS:
        version = package_json.get(section, {}).get(entry["name"])
        if version is not None:
            return CatalogPackage(**entry, version=version, dev=section == "devDependencies")
    raise Bug(f"catalog: {entry['name']} has metadata but no pinned version")
