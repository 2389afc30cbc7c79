"""The task `build`: the project's own build script, and what it left in `dist`."""

from worker.dist import list_dist
from worker.script import NoScript, build_command
from worker.tasks.base import Scene, TaskFailed


def build_dist(scene: Scene) -> None:
    """Build; `progress.files` are the built files."""
    try:
        command = build_command(scene.place.project, scene.job.env, scene.job.build_args)
    except NoScript as error:
        raise TaskFailed("no_build_script", str(error)) from error
    with scene.progress.timed("script_ms"):
        outcome = scene.run(command, "build")
    if outcome.exit_code != 0:
        raise TaskFailed("exit", f"The build script ended with exit code {outcome.exit_code}.", outcome.exit_code)
    with scene.progress.timed("collect_ms"):
        scene.progress.files = list_dist(scene.place.project, scene.job.limits)
