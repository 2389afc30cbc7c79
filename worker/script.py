"""Which command runs a script of the project's package.json."""

import json
import shlex
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from worker.sandbox.base import Command

_PACKAGE_JSON_BYTES = 1024 * 1024
_ENV_CHARS = 200


class NoScript(ValueError):
    """package.json has no such script; the message is for the person."""


def build_command(project: Path, env: Mapping[str, str], build_args: Sequence[str]) -> Command:
    """What `npm run build -- build_args` runs."""
    return script_command(project, "build", env, build_args)


def script_command(project: Path, name: str, env: Mapping[str, str], arguments: Sequence[str]) -> Command:
    """What `npm run name -- arguments` runs. npm itself takes part only where a `pre` or `post` script needs it.

    The script goes to the shell as npm would give it, which saves npm's 0.2 s. `node --run` is no way to do that: it
    answers 0 when the script was killed by a signal (Node 24), so a build that ran out of memory would count as good.
    """
    package = read_package(project / "package.json")
    script = script_text(package, name)
    if script is None:
        raise NoScript(f'package.json has no "{name}" script.')
    if {f"pre{name}", f"post{name}"} & _scripts(package).keys():
        argv = ("npm", "run", "--silent", name, *(("--", *arguments) if arguments else ()))
    else:
        argv = ("sh", "-c", " ".join((script, *map(shlex.quote, arguments))))
    return Command(argv, {**env, **npm_variables(package, name)})


def script_text(package: Mapping[str, Any], name: str) -> str | None:
    """The script of this name, when there is a usable one."""
    script = _scripts(package).get(name)
    return script if isinstance(script, str) and script.strip() and "\x00" not in script else None


def npm_variables(package: Mapping[str, Any], event: str) -> dict[str, str]:
    """The variables of npm that build configurations read."""
    found = {f"npm_package_{name}": package.get(name) for name in ("name", "version")}
    texts = {name: text for name, text in found.items() if isinstance(text, str) and text.isprintable()}
    return {"npm_lifecycle_event": event, **{name: text[:_ENV_CHARS] for name, text in texts.items()}}


def _scripts(package: Mapping[str, Any]) -> Mapping[str, Any]:
    scripts = package.get("scripts")
    return scripts if isinstance(scripts, dict) else {}


def read_package(path: Path) -> dict[str, Any]:
    """package.json as an object, empty when it is something else; NoScript when it cannot be read."""
    try:
        with path.open("rb") as file:
            document = json.loads(file.read(_PACKAGE_JSON_BYTES))
    except OSError as error:
        raise NoScript("The project has no package.json.") from error
    except (ValueError, RecursionError) as error:
        raise NoScript(f"package.json is not valid JSON: {error}") from error
    return document if isinstance(document, dict) else {}
