"""Keeps the catalog: `python -m scripts.catalog update NAME...` or `python -m scripts.catalog locks`.

update  sets the named packages (all, with --all) to their newest version that is at least seven days old, locks the
        set again, proves the lock with `npm ci` from a clean folder, and carries the pins into the template packs
locks   writes each pack's package-lock.json again as the projection of the catalog's
"""

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from shared.domain.tree.lockfile import project_lockfile
from shared.services.assets.load_catalog import ROOT as CATALOG
from shared.services.assets.load_templates import ROOT as TEMPLATES
from toolchain.node import Node, find_node

SECTIONS = ("dependencies", "devDependencies")
YOUNGEST = timedelta(days=7)


def main() -> None:
    """Parses the command line and runs one of the two verbs."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("verb", choices=["update", "locks"])
    parser.add_argument("names", nargs="*")
    parser.add_argument("--all", action="store_true")
    options = parser.parse_args()
    if options.verb == "update":
        update(options.names, everything=options.all)
    write_locks()


def update(names: list[str], *, everything: bool) -> None:
    """Moves pins, and only then the files: a set that does not install changes nothing."""
    manifest = read(CATALOG / "package.json")
    pinned = {name for section in SECTIONS for name in manifest[section]}
    chosen = pinned if everything else set(names)
    if not chosen or chosen - pinned:
        sys.exit(f"not in the catalog: {', '.join(sorted(chosen - pinned)) or 'name at least one package, or --all'}")
    with tempfile.TemporaryDirectory() as folder:
        resolved = resolve(Path(folder), manifest, chosen)
        for name in ("package.json", "package-lock.json"):
            shutil.copyfile(Path(folder) / name, CATALOG / name)
    carry_pins(resolved)


def resolve(folder: Path, manifest: dict[str, Any], chosen: set[str]) -> dict[str, str]:
    """Locks the set in `folder` with the chosen packages free to move, pins what came out, and proves it."""
    before = (datetime.now(UTC) - YOUNGEST).date().isoformat()
    shutil.copyfile(CATALOG / ".npmrc", folder / ".npmrc")
    loose = {name: {each: "*" if each in chosen else pin for each, pin in manifest[name].items()} for name in SECTIONS}
    write(folder / "package.json", manifest | loose)
    npm(folder, "install", "--package-lock-only", f"--before={before}")
    locked = read(folder / "package-lock.json")["packages"]
    exact = {name: {each: locked[f"node_modules/{each}"]["version"] for each in manifest[name]} for name in SECTIONS}
    write(folder / "package.json", manifest | exact)
    npm(folder, "install", "--package-lock-only", f"--before={before}")
    npm(folder, "ci")
    return exact["dependencies"] | exact["devDependencies"]


def carry_pins(pins: dict[str, str]) -> None:
    """Sets every pack's declared versions to the catalog's."""
    for path in TEMPLATES.glob("*/package.json"):
        manifest = read(path)
        for section in SECTIONS:
            manifest[section] = {name: pins[name] for name in manifest.get(section, {})}
        write(path, manifest)


def write_locks() -> None:
    """Projects the catalog's lock onto every pack."""
    lock = (CATALOG / "package-lock.json").read_text("utf-8")
    for path in TEMPLATES.glob("*/package.json"):
        path.with_name("package-lock.json").write_text(project_lockfile(path.read_text("utf-8"), lock), "utf-8")
        print(f"locked {path.parent.name}")


def npm(folder: Path, *arguments: str) -> None:
    """Runs npm in `folder`, showing what it says."""
    node: Node = find_node()
    subprocess.run([node.binary, node.npm, *arguments], cwd=folder, env=node.environment(), check=True)


def read(path: Path) -> dict[str, Any]:
    """A JSON object from a file."""
    content: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return content


def write(path: Path, content: dict[str, Any]) -> None:
    """A JSON object to a file, as npm writes it."""
    path.write_text(json.dumps(content, indent=2, ensure_ascii=False) + "\n", "utf-8")


if __name__ == "__main__":
    main()
