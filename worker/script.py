"""Which command runs the project's own build script."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from worker.sandbox.base import Command

_PACKAGE_JSON_BYTES = 1024 * 1024
_ENV_CHARS = 200


class NoBuildScript(ValueError):
    """package.json names no build script; the message is for the person."""


def build_command(project: Path, env: Mapping[str, str], build_args: Sequence[str]) -> Command:
    """What `npm run build -- build_args` runs. npm itself takes part only where `prebuild` or `postbuild` need it.

    The script goes to the shell as npm would give it, which saves npm's 0.2 s. `node --run` is no way to do that: it
    answers 0 when the script was killed by a signal (Node 24), so a build that ran out of memory would count as good.
    """
    package = _read_package(project / "package.json")
    scripts = package.get("scripts")
    scripts = scripts if isinstance(scripts, dict) else {}
    script = scripts.get("build")
    if not isinstance(script, str) or not script.strip() or "\x00" in script:
        raise NoBuildScript('package.json has no "build" script.')
    if {"prebuild", "postbuild"} & scripts.keys():
        argv = ("npm", "run", "--silent", "build", *(("--", *build_args) if build_args else ()))
    else:
        argv = ("sh", "-c", " ".join((script, *build_args)))
    return Command(argv, {**env, **_npm_variables(package)})


def _npm_variables(package: Mapping[str, Any]) -> dict[str, str]:
    """The variables of npm that build configurations read."""
    found = {f"npm_package_{name}": package.get(name) for name in ("name", "version")}
    texts = {name: text for name, text in found.items() if isinstance(text, str) and text.isprintable()}
    return {"npm_lifecycle_event": "build", **{name: text[:_ENV_CHARS] for name, text in texts.items()}}


def _read_package(path: Path) -> dict[str, Any]:
    try:
        with path.open("rb") as file:
            document = json.loads(file.read(_PACKAGE_JSON_BYTES))
    except OSError as error:
        raise NoBuildScript("The project has no package.json.") from error
    except (ValueError, RecursionError) as error:
        raise NoBuildScript(f"package.json is not valid JSON: {error}") from error
    return document if isinstance(document, dict) else {}
