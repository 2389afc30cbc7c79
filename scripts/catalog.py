"""Keeps the catalog: `python -m scripts.catalog update|add|locks [NAME[@RANGE]...] [--line LINE] [--dev]`.

update  sets the named packages of a line (all, with --all) to their newest version that is a week old (off the current
        line of the same major), locks the line again, proves the lock with `npm ci` from a clean folder, and carries
        the pins into what is ready from the start and into the template packs
add     vets packages (age, scripts, licence, size, name), then adds them to a line and does the same; of a RANGE the
        newest version (`apexcharts@4`, whose next is not free). Describe them in `metadata.json`, and measure them
        with `python -m scripts.measure_catalog`
locks   writes the lock of what is ready, and each pack's, again as projections of the current line's
"""

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from shared.domain.assets.catalog import CURRENT
from shared.domain.assets.vetting import YOUNGEST, Candidate, vet
from shared.domain.tree.lockfile import project_lockfile
from shared.services.assets.load_catalog import LINES
from shared.services.assets.load_catalog import ROOT as CATALOG
from shared.services.assets.load_templates import ROOT as TEMPLATES
from toolchain.node import Node, find_node

SECTIONS = ("dependencies", "devDependencies")


def main() -> None:
    """Parses the command line and runs one of the verbs."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("verb", choices=["update", "add", "locks"])
    parser.add_argument("names", nargs="*")
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--dev", action="store_true", help="add packages that only build, check or test")
    parser.add_argument("--line", choices=LINES, default=CURRENT)
    options = parser.parse_args()
    if options.verb == "add":
        add(options.names, SECTIONS[options.dev], options.line)
    elif options.verb == "update":
        update(options.names, options.line, everything=options.all)
    write_locks()


def add(asked: list[str], section: str, line: str) -> None:
    """Nothing is added when anything speaks against one of them."""
    manifest = read(CATALOG / line / "package.json")
    known = {name for each in LINES for part in SECTIONS for name in read(CATALOG / each / "package.json")[part]}
    now = datetime.now(UTC)
    found = [refusal for each in asked for refusal in vet(candidate_of(ask_npm(each)), now=now, known=known)]
    for refusal in found:
        print(f"{refusal.code}: {refusal.message}", file=sys.stderr)
    if found or not asked:
        sys.exit(1)
    ranges = dict(map(read_asked, asked))
    manifest[section] = dict(sorted({**manifest[section], **ranges}.items()))
    lock_line(manifest, ranges, line)


def read_asked(asked: str) -> tuple[str, str]:
    """The name and the range of `name@range`; a scope's own @ is part of its name."""
    name, _, versions = asked[1:].partition("@")
    return asked[0] + name, versions or "*"


def ask_npm(asked: str) -> dict[str, Any]:
    """What npm knows of the newest version of a package, or of a range of it, that is old enough."""
    node = find_node()
    before = f"--before={(datetime.now(UTC) - YOUNGEST).isoformat()}"
    command = [str(node.binary), str(node.npm), "view", asked, "--json", before, "--loglevel=error"]
    said = subprocess.run(command, env=node.environment(), check=True, stdout=subprocess.PIPE).stdout
    content = json.loads(said)
    described: dict[str, Any] = content[-1] if isinstance(content, list) else content
    return described


def candidate_of(described: dict[str, Any]) -> Candidate:
    """A version as `npm view` describes it, for the rules."""
    published = (described.get("time") or {}).get(described["version"])
    return Candidate(
        name=described["name"],
        version=described["version"],
        published_at=datetime.fromisoformat(published) if published else None,
        licence=described.get("license") or "",
        bytes=(described.get("dist") or {}).get("unpackedSize") or 0,
        scripts=tuple(described.get("scripts") or ()),
        deprecated=str(described.get("deprecated") or ""),
    )


def update(names: list[str], line: str, *, everything: bool) -> None:
    """Moves pins, and only then the files: a set that does not install changes nothing."""
    manifest = read(CATALOG / line / "package.json")
    pinned = {name: pin for section in SECTIONS for name, pin in manifest[section].items()}
    chosen = set(pinned) if everything else set(names)
    if not chosen or chosen - pinned.keys():
        unknown = sorted(chosen - pinned.keys())
        sys.exit(f"not in the catalog: {', '.join(unknown) or 'name at least one package, or --all'}")
    lock_line(manifest, {name: "*" if line == CURRENT else f"^{pinned[name]}" for name in chosen}, line)


def lock_line(manifest: dict[str, Any], chosen: dict[str, str], line: str) -> None:
    """Locks the line with the chosen packages free to move in their ranges, and carries what came out."""
    with tempfile.TemporaryDirectory() as folder:
        pins = resolve(Path(folder), manifest, chosen, CATALOG / line)
        for name in ("package.json", "package-lock.json"):
            shutil.copyfile(Path(folder) / name, CATALOG / line / name)
    if line == CURRENT:
        for path in (CATALOG / "package.json", *TEMPLATES.glob("*/package.json")):
            carry_pins(path, pins)


def resolve(folder: Path, manifest: dict[str, Any], chosen: dict[str, str], line: Path) -> dict[str, str]:
    """Locks the set in `folder`, as near to the lock before as it can be, pins what came out, and proves it."""
    before = (datetime.now(UTC) - YOUNGEST).date().isoformat()
    shutil.copyfile(CATALOG / ".npmrc", folder / ".npmrc")
    shutil.copyfile(line / "package-lock.json", folder / "package-lock.json")
    loose = {name: {each: chosen.get(each, pin) for each, pin in manifest[name].items()} for name in SECTIONS}
    write(folder / "package.json", manifest | loose)
    for verb in (("install",), ("update", *sorted(chosen))):
        npm(folder, *verb, "--package-lock-only", f"--before={before}")
    locked = read(folder / "package-lock.json")["packages"]
    exact = {name: {each: locked[f"node_modules/{each}"]["version"] for each in manifest[name]} for name in SECTIONS}
    write(folder / "package.json", manifest | exact)
    npm(folder, "install", "--package-lock-only", f"--before={before}")
    npm(folder, "ci")
    return exact["dependencies"] | exact["devDependencies"]


def carry_pins(path: Path, pins: dict[str, str]) -> None:
    """Sets a manifest's versions to those."""
    manifest = read(path)
    for section in SECTIONS:
        manifest[section] = {name: pins[name] for name in manifest.get(section, {})}
    write(path, manifest)


def write_locks() -> None:
    """Projects the current line's lock onto what is ready and onto every pack."""
    lock = (CATALOG / CURRENT / "package-lock.json").read_text("utf-8")
    for path in (CATALOG / "package.json", *TEMPLATES.glob("*/package.json")):
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
