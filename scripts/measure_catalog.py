"""`python -m scripts.measure_catalog LINE=NODE_MODULES...`: licences and unpacked sizes, from installed packages.

It writes `shared/catalog/measured.json`. A package that is in several lines is told by the first that is named.
"""

import argparse
import json
import os
from pathlib import Path

from shared.domain.tree.lockfile import read_packages
from shared.services.assets.load_catalog import LINES, ROOT, load_catalog_lock


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m scripts.measure_catalog", description=__doc__)
    parser.add_argument("installed", nargs="+", help=f"one of {', '.join(LINES)}, =, and its node_modules")
    found: dict[str, dict[str, object]] = {}
    for part in parser.parse_args(arguments).installed:
        line, _, folder = part.partition("=")
        found = {**measure(line, Path(folder)), **found}
    lines = ",\n".join(f"{json.dumps(name)}: {json.dumps(each)}" for name, each in sorted(found.items()))
    (ROOT / "measured.json").write_text(f"{{\n{lines}\n}}\n", "utf-8")


def measure(line: str, modules: Path) -> dict[str, dict[str, object]]:
    """By name, of the packages that the line pins. OSError where one is not installed."""
    packages = read_packages(load_catalog_lock(line=line))
    names = [*packages[""]["dependencies"], *packages[""]["devDependencies"]]
    return {
        name: {"licence": packages[f"node_modules/{name}"]["license"], "bytes": size(modules / name)} for name in names
    }


def size(folder: Path) -> int:
    """Bytes of a package's own files, without what npm put inside it."""
    total = 0
    for place, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if name != "node_modules"]
        total += sum(Path(place, name).stat().st_size for name in names)
    return total


if __name__ == "__main__":
    main()
