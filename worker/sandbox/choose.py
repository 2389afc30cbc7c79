"""The sandbox of this machine, tried once before it is used."""

import logging
import subprocess
import tempfile
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Literal

from shared.domain.builds.worker_contract import Limits
from worker.sandbox.base import Command, Sandbox, SandboxUnavailable, Workplace
from worker.sandbox.bubblewrap import Bubblewrap, packaged_bwrap
from worker.sandbox.process import Process
from worker.toolchain import Toolchain

log = logging.getLogger(__name__)

Choice = Literal["bubblewrap", "process"]


def choose(choice: Choice, toolchain: Toolchain) -> Sandbox:
    """The requested sandbox. The plain process is never a fallback: it is used only where it was requested by name."""
    if choice == "process":
        log.warning(
            "Builds run WITHOUT isolation, as requested. Project code can read this user's files and use the network: "
            "build only code you trust."
        )
        return Process()
    return first_that_works(Bubblewrap.candidates(packaged=packaged_bwrap()), toolchain)


def first_that_works(sandboxes: Sequence[Bubblewrap], toolchain: Toolchain) -> Bubblewrap:
    """The pinned bubblewrap, or the distribution's where only that may make namespaces (an AppArmor profile)."""
    refusals = []
    for sandbox in sandboxes:
        try:
            try_out(sandbox, toolchain)
        except SandboxUnavailable as error:
            refusals.append(str(error))
        else:
            return sandbox
    raise SandboxUnavailable("; ".join(refusals), tuple(sandbox.bwrap for sandbox in sandboxes))


def try_out(sandbox: Bubblewrap, toolchain: Toolchain) -> None:
    """Run `node --version` in the sandbox; SandboxUnavailable with what it printed when that does not work."""
    with tempfile.TemporaryDirectory(prefix="chatbuilder-probe-") as directory:
        place = Workplace(Path(directory))
        place.root.chmod(0o711)
        place.project.mkdir()
        command = Command(("node", "--version"), {})
        try:
            outcome = sandbox.run(place, toolchain, command, Limits(wall_seconds=20), threading.Event())
        except (OSError, subprocess.SubprocessError) as error:
            raise SandboxUnavailable(str(error)) from error
    if outcome.exit_code != 0 or not outcome.output.startswith(b"v"):
        printed = outcome.output.decode("utf-8", "replace").strip() or outcome.message
        raise SandboxUnavailable(f"{sandbox.bwrap} does not work here: {printed[:300]}")
