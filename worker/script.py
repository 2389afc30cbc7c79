"""Which command runs the project's own build script."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

_PACKAGE_JSON_BYTES = 1024 * 1024


class NoBuildScript(ValueError):
    """package.json names no build script; the message is for the person."""


def build_command(project: Path, build_args: Sequence[str]) -> tuple[str, ...]:
    """`node --run` starts at once; only npm runs `prebuild` and `postbuild`, so it is used when they exist."""
    scripts = _scripts(project / "package.json")
    if not isinstance(scripts.get("build"), str) or not scripts["build"].strip():
        raise NoBuildScript('package.json has no "build" script.')
    runner = ("npm", "run", "build") if {"prebuild", "postbuild"} & scripts.keys() else ("node", "--run", "build")
    return (*runner, "--", *build_args) if build_args else runner


def _scripts(path: Path) -> dict[str, Any]:
    try:
        with path.open("rb") as file:
            document = json.loads(file.read(_PACKAGE_JSON_BYTES))
    except OSError as error:
        raise NoBuildScript("The project has no package.json.") from error
    except (ValueError, RecursionError) as error:
        raise NoBuildScript(f"package.json is not valid JSON: {error}") from error
    scripts = document.get("scripts") if isinstance(document, dict) else None
    return scripts if isinstance(scripts, dict) else {}
