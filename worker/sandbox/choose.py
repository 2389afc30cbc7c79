"""The sandbox of this machine, tried once before it is used."""

import logging
import subprocess
import sys
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

_APPARMOR = """\
Only programs with an AppArmor profile may make user namespaces here (Ubuntu since 23.10). Give this one a profile:
  printf 'abi <abi/4.0>,\\nprofile chatbuilder-bwrap "%s" flags=(unconfined) {{\\n  userns,\\n}}\\n' {program} \\
    | sudo tee /etc/apparmor.d/chatbuilder-bwrap
  sudo apparmor_parser -r /etc/apparmor.d/chatbuilder-bwrap"""
_CLONE = "User namespaces are switched off here. Switch them on: sudo sysctl -w kernel.unprivileged_userns_clone=1"
_NONE = "No user namespaces are allowed here. Allow some: sudo sysctl -w user.max_user_namespaces=15000"
_CONTAINER = """\
This is a container, and it may not make namespaces of its own. Start it with --privileged (Docker, Podman), or run \
ChatBuilder outside of it."""
_MISSING = "Run `make setup`, or install the distribution's package `bubblewrap` (0.8 or newer)."
_OTHER_SYSTEM = "The sandbox needs Linux: use a Linux machine, or a virtual machine."
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


def advice(programs: Sequence[str], root: Path = Path("/"), system: str = sys.platform) -> str:
    """The way to isolated builds, as far as this machine shows what is in it."""
    if system != "linux":
        return _OTHER_SYSTEM
    if not programs:
        return _MISSING
    if _value(root, "kernel/apparmor_restrict_unprivileged_userns") == "1":
        return _APPARMOR.format(program=programs[0])
    if _value(root, "kernel/unprivileged_userns_clone") == "0":
        return _CLONE
    if _value(root, "user/max_user_namespaces") == "0":
        return _NONE
    if (root / ".dockerenv").exists() or (root / "run" / ".containerenv").exists():
        return _CONTAINER
    return "docs/local.md names what the sandbox needs."


def _value(root: Path, name: str) -> str:
    try:
        return (root / "proc" / "sys" / name).read_text().strip()
    except OSError:
        return ""
