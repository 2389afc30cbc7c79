"""The curated set of packages that apps may use: what each is for, its pinned version, and the nearest to a name."""

import difflib
import hashlib
import json
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal, NamedTuple

from pydantic import Field

from shared.domain.base import Entity
from shared.domain.errors import Bug
from shared.domain.frameworks import IN_CATALOG
from shared.domain.frameworks import CatalogFramework as CatalogFramework

_SECTIONS = ("dependencies", "devDependencies")
_CUTOFF = 0.72
CURRENT = "current"
Line = Literal["current", "classic"]
"""What people choose from. `classic` is one lockfile for most frameworks, and another for those that do not fit in."""
_FRAMEWORKS = frozenset(IN_CATALOG)
_DECISIVE = ("@builder.io/qwik", "react", "svelte", "tailwindcss")
"""Whose major version decides for which line a foreign project was made, the first that it declares. What the current
line does not have decides without one: Qwik's plugin refuses Vite 8.
"""


class CatalogPackage(Entity):
    """One package as a person or a model chooses it. `dev`: it only builds, checks or tests. `on_demand`: a machine
    fetches it when a build first needs it; a page before its build waits for that build. `bytes` is its unpacked size.
    """

    name: str
    version: str
    category: str
    frameworks: tuple[CatalogFramework, ...]
    summary: str
    use_when: str = ""
    dev: bool = False
    on_demand: bool = False
    licence: str = ""
    bytes: int = 0

    def fits(self, framework: str | None) -> bool:
        """Whether an app of `framework` can use it (None: any app)."""
        return framework is None or "any" in self.frameworks or framework in self.frameworks


class Catalog(Entity):
    """All packages by name. `aliases` names the stand-in for well-known packages, where those cannot be used.

    A catalog is one `line` of packages that fit together; `others` are the lines for projects made for other versions.
    """

    packages: dict[str, CatalogPackage]
    aliases: dict[str, str] = Field(default_factory=dict)
    digest: str
    line: str = CURRENT
    others: tuple["Catalog", ...] = ()

    def version(self, name: str) -> str | None:
        """The pinned version, or None for a package that is not in the catalog."""
        package = self.packages.get(name)
        return package.version if package else None

    def of(self, package_json: str) -> "Catalog":
        """The line that a project is pinned to: the one with most of the versions that it declares, this one first."""
        declared = declared_versions(package_json)
        return max(self, *self.others, key=lambda line: line._pinned(declared)) if self.others else self

    def pins(self, package_json: str) -> bool:
        """Whether the line that a project is pinned to has everything that it declares, by name."""
        line = self.of(package_json)
        return all(name in line.packages for name, _ in declared_versions(package_json))

    def asked_by(self, package_json: str) -> "Catalog":
        """The line that a foreign project was made for, by the major version of what decides about its code."""
        declared = dict(declared_versions(package_json))
        for name in _DECISIVE:
            asked = re.search(r"\d{1,9}", declared.get(name, ""))
            if asked or (name in declared and not self.version(name)):
                lines = [line for line in (self, *self.others) if line.version(name)]
                major = int(asked[0]) if asked else 0
                return next((line for line in lines if major >= _major(line, name)), [self, *lines][-1])
        return self

    def on(self, line: Line, package_json: str) -> "Catalog":
        """The set of a line for a project: of several the first that has its framework."""
        if line == CURRENT or not self.others:
            return self
        names = {name for name, _ in declared_versions(package_json)} & _FRAMEWORKS
        return max(self.others, key=lambda other: len(names & other.packages.keys()))

    def serves(self, framework: str | None) -> bool:
        """Whether this line has the framework; a project without one, and none in particular, fit into each."""
        return framework not in _FRAMEWORKS or framework in self.packages

    @property
    def chosen(self) -> Line:
        """The line as people choose it."""
        return "current" if self.line == CURRENT else "classic"

    def _pinned(self, declared: Iterable[tuple[str, str]]) -> int:
        return sum(self.version(name) == spec for name, spec in declared)

    def for_framework(self, framework: str | None) -> list[CatalogPackage]:
        """What an app of `framework` can use, by category and name."""
        fitting = (package for package in self.packages.values() if package.fits(framework))
        return sorted(fitting, key=lambda package: (package.category, package.name))

    def nearest(self, name: str, framework: str | None = None, limit: int = 3) -> list[str]:
        """The packages to use instead of `name`, best first: itself, a known stand-in, then the most alike by name."""
        wanted = name.strip().lower()
        return list(dict.fromkeys(self._nearest(wanted, framework)))[:limit]

    def stand_in(self, name: str, framework: CatalogFramework) -> str | None:
        """The package that stands in for exactly this well-known one for `framework`, if one does. It is not in
        the catalog, or there for another framework. One that a category alone would suggest is a ready one.
        """
        own = self.packages.get(name)
        known = None if own is not None and own.fits(framework) else self.aliases.get(name)
        fitting = self._fitting(known, framework) if known else ()
        return next((one for one in fitting if one == known or not self.packages[one].on_demand), None)

    def _nearest(self, wanted: str, framework: str | None) -> Iterator[str]:
        known = [*self.packages, *self.aliases]
        alike = difflib.get_close_matches(wanted, known, n=6, cutoff=_CUTOFF)
        for match in [*_stand_ins(wanted, known), *alike, *_families(wanted, known)]:
            yield from self._fitting(match if match in self.packages else self.aliases[match], framework)

    def _fitting(self, name: str, framework: str | None) -> Iterator[str]:
        """`name`, or for another framework what serves the same purpose there, first what is ready."""
        package = self.packages[name]
        if package.fits(framework):
            yield name
            return
        same = (other for other in self.for_framework(framework) if other.category == package.category)
        yield from (other.name for other in sorted(same, key=lambda other: other.on_demand))


class Shelf(NamedTuple):
    """A catalog with the lockfiles of its lines, the current one's first."""

    catalog: Catalog
    locks: Sequence[str]

    @property
    def catalogs(self) -> tuple[Catalog, ...]:
        return (self.catalog, *self.catalog.others)

    def lines(self) -> dict[str, tuple[Catalog, str]]:
        return {catalog.line: (catalog, lock) for catalog, lock in zip(self.catalogs, self.locks, strict=True)}


def _stand_ins(wanted: str, known: Collection[str]) -> list[str]:
    """The name itself, or the one package that replaced its scope (`@radix-ui/react-dialog` -> `radix-ui`)."""
    scope, slash, _ = wanted.partition("/")
    return [name for name in (wanted, scope.lstrip("@") if slash else "") if name in known]


def _families(wanted: str, known: Collection[str]) -> list[str]:
    """The larger package that a small one is part of (`d3-scale` -> `d3`, `lodash.debounce` -> `lodash`)."""
    return [name for name in (wanted.partition("-")[0], wanted.partition(".")[0]) if name in known]


def declared_versions(package_json: str) -> list[tuple[str, str]]:
    """What a package.json declares, as far as it can be read."""
    try:
        document = json.loads(package_json)
    except (ValueError, RecursionError):
        return []
    sections = [document.get(part) for part in _SECTIONS] if isinstance(document, dict) else []
    pairs = (pair for section in sections if isinstance(section, dict) for pair in section.items())
    return [(name, spec) for name, spec in pairs if isinstance(spec, str)]


def _major(line: Catalog, name: str) -> int:
    return int((line.version(name) or "0").partition(".")[0])


def build_catalog(
    package_json: Mapping[str, Any],
    lock: str,
    metadata: Mapping[str, Any],
    *,
    ready: Collection[str] | None = None,
    line: str = CURRENT,
    others: Sequence[Catalog] = (),
) -> Catalog:
    """The catalog of its files; raises Bug for a package that is pinned and not described.

    `metadata` may describe packages of other lines too. All but those in `ready` are fetched on demand.
    """
    described = {entry["name"]: entry for entry in metadata["packages"]}
    pins = {name: (pin, part) for part in _SECTIONS for name, pin in package_json.get(part, {}).items()}
    if missing := sorted(pins.keys() - described.keys()):
        raise Bug(f"catalog: {', '.join(missing)} pinned, but not described")
    packages = {
        name: CatalogPackage(
            **entry,
            version=pins[name][0],
            dev=pins[name][1] == "devDependencies",
            on_demand=ready is not None and name not in ready,
        )
        for name, entry in described.items()
        if name in pins
    }
    return Catalog(
        packages=packages,
        aliases={name: to for name, to in metadata.get("aliases", {}).items() if to in packages},
        digest=hashlib.sha256(lock.encode()).hexdigest(),
        line=line,
        others=tuple(others),
    )
