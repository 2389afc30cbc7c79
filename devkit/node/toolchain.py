"""The real toolchain, installed once into the repository's data folder (or CHATBUILDER_TEST_TOOLCHAIN's)."""

import os
from functools import lru_cache
from pathlib import Path

from toolchain.catalog import ensure_toolchain
from worker.toolchain import InstalledToolchain

ROOT = Path(__file__).parents[2]


@lru_cache(maxsize=1)
def toolchain() -> InstalledToolchain:
    """One Node and the catalog's packages."""
    home = Path(os.environ.get("CHATBUILDER_TEST_TOOLCHAIN", ROOT / ".chatbuilder"))
    return ensure_toolchain(home, progress=print)
