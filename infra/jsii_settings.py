"""Settings of jsii, which runs the CDK, before it is imported."""

import os
from collections.abc import Mapping
from pathlib import Path

from toolchain.node import find_node

_CACHE = ".cache/aws/jsii/package-cache"


def jsii_settings(environment: Mapping[str, str]) -> dict[str, str]:
    """Variables to add: the project's own Node, so that a machine needs none, and no cache where the home folder is
    read-only, since jsii fails there instead of working without one. What a person has set stays."""
    added = {"JSII_NODE": str(find_node().binary)}
    if not is_writable(Path(environment.get("HOME", "/nonexistent"), _CACHE)):
        added["JSII_RUNTIME_PACKAGE_CACHE"] = "disabled"
    return {name: value for name, value in added.items() if name not in environment}


def is_writable(folder: Path) -> bool:
    """Whether the folder exists and can be written, or can be made."""
    nearest = next(one for one in (folder, *folder.parents) if one.exists())
    return nearest.is_dir() and os.access(nearest, os.W_OK)
