"""Whether an import that is not finished may do better on the other line of the catalog."""

import re
from collections.abc import Collection

from shared.domain.assets.catalog import CURRENT, Catalog, declared_versions


def other_line(whole: Catalog, catalog: Catalog, package_json: str, missing: Collection[str]) -> Catalog | None:
    """The other line for this project, unless it suits it less than `catalog` does: it lacks more of the packages that
    are used, or has more of the declared ones in an older major version. `missing` are used and not in `catalog`.
    """
    other = whole.on("classic" if catalog.line == CURRENT else "current", package_json)
    if other is catalog:
        return None
    ours, theirs = (_unfit(line, package_json, missing, catalog) for line in (catalog, other))
    return other if theirs <= ours else None


def _unfit(line: Catalog, package_json: str, missing: Collection[str], catalog: Catalog) -> tuple[int, int]:
    declared = dict(declared_versions(package_json))
    needed = {*missing, *(name for name in declared if name in catalog.packages and not catalog.packages[name].dev)}
    lacking = sum(line.version(name) is None for name in needed)
    return lacking, sum(_is_older(line.version(name), spec) for name, spec in declared.items())


def _is_older(pin: str | None, spec: str) -> bool:
    asked = re.search(r"\d{1,9}", spec)
    return pin is not None and asked is not None and int(pin.partition(".")[0]) < int(asked[0])
