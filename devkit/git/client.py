"""Git's own client, with no configuration but its defaults."""

import os
import subprocess
from pathlib import Path


def git(place: Path, *command: str, fails: bool = False) -> str:
    """What it printed in this folder; it must end well, or badly where it `fails`."""
    env = {"PATH": os.environ["PATH"], "HOME": str(place), "GIT_TERMINAL_PROMPT": "0", "GIT_CONFIG_NOSYSTEM": "1"}
    done = subprocess.run(["git", *command], cwd=place, env=env, capture_output=True, text=True, timeout=60)
    assert (done.returncode != 0) is fails, done.stderr
    return done.stdout + (done.stderr if fails else "")


def ids_of(place: Path) -> list[str]:
    """The commits of the branch that is checked out, newest first."""
    return git(place, "log", "--format=%H").split()
