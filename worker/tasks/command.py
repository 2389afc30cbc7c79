"""The task `command`: one program of the project's own tools. Whatever it writes goes with the job's directory."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from worker.sandbox.base import Command
from worker.script import NoScript, script_command
from worker.tasks.base import Scene, TaskFailed
from worker.toolchain import Toolchain

_SYSTEM = ("/usr/bin", "/bin")
_GIVEN = ("node", "npm", "npx")


def run_command(scene: Scene) -> None:
    """Run the job's command; its output is the log, its exit code the result."""
    command = resolve(scene.job.command, scene.place.project, scene.toolchain, scene.job.env)
    with scene.progress.timed("script_ms"):
        outcome = scene.run(command, "command")
    if outcome.exit_code != 0:
        raise TaskFailed("exit", f"The command ended with exit code {outcome.exit_code}.", outcome.exit_code)


def resolve(argv: Sequence[str], project: Path, toolchain: Toolchain, env: Mapping[str, str]) -> Command:
    """What `argv` means here: npm's scripts without npm, npx's programs without npx, nothing fetched from anywhere."""
    script = _script(argv)
    if script is not None:
        name, arguments = script
        try:
            return script_command(project, name, env, arguments)
        except NoScript as error:
            raise TaskFailed("no_script", str(error)) from error
    program, *arguments = argv[1:] if argv[0] == "npx" and len(argv) > 1 else argv
    _require(program, toolchain)
    return Command((program, *arguments), env)


def _script(argv: Sequence[str]) -> tuple[str, list[str]] | None:
    """The script and its arguments that `npm run` or `npm test` names."""
    match list(argv):
        case ["npm", "run" | "run-script", name, "--", *arguments]:
            return name, arguments
        case ["npm", "run" | "run-script", name]:
            return name, []
        case ["npm", "test" | "t", "--", *arguments]:
            return "test", arguments
        case ["npm", "test" | "t"]:
            return "test", []
    return None


def _require(program: str, toolchain: Toolchain) -> None:
    """Answer plainly what would otherwise be a shell's or a registry's error."""
    if "/" in program:
        raise TaskFailed("no_program", f"{program[:100]}: name a program, not a file.")
    places = [toolchain.node_modules / ".bin", *map(Path, _SYSTEM)]
    if program not in _GIVEN and not any((place / program).exists() for place in places):
        message = (
            f"{program[:100]} is neither among the project's packages nor on this machine. Nothing can be fetched."
        )
        raise TaskFailed("no_program", message)
