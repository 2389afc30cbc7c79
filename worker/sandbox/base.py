"""What a sandbox is: it runs one command of project code and says how that ended."""

import os
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from shared.domain.builds.worker_contract import Limits, Reason
from worker.toolchain import Toolchain

PROJECT_BYTES = 512 * 1024**2
PROJECT_ENTRIES = 50_000
FILE_BYTES = 256 * 1024**2
TMP_BYTES = 256 * 1024**2
OPEN_FILES = 4096


@dataclass(frozen=True)
class Workplace:
    """One job's own directory on the host; only `project` is ever shown to project code."""

    root: Path

    @property
    def project(self) -> Path:
        return self.root / "project"


@dataclass(frozen=True)
class Command:
    """A program (`node`, `npm`, `sh` ...) with its arguments, and the only variables it gets beside ours.

    `reads` are further directories of this machine that it may read, at their own places.
    """

    argv: tuple[str, ...]
    env: Mapping[str, str]
    reads: tuple[Path, ...] = ()


@dataclass(frozen=True)
class Outcome:
    """How the command ended. `reason` is None when it came to its own end, whatever its exit code."""

    exit_code: int | None
    output: bytes
    reason: Reason | None = None
    message: str = ""


class Sandbox(Protocol):
    """Runs project code. When `run` returns, nothing it started is alive."""

    @property
    def name(self) -> str: ...

    def run(
        self, place: Workplace, toolchain: Toolchain, command: Command, limits: Limits, cancel: threading.Event
    ) -> Outcome: ...


class SandboxUnavailable(Exception):
    """This machine cannot isolate builds; the message says what is missing, `programs` which bubblewraps were tried."""

    def __init__(self, message: str, programs: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.programs = programs


def environment(
    command: Command, limits: Limits, *, path: str, home: str, compile_cache: str | None = None
) -> dict[str, str]:
    """Every variable project code sees. Without a filled compile cache Node is told to write none.

    Vite asks for one, in a temporary directory that is gone with the job: a tenth of a build, for nothing.
    """
    heap = max(64, limits.memory_bytes * 3 // 4 // 1024**2)
    return {
        **command.env,
        "PATH": path,
        "HOME": home,
        "TMPDIR": home,
        "CI": "1",
        "NO_COLOR": "1",
        "NODE_OPTIONS": f"--max-old-space-size={heap}",
        **({"NODE_COMPILE_CACHE": compile_cache} if compile_cache else {"NODE_DISABLE_COMPILE_CACHE": "1"}),
    }


def give(folder: Path, uid: int) -> None:
    """Make the folder and all in it that user's own."""
    for directory, _, files in os.walk(folder):
        os.chown(directory, uid, uid)
        for name in files:
            os.chown(Path(directory, name), uid, uid, follow_symlinks=False)


def open_to_all(path: Path) -> bool:
    """Whether every user may get to this file or directory."""
    real = path.resolve()
    return all(step.stat().st_mode & 0o001 or not step.is_dir() for step in (real, *real.parents))
