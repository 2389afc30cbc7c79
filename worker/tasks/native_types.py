"""The check `types` by TypeScript's native compiler, a tenth of the processor time, where it says what `tsc` would say.

The project's own compiler answers wherever that is in doubt: JavaScript that is checked, settings that were inherited,
options that the native one has dropped, and every error that is not at a place in a source file of the project.
"""

import re
import shlex
from dataclasses import replace
from pathlib import Path

from worker.reading import read_below
from worker.sandbox.base import Command, Outcome
from worker.sandbox.shims import NATIVE_TSC
from worker.tasks.base import Progress, Scene, TaskFailed
from worker.tasks.types import wrong_types

_CONFIG_BYTES, _MOST_CONFIGS = 256 * 1024, 20
_PLAIN = re.compile(r"tsc(\s+[A-Za-z0-9_./-]+)*\s*\Z")
_OPTIONS = {"noemit", "b", "build", "p", "project", "pretty", "skiplibcheck", "incremental", "f", "force"}
_ROOT_CONFIG = re.compile(r"(?:\./)?tsconfig[\w.-]*\.json\Z")
_IN_DOUBT = re.compile(rb'"(?:allowJs|checkJs|extends)"')
_REFERENCE = re.compile(rb'"path"\s*:\s*"([^"]*)"')
_ERROR = re.compile(r"(?:^|\s)error TS\d+:")
_PLACED = re.compile(r"(?!\.\./|/)[^\n]+\.[cm]?tsx?\(\d+,\d+\): error TS\d+: ")
_PASSED, _FAILED = 0, (1, 2)
# Its collector's default doubles what it works: a check is over before that memory is missed.
_MEMORY = {"GOGC": "400", "GOMEMLIMIT": "1GiB"}


def native_command(scene: Scene, own: Command) -> Command | None:
    """What to run in place of the project's `own` checker; None where only that one can answer."""
    home = scene.toolchain.typescript
    arguments = _arguments(own)
    if home is None or not (home / "tsc").is_file() or arguments is None or not _same_settings(scene.place.project):
        return None
    return Command((NATIVE_TSC, *arguments, "--singleThreaded", "--pretty", "false"), {**own.env, **_MEMORY})


def answers(scene: Scene, command: Command) -> bool:
    """Run it: True when the types are right, TaskFailed when they are wrong, False when the own checker has to say."""
    inner = replace(scene, progress=Progress())
    try:
        outcome = inner.run(command, "type check")
    except TaskFailed as failure:
        if failure.reason in ("cancelled", "timeout", "memory"):  # the other compiler takes more of both
            scene.progress.log = inner.progress.log
            raise
        return False
    if outcome.exit_code == _PASSED:
        return True
    if not _is_sure(outcome, inner.progress.log.decode("utf-8", "replace")):
        return False
    scene.progress.log = inner.progress.log
    raise wrong_types(outcome)


def _arguments(own: Command) -> list[str] | None:
    """The arguments of a plain call of `tsc`, which reads settings of the project's own directory."""
    match own.argv:
        case ("tsc", *rest):
            arguments = list(rest)
        case ("sh", "-c", script) if _PLAIN.match(script.strip()):
            arguments = shlex.split(script)[1:]
        case _:
            return None
    return arguments if all(map(_is_known, arguments)) else None


def _is_known(argument: str) -> bool:
    """Whether both compilers do the same at this word; one that names no file below the project's own directory."""
    if argument.startswith("-"):
        return argument.lstrip("-").lower() in _OPTIONS
    return argument in ("true", "false") or _ROOT_CONFIG.match(argument) is not None


def _same_settings(project: Path) -> bool:
    """Whether every tsconfig there is says all itself, and nothing about JavaScript."""
    configs = sorted(project.glob("tsconfig*.json"))
    return 0 < len(configs) <= _MOST_CONFIGS and all(_is_plain(project, config.name) for config in configs)


def _is_plain(project: Path, name: str) -> bool:
    content = read_below(project, name, _CONFIG_BYTES)
    if content is None or _IN_DOUBT.search(content):
        return False
    return all(_ROOT_CONFIG.match(path.decode("utf-8", "replace")) for path in _REFERENCE.findall(content))


def _is_sure(outcome: Outcome, log: str) -> bool:
    """Whether it came to its own end, and each of its errors is in a source file of the project."""
    errors = [line for line in log.splitlines() if _ERROR.search(line)]
    return outcome.exit_code in _FAILED and bool(errors) and all(_PLACED.match(line) for line in errors)
