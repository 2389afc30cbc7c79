"""The package.json in an unpacked package. A stranger wrote it: each part may be of another shape than npm's."""

import json
import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from worker.package_archive import ArchiveInvalid

_PROGRAM = re.compile(r"[A-Za-z0-9_@+~-][A-Za-z0-9._@+~-]{0,99}\Z")
_AT_INSTALL = ("install", "postinstall", "preinstall")


def read_manifest(package: Path) -> Mapping[str, Any]:
    """ArchiveInvalid where there is none."""
    try:
        manifest = json.loads((package / "package.json").read_bytes())
    except (OSError, ValueError, RecursionError) as error:
        raise ArchiveInvalid(f"its package.json cannot be read: {error}") from error
    if not isinstance(manifest, dict):
        raise ArchiveInvalid("its package.json is no object")
    return manifest


def programs(package: Path) -> list[tuple[str, str]]:
    """Each with its file in the package; what no file of `.bin` can be called is none."""
    manifest = read_manifest(package)
    named = manifest.get("bin")
    if isinstance(named, str):
        named = {str(manifest.get("name")).rpartition("/")[2]: named}
    pairs = named.items() if isinstance(named, dict) else ()
    plain = [(program, os.path.normpath(file)) for program, file in pairs if isinstance(file, str) and "\0" not in file]
    return [(program, file) for program, file in plain if _PROGRAM.match(program) and not file.startswith(("..", "/"))]


def require_alone(package: Path) -> None:
    """ArchiveInvalid where others lie in it: no registry tells of those, and npm would put its own in their place."""
    if os.path.lexists(package / "node_modules"):
        raise ArchiveInvalid("it has packages of others inside")


def require_itself(package: Path, name: str, version: str) -> None:
    """Raise ArchiveInvalid for the archive of another package or version than the registry describes."""
    manifest = read_manifest(package)
    own = str(manifest.get("version")).lstrip("v=").strip()
    if (manifest.get("name"), own.partition("+")[0]) != (name, version.partition("+")[0]):
        raise ArchiveInvalid("its archive holds another package or version than the registry describes")


def run_at_install(package: Path) -> list[str]:
    """What npm would run where somebody installs it, whatever the registry says of that."""
    manifest = read_manifest(package)
    scripts = manifest.get("scripts")
    named = [name for name in _AT_INSTALL if isinstance(scripts, dict) and name in scripts]
    compiled = manifest.get("gypfile") is not False and (package / "binding.gyp").exists()
    return named or ["binding.gyp"] * compiled
