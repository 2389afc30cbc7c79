"""Types, lint and the rules of who may import whom in studio/: part of `make check`."""

import subprocess
import sys
from pathlib import Path

from toolchain.catalog import ToolchainError
from toolchain.compile_packages import ensure_packages
from toolchain.node import Node, NodeMissing, find_node
from toolchain.studio_build import STUDIO

CHECKS = (
    ("typescript/bin/tsc", "--noEmit"),
    ("oxlint/bin/oxlint", "--deny-warnings", "src"),
    ("dependency-cruiser/bin/dependency-cruiser.mjs", "src", "--config", ".dependency-cruiser.cjs"),
)


def main() -> int:
    """0 when everything is clean; one line when the packages cannot be had."""
    try:
        node = find_node()
        ensure_packages(STUDIO, node, "installing the Studio's packages (once)", print)
    except (NodeMissing, ToolchainError) as error:
        print(f"studio: {error}", file=sys.stderr)
        return 1
    return max(run(node, STUDIO, *check) for check in CHECKS)


def run(node: Node, folder: Path, program: str, *arguments: str) -> int:
    """One of the installed programs, in the folder; its exit code."""
    command = [str(node.binary), str(folder / "node_modules" / program), *arguments]
    return subprocess.run(command, cwd=folder, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
