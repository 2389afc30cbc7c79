"""`python -m local`: the whole product on this machine."""

import argparse
import logging
import os
import sys

from local.boot.boot import CannotStart, serve
from local.boot.deploy import DeployFailed
from local.boot.parent import end_with_parent
from local.boot.progress import Progress
from local.boot.synth import SynthFailed
from local.config import BadConfig, from_env
from local.emulator.emulator import EmulatorFailed, with_direct_loopback
from local.front.servers import PortTaken
from toolchain.catalog import ToolchainError
from worker.sandbox.base import SandboxUnavailable

PLAIN = (
    BadConfig, CannotStart, DeployFailed, EmulatorFailed, PortTaken, SandboxUnavailable, SynthFailed, ToolchainError,
)  # fmt: skip
ABOUT = "Starts the whole product on this machine. Its settings are variables of the environment: see docs/local.md."


def main() -> int:
    """Run until stopped. Expected troubles are one line on stderr and exit code 2."""
    argparse.ArgumentParser(prog="python -m local", description=ABOUT).parse_args()
    logging.basicConfig(
        level=os.environ.get("LOCAL_LOG_LEVEL", "WARNING"), format="%(levelname)s %(name)s: %(message)s"
    )
    end_with_parent()
    os.environ.update(with_direct_loopback(os.environ))
    progress = Progress()
    progress.line("ChatBuilder is starting")
    try:
        return serve(from_env(), progress)
    except PLAIN as error:
        print(f"chatbuilder: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    code = main()
    sys.stdout.flush()
    os._exit(code)  # request threads may still be asleep in a stream; everything is saved
