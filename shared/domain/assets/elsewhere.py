"""Packages that the catalog has and an app cannot use: for another framework, or in another of its lines."""

from collections.abc import Sequence
from typing import NamedTuple

from shared.domain.assets.catalog import Catalog, CatalogPackage
from shared.domain.assets.framework_of import frameworks_of
from shared.domain.frameworks import FACTS, IN_CATALOG
from shared.domain.text.ranking import Passage, preferring, scored

_SAME = 3


class Elsewhere(NamedTuple):
    """Where it is and what this app is, in words; `same` serves the same purpose here, the nearest first."""

    where: str
    here: str
    same: list[str]


def find_elsewhere(name: str, manifest: str, catalog: Catalog, lines: Sequence[Catalog]) -> Elsewhere | None:
    """None for what the app's line (`catalog`) has for one of its frameworks, and for what no line has.

    A framework itself may always be declared: so one changes to it.
    """
    made_with = frameworks_of(manifest)
    for line in (catalog, *lines):
        package = line.packages.get(name)
        if package is None:
            continue
        foreign = bool(made_with) and not any(map(package.fits, made_with))
        if line is catalog and (not foreign or name in IN_CATALOG):
            return None
        if foreign or line.chosen != catalog.chosen:
            return _describe(package, line, foreign, made_with, catalog)
    return None


def _describe(
    package: CatalogPackage, line: Catalog, foreign: bool, made_with: Sequence[str], catalog: Catalog
) -> Elsewhere:
    other = line.chosen != catalog.chosen
    where = [f"in its {line.chosen} line"] * other + [f"for {_titles(package.frameworks)}"] * foreign
    here = [f"on the {catalog.chosen} line"] * other + [f"made with {_titles(made_with)}"] * foreign
    return Elsewhere(" ".join(where), " and ".join(here), _same(package, made_with, catalog))


def _titles(frameworks: Sequence[str]) -> str:
    return " and ".join(facts.title for name, facts in FACTS.items() if name in frameworks)


def _same(package: CatalogPackage, made_with: Sequence[str], catalog: Catalog) -> list[str]:
    """Packages of its category by how much of what is said of it is said of them, ready ones first; and one that is
    ready and made for the framework, where there is one.
    """
    same = [
        one
        for one in catalog.packages.values()
        if one.category == package.category and one.name != package.name and any(map(one.fits, made_with or ("any",)))
    ]
    scores = scored(_words_of(package), [Passage("catalog", one.name, _words_of(one)) for one in same])
    ordered = [same[place] for place in preferring(scores, [not one.on_demand for one in same])]
    own = [one for one in ordered if not one.on_demand and set(one.frameworks) & set(made_with)]
    return list(dict.fromkeys(one.name for one in (*ordered[: _SAME - 1], *own[:1], *ordered)))[:_SAME]


def _words_of(package: CatalogPackage) -> str:
    return f"{package.name} {package.summary} {package.use_when}"
