"""Reads the catalog that ships with the code, once per process."""

import json
from functools import lru_cache
from pathlib import Path

from shared.domain.assets.catalog import Catalog, build_catalog

ROOT = Path(__file__).parents[2] / "catalog"


@lru_cache(maxsize=2)
def load_catalog(root: Path = ROOT) -> Catalog:
    """The catalog in folder `root`."""
    package_json = json.loads((root / "package.json").read_text("utf-8"))
    metadata = json.loads((root / "metadata.json").read_text("utf-8"))
    return build_catalog(package_json, load_catalog_lock(root), metadata)


@lru_cache(maxsize=2)
def load_catalog_lock(root: Path = ROOT) -> str:
    """The catalog's lockfile as text; apps' lockfiles are projections of it."""
    return (root / "package-lock.json").read_text("utf-8")
