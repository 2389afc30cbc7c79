"""Reads the catalog that ships with the code, once per process.

`package.json` and its lockfile are what is ready on every machine; each folder is a line: a whole set with a lockfile.
"""

import json
from functools import lru_cache
from pathlib import Path
from typing import Any

from shared.domain.assets.catalog import CURRENT, Catalog, build_catalog
from shared.domain.tree.lockfile import read_packages

ROOT = Path(__file__).parents[2] / "catalog"
LINES = (CURRENT, "classic", "classic-svelte")
"""Svelte 4 and its plugin want Vite 5, all others of the classic line Vite 6, so it has a lockfile of its own."""


@lru_cache(maxsize=2)
def load_catalog(root: Path = ROOT) -> Catalog:
    """The current line in folder `root`, which knows the others."""
    described = _read(root / "metadata.json")
    measured = _read(root / "measured.json")
    entries = [{**entry, **measured.get(entry["name"], {})} for entry in described["packages"]]
    metadata = {**described, "packages": entries}
    ready = {name for part in ("dependencies", "devDependencies") for name in _read(root / "package.json")[part]}
    others = [_line(root, line, metadata, set()) for line in LINES[1:]]
    return _line(root, CURRENT, metadata, ready).model_copy(update={"others": tuple(others)})


def _line(root: Path, line: str, metadata: dict[str, Any], ready: set[str]) -> Catalog:
    package_json = _read(root / line / "package.json")
    return build_catalog(package_json, load_catalog_lock(root, line), metadata, ready=ready, line=line)


def _read(path: Path) -> dict[str, Any]:
    content: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return content


@lru_cache(maxsize=8)
def load_catalog_lock(root: Path = ROOT, line: str = CURRENT) -> str:
    """A line's lockfile as text; apps' lockfiles are projections of one."""
    return (root / line / "package-lock.json").read_text("utf-8")


def load_locks(root: Path = ROOT) -> tuple[str, ...]:
    """Every lockfile that an app's may be a projection of, the current line's first."""
    return tuple(load_catalog_lock(root, line) for line in LINES)


@lru_cache(maxsize=2)
def load_ready_lock(root: Path = ROOT) -> str:
    """The lockfile of the packages that are installed and bundled ahead of any build."""
    return (root / "package-lock.json").read_text("utf-8")


@lru_cache(maxsize=2)
def load_ready_hashes(root: Path = ROOT) -> frozenset[str]:
    packages = read_packages(load_ready_lock(root))
    return frozenset(entry["integrity"] for entry in packages.values() if "integrity" in entry)
