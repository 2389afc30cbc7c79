"""`python -m scripts.lighthouse [name ...]`: Google's Lighthouse (desktop preset) on each screen of the Studio.

A screen is one of `devkit/studio/walk.py` that has an address of its own. Lighthouse is installed when this
runs, at one version, and is no dependency. The browser is signed in before, as a person's is at the second visit. Below
100 for accessibility or best practices, or 90 for performance, it fails and says what is wrong.
"""

import argparse
import json
import os
import subprocess
import tempfile
from pathlib import Path
from typing import Any

import playwright.sync_api as pw

from devkit.node.chromium import find_chromium
from devkit.stack.project import Project
from devkit.studio.browser import _FLAGS
from devkit.studio.walk import SCREENS
from devkit.studio.world import make_world
from local.emulator.emulator import free_ports
from local.openai_server.server import start
from scripts.studio_pictures import MODEL, Narrator
from scripts.studio_stage import Scene, scene, sign_in
from toolchain.node import Node, find_node
from toolchain.repository import REPOSITORY

VERSION = "13.5.0"
FOLDER = REPOSITORY / ".chatbuilder" / "lighthouse" / VERSION
LEAST = {"performance": 0.9, "accessibility": 1.0, "best-practices": 1.0}

_NONE = frozenset(("not-found", "signed-out", "app-missing", "working", "code-clash", "publish-blocked"))
"""What is no page of anything, or changes while it is measured."""


def _places() -> dict[str, str]:
    """By name, each address once: what one does there is not in it."""
    once = {screen.place: screen.name for screen in reversed(SCREENS) if not screen.stubs and screen.name not in _NONE}
    return {name: place for place, name in reversed(once.items())}


PLACES = _places()


def main() -> int:
    """0 when all pages are as good as they have to be."""
    parser = argparse.ArgumentParser(prog="python -m scripts.lighthouse", description=__doc__)
    parser.add_argument("names", nargs="*", help="screens; all without one")
    asked = parser.parse_args().names
    names = [name for name in PLACES if not asked or name in asked]
    node = find_node()
    program, script = installed(node), Narrator()
    with start(script) as model, scene(model.url, MODEL) as here:
        world = make_world(Project.create(here.client, script, "react", "Rosa"))
        reports = measured(here, node, program, {name: world.place(PLACES[name]) for name in names})
    for name, report in reports.items():
        print(json.dumps({"page": name, "scores": scores(report), "figures": figures(report)}))
        print(*wrong(report), sep="\n")
    return (
        0 if all(scores(report)[name] >= least for report in reports.values() for name, least in LEAST.items()) else 1
    )


def installed(node: Node) -> Path:
    """Lighthouse's command line, as npm has it."""
    program = FOLDER / "node_modules" / "lighthouse" / "cli" / "index.js"
    if not program.is_file():
        FOLDER.mkdir(parents=True, exist_ok=True)
        command = ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--prefix", str(FOLDER)]
        subprocess.run(
            [str(node.binary), str(node.npm), *command, f"lighthouse@{VERSION}"], check=True, env=_with(node),
            stdout=subprocess.DEVNULL,
        )  # fmt: skip
    return program


def measured(here: Scene, node: Node, program: Path, places: dict[str, str]) -> dict[str, dict[str, Any]]:
    """Each page's report, of a browser that is signed in."""
    port, chromium = free_ports(1), find_chromium()
    with tempfile.TemporaryDirectory() as profile, pw.sync_playwright() as playwright:
        context = playwright.chromium.launch_persistent_context(
            profile, executable_path=chromium.program, args=[*_FLAGS, f"--remote-debugging-port={port}"],
            env={**os.environ, **chromium.environment},
        )  # fmt: skip
        sign_in(context.pages[0], here.stack)
        reports = {
            name: _run(node, program, f"{here.stack.api_url}/studio/{place}", port) for name, place in places.items()
        }
        context.close()
    return reports


def _run(node: Node, program: Path, address: str, port: int) -> dict[str, Any]:
    done = subprocess.run(
        [
            str(node.binary), str(program), address, f"--port={port}", "--preset=desktop", "--output=json", "--quiet",
            "--disable-storage-reset", f"--only-categories={','.join(LEAST)}",
        ],
        env=_with(node), capture_output=True, text=True, timeout=240, check=True,
    )  # fmt: skip
    report: dict[str, Any] = json.loads(done.stdout)
    return report


def scores(report: dict[str, Any]) -> dict[str, float]:
    return {name: float(one["score"] or 0) for name, one in report["categories"].items()}


def figures(report: dict[str, Any]) -> dict[str, float]:
    """What performance is made of: milliseconds, and the shift of the layout."""
    names = ("first-contentful-paint", "largest-contentful-paint", "total-blocking-time", "cumulative-layout-shift")
    return {name: round(float(report["audits"][name]["numericValue"]), 3) for name in names}


def wrong(report: dict[str, Any]) -> list[str]:
    """What keeps a page from a full score in what must have one."""
    found = []
    for name in ("accessibility", "best-practices"):
        for reference in report["categories"][name]["auditRefs"]:
            audit = report["audits"][reference["id"]]
            if reference["weight"] and audit["score"] is not None and audit["score"] < 1:
                items = audit.get("details", {}).get("items", [])
                found.append(f"  {name}: {audit['id']}: {json.dumps(items)[:600]}")
    return found


def _with(node: Node) -> dict[str, str]:
    return node.environment() | {"CHROME_PATH": find_chromium().program}


if __name__ == "__main__":
    raise SystemExit(main())
