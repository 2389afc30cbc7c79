"""The sandbox of local builds: an isolated one, unless the owner of this machine asks for the other by name."""

from typing import cast

from worker.sandbox.base import Sandbox, SandboxUnavailable
from worker.sandbox.choose import Choice, advice, choose
from worker.toolchain import Toolchain


def local_sandbox(choice: str, toolchain: Toolchain) -> Sandbox:
    """The sandbox named by CHATBUILDER_SANDBOX; SandboxUnavailable says why there is none, and both ways to go on."""
    try:
        return choose(cast(Choice, choice), toolchain)
    except SandboxUnavailable as error:
        raise SandboxUnavailable(
            f"builds cannot be isolated on this machine, so none are run ({error}).\n\n"
            f"To isolate them:\n{advice(error.programs)}\n\n"
            "To build without isolation (the code of every project can then read your files and use your network), "
            "start with:\n  CHATBUILDER_SANDBOX=process make run",
            error.programs,
        ) from error
