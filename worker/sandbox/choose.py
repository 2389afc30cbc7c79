"""Which sandbox this machine runs, found out once by trying it."""

import logging
import subprocess
import tempfile
import threading
from pathlib import Path
from typing import Literal

from worker.contract import Limits
from worker.sandbox.base import Command, Sandbox, SandboxUnavailable, Workplace
from worker.sandbox.bubblewrap import Bubblewrap
from worker.sandbox.process import Process
from worker.toolchain import Toolchain

log = logging.getLogger(__name__)

Choice = Literal["auto", "bubblewrap", "process"]


def choose(choice: Choice, toolchain: Toolchain) -> Sandbox:
    """The sandbox asked for; `auto` takes bubblewrap where it works and else warns and takes the plain process."""
    if choice == "process":
        return Process()
    try:
        sandbox = Bubblewrap.find()
        try_out(sandbox, toolchain)
    except SandboxUnavailable as error:
        if choice == "bubblewrap":
            raise
        log.warning(
            "Builds run WITHOUT isolation (%s). Project code can read this user's files and use the network: "
            "build only code you trust, or install bubblewrap.",
            error,
        )
        return Process()
    return sandbox


def try_out(sandbox: Sandbox, toolchain: Toolchain) -> None:
    """Run `node --version` in the sandbox; SandboxUnavailable with its own words when that does not work."""
    with tempfile.TemporaryDirectory(prefix="chatbuilder-probe-") as directory:
        place = Workplace(Path(directory))
        place.project.mkdir()
        command = Command(("node", "--version"), {})
        try:
            outcome = sandbox.run(place, toolchain, command, Limits(wall_seconds=20), threading.Event())
        except (OSError, subprocess.SubprocessError) as error:
            raise SandboxUnavailable(str(error)) from error
    if outcome.exit_code != 0 or not outcome.output.startswith(b"v"):
        words = outcome.output.decode("utf-8", "replace").strip() or outcome.message
        raise SandboxUnavailable(f"{sandbox.name} does not work here: {words[:300]}")
