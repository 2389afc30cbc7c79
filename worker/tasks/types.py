"""The check `types`: the project's own type checker."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from worker.reading import read_below
from worker.sandbox.base import Command, Outcome
from worker.script import NoScript, npm_variables, read_package, script_command, script_text
from worker.tasks.base import Scene, TaskFailed

_SCRIPTS = ("typecheck", "type-check", "check-types", "types", "check")
_CHECKER = re.compile(r"(?:^|[\s&|;/])(?:vue-tsc|svelte-check|tsc)(?=$|[\s&|;])")
_CONFIG, _CONFIG_BYTES = "tsconfig.json", 256 * 1024


class NothingToCheck(Exception):
    """The project has no types of its own to check; the message says why."""


def check_types(scene: Scene, command: Command) -> None:
    """Run the checker; what it printed is the log. TaskFailed when it says no."""
    outcome = scene.run(command, "type check")
    if outcome.exit_code != 0:
        raise wrong_types(outcome)


def wrong_types(outcome: Outcome) -> TaskFailed:
    """What a checker that ended like this has said of the project."""
    return TaskFailed("exit", f"The type checker ended with exit code {outcome.exit_code}.", outcome.exit_code)


def own_checker(scene: Scene) -> Command:
    """The project's own script that calls a checker; else the one that fits its packages, where it has a tsconfig.
    NothingToCheck without one."""
    project, env = scene.place.project, scene.job.env
    try:
        package = read_package(project / "package.json")
        if _CHECKER.search(script_text(package, "build") or ""):
            raise NothingToCheck("The build script checks the types itself.")
        own = next((name for name in _SCRIPTS if _CHECKER.search(script_text(package, name) or "")), None)
        if own is not None:
            return script_command(project, own, env, ())
    except NoScript as error:
        raise NothingToCheck(str(error)) from error
    config = read_below(project, _CONFIG, _CONFIG_BYTES)
    if config is None:
        raise NothingToCheck("The project has no tsconfig.json.")
    argv = _checker(package, scene.toolchain.node_modules / ".bin", several=b'"references"' in config)
    return Command(argv, {**env, **npm_variables(package, "typecheck")})


def _checker(package: Mapping[str, Any], programs: Path, *, several: bool) -> tuple[str, ...]:
    """`several`: the tsconfig only names others, which `--build` alone reads."""
    known: set[str] = set()
    for group in ("dependencies", "devDependencies"):
        named = package.get(group)
        known |= named.keys() if isinstance(named, dict) else set()
    name = "svelte-check" if "svelte" in known else "vue-tsc" if "vue" in known else "tsc"
    if not (programs / name).exists():
        raise NothingToCheck(f"There is no {name} here.")
    if name == "svelte-check":
        return (name, "--tsconfig", f"./{_CONFIG}")
    return (name, "--build", "--noEmit") if several else (name, "--noEmit")
