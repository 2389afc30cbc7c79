"""Reads the known weaknesses of the catalog's packages that ship with the code, once per process."""

from functools import lru_cache

from shared.domain.quality.advisories import Advisories
from shared.services.assets.load_catalog import ROOT

FILE = ROOT / "advisories.json"


@lru_cache(maxsize=1)
def load_advisories() -> Advisories:
    """As `python -m scripts.refresh_advisories` wrote them last."""
    return Advisories.model_validate_json(FILE.read_bytes())
