"""What each line of the catalog costs: its packages and their size, and what a process pays for its first lockfile."""

import json
import time

from benchmarks.report import report
from shared.domain.assets.catalog import Catalog
from shared.domain.tree.lockfile import project_lockfile, read_packages
from shared.services.assets.load_catalog import load_catalog, load_catalog_lock

_ROUNDS = 5
_STARTER = (
    "react",
    "react-dom",
    "svelte",
    "vite",
    "@vitejs/plugin-react",
    "@sveltejs/vite-plugin-svelte",
    "tailwindcss",
)


def main() -> None:
    """One line of JSON for each: the time to read its lockfile and project a small app's, from nothing."""
    catalog = load_catalog()
    for line in (catalog, *catalog.others):
        starter = json.dumps({"dependencies": {name: line.version(name) for name in _STARTER if line.version(name)}})
        times, closure = [], 0
        for _ in range(_ROUNDS):
            times.append(_start(line.line, starter))
            closure = len(read_packages(project_lockfile(starter, load_catalog_lock(line=line.line)))) - 1
        report("catalog_lines.start", times, "ms", detail=_sizes(line) | {"starter_packages": closure})


def _start(line: str, starter: str) -> float:
    load_catalog_lock.cache_clear()
    read_packages.cache_clear()
    started = time.perf_counter()
    project_lockfile(starter, load_catalog_lock(line=line))
    return (time.perf_counter() - started) * 1000


def _sizes(line: Catalog) -> dict[str, object]:
    lock = load_catalog_lock(line=line.line)
    return {
        "line": line.line,
        "packages": len(line.packages),
        "ready": sum(not package.on_demand for package in line.packages.values()),
        "with_what_they_bring": len(read_packages(lock)) - 1,
        "megabytes_of_packages": round(sum(package.bytes for package in line.packages.values()) / 1e6),
        "lockfile_bytes": len(lock),
    }


if __name__ == "__main__":
    main()
