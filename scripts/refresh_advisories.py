"""`python -m scripts.refresh_advisories [REGISTRY]`: asks a registry of npm which of the catalog's packages have known
weaknesses, and writes `shared/catalog/advisories.json`, with the source and the date. Run it before a release.

Where no registry answers, copies that somebody brought do: `--osv FOLDER_OR_ZIP`, `--retire FILE`, `--as-of DATE`. The
list of Retire.js is about libraries that pages load, so without `--osv` the file says that it is partial.
"""

import argparse
import json
import sys
from collections.abc import Iterable, Mapping
from datetime import UTC, date, datetime, time
from pathlib import Path
from typing import Any

import httpx

from scripts.advisory_copies import read_osv, read_retire
from shared.domain.quality.advisories import Advisories, Advisory
from shared.services.assets.load_advisories import FILE
from shared.services.assets.load_catalog import load_locks

REGISTRY = "https://registry.npmjs.org"
OSV = "https://github.com/github/advisory-database"
RETIRE = "https://github.com/RetireJS/retire.js"
_BULK = "/-/npm/v1/security/advisories/bulk"
_SECONDS = 60


def main(arguments: list[str] | None = None, *, file: Path = FILE, transport: httpx.BaseTransport | None = None) -> int:
    """0 when the file is fresh; 1, with one line that says why, when it stays as it was."""
    options = _parser().parse_args(arguments)
    copies = bool(options.osv or options.retire)
    if copies != bool(options.as_of):
        _parser().error("a copy needs --as-of, the day it was made, and the other way round")
    locked = locked_versions(load_locks())
    try:
        fresh = read_copies(options, locked) if copies else ask(options.registry.rstrip("/"), locked, transport)
    except (httpx.HTTPError, OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        where = options.osv or options.retire or options.registry.rstrip("/")
        print(f"{where} did not say which packages have known weaknesses: {error}", file=sys.stderr)
        return 1
    file.write_text(json.dumps(fresh.model_dump(mode="json"), indent=1, ensure_ascii=False) + "\n", "utf-8")
    print(f"{len(fresh.advisories)} advisories of the catalog's packages, from {fresh.source}")
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m scripts.refresh_advisories", description=__doc__)
    parser.add_argument("registry", nargs="?", default=REGISTRY, help="the address of a registry of npm")
    parser.add_argument("--osv", type=Path, help="a folder or a zip of OSV documents, in place of a registry")
    parser.add_argument("--retire", type=Path, help="the file jsrepository-master.json of Retire.js, in place of one")
    parser.add_argument("--partial", action="store_true", help="the documents are not all of the collection")
    parser.add_argument("--as-of", type=date.fromisoformat, metavar="YYYY-MM-DD", help="the day the copies were made")
    return parser


def locked_versions(locks: Iterable[str]) -> dict[str, list[str]]:
    """Every package of the lockfiles with its versions, as the registry wants to be asked."""
    versions = dict[str, set[str]]()
    for lock in locks:
        for path, entry in json.loads(lock)["packages"].items():
            if path:
                versions.setdefault(path.rpartition("node_modules/")[2], set()).add(entry["version"])
    return {name: sorted(found) for name, found in sorted(versions.items())}


def read_copies(options: argparse.Namespace, locked: Mapping[str, list[str]]) -> Advisories:
    """What the copies say, OSV's documents first. ValueError and OSError for a copy of no use."""
    osv = read_osv(options.osv, locked) if options.osv else []
    retire = read_retire(options.retire, locked) if options.retire else []
    known = {(one.package, one.url) for one in osv}
    found = [*osv, *(one for one in retire if (one.package, one.url) not in known)]
    sources = [OSV] * bool(options.osv) + [RETIRE] * bool(options.retire)
    fresh = _fresh(", ".join(sources), datetime.combine(options.as_of, time(), UTC), found)
    return fresh.model_copy(update={"partial": options.partial or not options.osv})


def _fresh(source: str, at: datetime, found: Iterable[Advisory]) -> Advisories:
    ordered = sorted(found, key=lambda one: (one.package, one.url))
    return Advisories(source=source, checked_at=at, advisories=ordered)


def ask(registry: str, versions: Mapping[str, list[str]], transport: httpx.BaseTransport | None) -> Advisories:
    """What the registry answers. ValueError for an answer of another form."""
    with httpx.Client(transport=transport, timeout=_SECONDS, follow_redirects=True) as client:
        answer = client.post(registry + _BULK, json=versions)
        answer.raise_for_status()
    said = answer.json()
    if not isinstance(said, dict):
        raise ValueError("its answer is no object")
    now = datetime.now(UTC).replace(microsecond=0)
    return _fresh(registry + _BULK, now, (_advisory(name, one) for name, ones in said.items() for one in ones))


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
