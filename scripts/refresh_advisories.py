"""`python -m scripts.refresh_advisories [REGISTRY]`: asks a registry of npm which of the catalog's packages have known
weaknesses, and writes `shared/catalog/advisories.json`, with the source and the date. Run it before a release.
"""

import argparse
import json
import sys
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import httpx

from shared.domain.quality.advisories import Advisories, Advisory
from shared.services.assets.load_advisories import FILE
from shared.services.assets.load_catalog import load_catalog_lock

REGISTRY = "https://registry.npmjs.org"
_BULK = "/-/npm/v1/security/advisories/bulk"
_SECONDS = 60


def main(arguments: list[str] | None = None, *, file: Path = FILE, transport: httpx.BaseTransport | None = None) -> int:
    """0 when the file is fresh; 1, with one line that says why, when it stays as it was."""
    parser = argparse.ArgumentParser(prog="python -m scripts.refresh_advisories", description=__doc__)
    parser.add_argument("registry", nargs="?", default=REGISTRY, help="the address of a registry of npm")
    registry = parser.parse_args(arguments).registry.rstrip("/")
    try:
        found = ask(registry, locked_versions(load_catalog_lock()), transport)
    except (httpx.HTTPError, ValueError, KeyError, TypeError, AttributeError) as error:
        print(f"{registry} did not say which packages have known weaknesses: {error}", file=sys.stderr)
        return 1
    now = datetime.now(UTC).replace(microsecond=0)
    fresh = Advisories(source=registry + _BULK, checked_at=now, advisories=found)
    file.write_text(json.dumps(fresh.model_dump(mode="json"), indent=1, ensure_ascii=False) + "\n", "utf-8")
    print(f"{len(found)} advisories of the catalog's packages, from {registry}")
    return 0


def locked_versions(lock: str) -> dict[str, list[str]]:
    """Every package of the lockfile with its versions, as the registry wants to be asked."""
    versions = dict[str, set[str]]()
    for path, entry in json.loads(lock)["packages"].items():
        if path:
            versions.setdefault(path.rpartition("node_modules/")[2], set()).add(entry["version"])
    return {name: sorted(found) for name, found in sorted(versions.items())}


def ask(registry: str, versions: Mapping[str, list[str]], transport: httpx.BaseTransport | None) -> list[Advisory]:
    """What the registry answers. ValueError for an answer of another form."""
    with httpx.Client(transport=transport, timeout=_SECONDS, follow_redirects=True) as client:
        answer = client.post(registry + _BULK, json=versions)
        answer.raise_for_status()
    said = answer.json()
    if not isinstance(said, dict):
        raise ValueError("its answer is no object")
    return sorted(
        (_advisory(name, one) for name, ones in said.items() for one in ones), key=lambda one: (one.package, one.url)
    )


def _advisory(name: str, one: Mapping[str, Any]) -> Advisory:
    return Advisory(
        package=name,
        versions=one["vulnerable_versions"],
        severity=one["severity"],
        title=one["title"],
        url=one["url"],
    )


if __name__ == "__main__":
    sys.exit(main())
