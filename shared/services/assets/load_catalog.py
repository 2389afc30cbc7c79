"""Reads the catalog that ships with the code, once per process."""

import json
from functools import lru_cache
from pathlib import Path

from shared.domain.assets.catalog import Catalog, build_catalog
from shared.domain.tree.lockfile import read_packages

ROOT = Path(__file__).parents[2] / "catalog"


@lru_cache(maxsize=2)
def load_catalog(root: Path = ROOT) -> Catalog:
    """The catalog in folder `root`."""
    package_json = json.loads((root / "package.json").read_text("utf-8"))
    metadata = json.loads((root / "metadata.json").read_text("utf-8"))
    return build_catalog(package_json, load_catalog_lock(root), metadata)


def load_locks(root: Path = ROOT) -> tuple[str, ...]:
    """Every lockfile that an app's may be a projection of."""
    return (load_catalog_lock(root),)


@lru_cache(maxsize=2)
def load_ready_hashes(root: Path = ROOT) -> frozenset[str]:
    """The hashes of the packages that every worker has before its first build."""
    packages = read_packages(load_ready_lock(root))
    return frozenset(entry["integrity"] for entry in packages.values() if "integrity" in entry)


@lru_cache(maxsize=2)
def load_ready_lock(root: Path = ROOT) -> str:
    """The lockfile of the packages that are installed and bundled ahead of any build."""
    return (root / "package-lock.json").read_text("utf-8")


@lru_cache(maxsize=2)
def load_catalog_lock(root: Path = ROOT) -> str:
    """The catalog's lockfile as text; apps' lockfiles are projections of it."""
    return (root / "package-lock.json").read_text("utf-8")
