"""The TypeScript client's folder and the tools it is made with."""

import os
import subprocess
from pathlib import Path

from devkit.node.npm_tool import ROOT, installed, node

FOLDER = ROOT / "clients" / "typescript"
DOCUMENT = ROOT / "docs" / "openapi.json"


def modules() -> Path:
    """Its `node_modules`."""
    return installed("typescript-client", FOLDER)


def run(*arguments: str, cwd: Path, given: str = "") -> "subprocess.CompletedProcess[str]":
    """One of the tools in it, or a script."""
    environment = {**os.environ, "NO_COLOR": "1"}
    return subprocess.run(
        [str(node().binary), *arguments], cwd=cwd, env=environment, input=given, capture_output=True, text=True,
        timeout=120, check=False,
    )  # fmt: skip


def generated() -> str:
    """The types of docs/openapi.json."""
    tool = modules() / "openapi-typescript" / "bin" / "cli.js"
    done = run(str(tool), str(DOCUMENT), "--alphabetize", "--default-non-nullable=false", cwd=modules().parent)
    assert done.returncode == 0, done.stderr
    return done.stdout
