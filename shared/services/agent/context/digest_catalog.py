"""The packages that an app of a framework may use, those of a purpose together: what a model need not search for."""

from shared.domain.assets.catalog import Catalog

_LEFT_OUT = frozenset({"build", "framework", "testing", "types"})
_HEAD = "Packages there are (`search_docs` says more):"


def digest_catalog(catalog: Catalog, framework: str) -> str:
    """The same bytes for a catalog and a framework; a project without one gets what works everywhere.

    Names alone: models know what packages of this fame are for, and each word here is part of every request.
    """
    names: dict[str, list[str]] = {}
    for package in catalog.for_framework("any" if framework == "vanilla" else framework):
        if package.category not in _LEFT_OUT:
            names.setdefault(package.category, []).append(package.name)
    return f"{_HEAD} {'; '.join(map(_joined, names.values()))}"


def _joined(names: list[str]) -> str:
    """A scope that all share is written once."""
    scopes = {name.rpartition("/")[0] for name in names}
    scope = scopes.pop() if len(scopes) == 1 else ""
    if not scope or len(names) == 1:
        return ", ".join(names)
    return f"{scope}/{{{','.join(name.removeprefix(f'{scope}/') for name in names)}}}"
