"""No isolation, for who asks for it: an empty environment, resource limits and a supervisor that ends every leftover.

It keeps a build from overrunning the machine. It does not hide files or the network from project code.
"""

import contextlib
import os
import signal
import subprocess
import sys
import threading
import time
from dataclasses import dataclass, field, replace
from itertools import count
from pathlib import Path

from shared.domain.builds.worker_contract import Limits
from worker.sandbox import supervisor, tree
from worker.sandbox.base import FILE_BYTES, OPEN_FILES, Command, Outcome, Workplace, environment, give, open_to_all
from worker.sandbox.shims import write_shims
from worker.sandbox.watch import Running, watch
from worker.toolchain import WRITABLE_MODULE_DIRS, Toolchain

_FIRST_UID, _UIDS = 61057, 120
_HOST_UIDS = count()
_SUPERVISOR_SECONDS = 6.0


@dataclass(frozen=True)
class Process:
    """Project code as a plain process; root hands it to an ordinary user where that user can reach everything."""

    as_root: bool = field(default_factory=lambda: os.geteuid() == 0)
    name: str = "process"

    def run(
        self, place: Workplace, toolchain: Toolchain, command: Command, limits: Limits, cancel: threading.Event
    ) -> Outcome:
        home = place.root / "home"
        home.mkdir()
        native = toolchain.typescript / "tsc" if toolchain.typescript and toolchain.typescript.is_dir() else None
        programs = (str(path) if path else None for path in (toolchain.npm, native))
        write_shims(place.root / "bin", str(toolchain.node_bin), *programs)
        link_modules(toolchain.node_modules, place.project / "node_modules")
        uid = self._user(place, toolchain, command)
        if uid is not None:
            give(place.project, uid)
            give(home, uid)
        path = f"{place.project / 'node_modules' / '.bin'}:{place.root / 'bin'}:/usr/bin:/bin"
        variables = environment(command, limits, path=path, home=str(home))
        outcome = self._watched(place, command, limits, cancel, variables, uid)
        return replace(outcome, output=_as_inside(outcome.output, place, toolchain))

    def _watched(
        self,
        place: Workplace,
        command: Command,
        limits: Limits,
        cancel: threading.Event,
        variables: dict[str, str],
        uid: int | None,
    ) -> Outcome:
        processes = limits.processes + (tree.tasks_of(os.getuid()) if uid is None else 0)
        numbers = (-1 if uid is None else uid, processes)
        options = [str(number) for number in (*numbers, FILE_BYTES, OPEN_FILES)]
        process = subprocess.Popen(
            [sys.executable, "-I", "-S", supervisor.__file__, *options, "--", *command.argv],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env=variables,
            cwd=place.project,
            start_new_session=True,
        )
        marks = tree.Marks(process.pid, str(place.root), uid)
        return watch(Running(process, lambda: _end(process, marks), place.root), limits, cancel)

    def _user(self, place: Workplace, toolchain: Toolchain, command: Command) -> int | None:
        needed = (place.project, toolchain.node_modules, toolchain.node_bin, *command.reads)
        if not self.as_root or not all(open_to_all(path) for path in needed):
            return None
        return _FIRST_UID + next(_HOST_UIDS) % _UIDS


def _as_inside(output: bytes, place: Workplace, toolchain: Toolchain) -> bytes:
    """The output with the paths it would have in the real sandbox: a log is shown to people, and read by programs."""
    for path, inside in ((place.project, b"/project"), (toolchain.node_modules, b"/project/node_modules")):
        for text in {str(path), str(path.resolve())}:
            output = output.replace(text.encode(), inside)
    return output


def link_modules(node_modules: Path, target: Path) -> None:
    """A `node_modules` whose packages are links into the toolchain's; its scratch directories are the job's own."""
    target.mkdir()
    for entry in sorted(node_modules.iterdir()):
        if entry.name.startswith("@") and entry.is_dir():
            (target / entry.name).mkdir()
            for package in sorted(entry.iterdir()):
                (target / entry.name / package.name).symlink_to(package)
        elif entry.name not in WRITABLE_MODULE_DIRS:
            (target / entry.name).symlink_to(entry)


def _end(process: subprocess.Popen[bytes], marks: tree.Marks) -> None:
    """Let the supervisor end everything. If project code killed it, or it is stuck, end what still bears its marks."""
    if process.poll() is None:
        process.terminate()
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(_SUPERVISOR_SECONDS)
    if process.poll() in (None, -signal.SIGKILL):
        _sweep(marks)
    process.kill()
    process.wait()


def _sweep(marks: tree.Marks) -> None:
    """Kill everything that bears the job's marks, until a pass finds nothing."""
    until = time.monotonic() + _SUPERVISOR_SECONDS
    while time.monotonic() < until and (left := list(tree.marked(marks))):
        for pid in left:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(pid, signal.SIGKILL)
        time.sleep(0.005)
