"""Running one script in a sandbox, and looking at the machine afterwards."""

import json
import secrets
import subprocess
import threading
import time
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from devkit.stack.worker_jobs import project
from shared.domain.builds.worker_contract import Limits
from worker.sandbox.base import Command, Outcome, Sandbox, SandboxUnavailable, Workplace
from worker.sandbox.bubblewrap import Bubblewrap, packaged_bwrap
from worker.toolchain import InstalledToolchain


@dataclass
class Bench:
    """One job's directory and a sandbox to run scripts in. `marker` is found in the command line of what they start."""

    sandbox: Sandbox
    toolchain: InstalledToolchain
    root: Path
    marker: str = field(default_factory=lambda: f"marker{secrets.token_hex(8)}")
    no_cancel: threading.Event = field(default_factory=threading.Event)

    def run(self, script: str, *, cancel: threading.Event | None = None, **limits: int) -> Outcome:
        """Run `script` as the project's build script."""
        place = self.place
        place.project.mkdir()
        for path, content in project(script.replace("MARKER", self.marker)).items():
            (place.project / path).write_bytes(content)
        command = Command(("sh", "-c", "node build.mjs"), {"VITE_TITLE": "hello"})
        asked = Limits(**{"wall_seconds": 60, **limits})
        return self.sandbox.run(place, self.toolchain, command, asked, cancel or threading.Event())

    def say(self, expression: str) -> Any:
        """What a JavaScript expression is inside the sandbox."""
        outcome = self.run(
            f"import fs from 'node:fs'; import os from 'node:os'; console.log(JSON.stringify({expression}))"
        )
        assert outcome.exit_code == 0, outcome.output.decode()
        return json.loads(outcome.output.splitlines()[-1])

    @property
    def place(self) -> Workplace:
        return Workplace(self.root)

    def survivors(self) -> list[str]:
        """Command lines of this machine's processes that bear the marker."""
        return [line for line in map(_command_line, Path("/proc").glob("[0-9]*")) if self.marker in line]

    def wait_for_survivors(self, count: int, seconds: float = 60.0) -> bool:
        """Whether at least `count` marked processes were seen in time."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            if len(self.survivors()) >= count:
                return True
            time.sleep(0.01)
        return False


def bubblewrap_or_skip() -> Bubblewrap:
    """Skips only where the program itself is missing or refused; a sandbox of ours that fails must fail the tests."""
    why = why_no_bubblewrap()
    if why is not None:
        pytest.skip(f"bubblewrap: {why}")
    return Bubblewrap.candidates(packaged=packaged_bwrap())[0]


@cache
def why_no_bubblewrap() -> str | None:
    """Why this machine runs no bubblewrap at all; None where it does."""
    try:
        found = Bubblewrap.candidates(packaged=packaged_bwrap())[0]
    except SandboxUnavailable as error:
        return str(error)
    bare = [found.bwrap, "--unshare-all", "--unshare-user", "--ro-bind", "/", "/", "true"]
    tried = subprocess.run(bare, capture_output=True, text=True, check=False)
    return None if tried.returncode == 0 else tried.stderr.strip()


def _command_line(process: Path) -> str:
    try:
        return (process / "cmdline").read_bytes().replace(b"\0", b" ").decode("utf-8", "replace")
    except OSError:
        return ""
