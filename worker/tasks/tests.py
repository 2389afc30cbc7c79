"""The task `tests`: the project's tests, or some of them, with a summary where vitest runs them."""

import base64
import contextlib
import re
import shlex
from collections.abc import Sequence
from pathlib import Path

from worker.reading import read_below
from worker.sandbox.base import Command
from worker.script import NoScript, npm_variables, read_package, script_command, script_text
from worker.tasks.base import Scene, TaskFailed
from worker.vitest_report import summary_of

REPORT = ".chatbuilder-tests.json"
_WRITTEN = f"JSON report written to /project/{REPORT}\n".encode()
_COMPARED = base64.b64encode(Path(__file__).with_name("compared.mjs").read_bytes()).decode()
_REPORTERS = (
    "--reporter=default",
    f"--reporter=data:text/javascript;base64,{_COMPARED}",  # no file of ours stands where the project writes
    "--reporter=json",
    f"--outputFile.json={REPORT}",
)
_REPORT_BYTES = 8 * 1024**2
_PLAIN_VITEST = re.compile(r"vitest(\s+[A-Za-z0-9_./=@:-]+)*\s*\Z")


def run_tests(scene: Scene) -> None:
    """Run the tests that `command` names (paths, `-t name`), all when it names none; `progress.tests` counts them."""
    command = _command(scene)
    with contextlib.suppress(OSError):
        (scene.place.project / REPORT).unlink()  # a report that came with the source is none of this run
    with scene.progress.timed("script_ms"):
        outcome = scene.run(command, "test run")
    scene.progress.log = scene.progress.log.replace(_WRITTEN, b"")
    report = read_below(scene.place.project, REPORT, _REPORT_BYTES)
    scene.progress.tests = summary_of(report) if report else None
    if outcome.exit_code != 0:
        raise TaskFailed("exit", f"The test run ended with exit code {outcome.exit_code}.", outcome.exit_code)


def has_tests(project: Path) -> bool:
    """Whether package.json has a `test` script; the one that `npm init` writes is none."""
    try:
        script = script_text(read_package(project / "package.json"), "test")
    except NoScript:
        return False
    return script is not None and "no test specified" not in script


def _command(scene: Scene) -> Command:
    project, env, asked = scene.place.project, scene.job.env, scene.job.command
    try:
        package = read_package(project / "package.json")
        script = script_text(package, "test")
        vitest = _vitest_arguments(script, (scene.toolchain.node_modules / ".bin" / "vitest").exists())
        if vitest is None:
            return script_command(project, "test", env, () if scene.job.checks else asked)
    except NoScript as error:
        raise TaskFailed("no_script", str(error)) from error
    none = ("--passWithNoTests",) if scene.job.checks else ()
    argv = ("vitest", "run", *vitest, *_REPORTERS, *none, *asked)
    return Command(argv, {**env, **npm_variables(package, "test")})


def _vitest_arguments(script: str | None, installed: bool) -> Sequence[str] | None:
    """The script's own arguments of vitest; None when something else runs the tests."""
    if script is None:
        return () if installed else None
    if not installed or not _PLAIN_VITEST.match(script.strip()):
        return None
    arguments = shlex.split(script)[1:]
    kept = arguments[1:] if arguments[:1] == ["run"] else arguments
    return None if {"watch", "bench", "list", "--watch"} & set(kept) else kept
