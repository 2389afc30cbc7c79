"""What a person can do where this machine does not let bubblewrap isolate builds."""

import sys
from collections.abc import Sequence
from pathlib import Path

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
