"""Fails when CHANGELOG.md does not begin with the package's version."""

import re
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def main() -> int:
    """0 when the newest entry of the changelog is the version of pyproject.toml."""
    version = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    newest = re.search(r"^## \[?([0-9.]+)", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    if newest is None or newest.group(1) != version:
        print(f"CHANGELOG.md begins with {newest and newest.group(1)}, pyproject.toml says {version}.")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
