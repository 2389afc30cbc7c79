"""The toolchain of local builds: one Node and the catalog's packages, installed once for each catalog version."""

import hashlib
import json
import os
import platform
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from shared.services.assets.load_catalog import ROOT as CATALOG
from toolchain.add_axe import LOCKED as LOCKED_AXE
from toolchain.add_typescript import LOCKED
from toolchain.filelock import AlreadyLocked, FileLock
from toolchain.node import Node, NodeMissing, find_node
from worker.toolchain import WRITABLE_MODULE_DIRS, InstalledToolchain

Progress = Callable[[str], None]
NEEDED_BYTES = 700_000_000
_LAYOUT = "2"
_WARMED = "2"
"""What is made of installed packages, in another way than before."""
_BUNDLE_DOM = Path(__file__).with_name("bundle_dom.mjs")
_TYPESCRIPT_LOCK, _AXE_LOCK = LOCKED / "package-lock.json", LOCKED_AXE / "package-lock.json"
_LOCK_WAIT_SECONDS = 900
_SPEAK_EVERY_SECONDS = 5.0
_SOURCE_MAPS = (".js.map", ".mjs.map", ".cjs.map", ".ts.map", ".mts.map", ".cts.map", ".css.map")
_OFFLINE = ("ENOTFOUND", "ECONNREFUSED", "ECONNRESET", "ETIMEDOUT", "EAI_AGAIN", "ENETUNREACH", "EHOSTUNREACH",
            "ERR_SOCKET_TIMEOUT", "E502", "E503", "E504", "SELF_SIGNED_CERT")  # fmt: skip
_PATIENCE = ("--fetch-retries=1", "--fetch-retry-mintimeout=1000", "--fetch-timeout=60000")


class ToolchainError(RuntimeError):
    """The toolchain could not be made; the message is one line that says why and what to do."""


def ensure_toolchain(
    data_dir: Path, *, progress: Progress, catalog: Path = CATALOG, needed_bytes: int = NEEDED_BYTES
) -> InstalledToolchain:
    """The toolchain below `data_dir`, installed first if it is not there. Safe to call from several processes."""
    home = data_dir.resolve() / "toolchains"
    node = _node()
    digest = toolchain_digest((catalog / "package-lock.json").read_bytes(), node.major)
    target = home / digest
    if not _is_ready(target):
        _require_space(home, needed_bytes)
        _install_once(target, node, catalog, progress)
    cache = target / f"compile-cache-{node.version}-{_WARMED}"
    native = home / f"typescript-{_named(_TYPESCRIPT_LOCK)}"
    axe = home / f"axe-{_named(_AXE_LOCK)}" / "axe.min.js"
    dom = target / f"happy-dom-{_named(_BUNDLE_DOM)}.js"
    return InstalledToolchain(
        node.root, node.binary, node.npm, target / "node_modules", digest, cache, native, dom, axe
    )


def _named(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()[:12]


def toolchain_digest(lock: bytes, node_major: int) -> str:
    """Names a toolchain: equal for equal packages on the same kind of machine and major version of Node."""
    machine = f"{_LAYOUT} {platform.system()} {platform.machine()} node{node_major}\n"
    return hashlib.sha256(machine.encode() + lock).hexdigest()[:24]


def finish_node_modules(node_modules: Path) -> None:
    """Makes an installed `node_modules` ready to be shared: no source maps (a fifth of its bytes, unused by builds),
    readable by the user builds run as, files not writable, and the empty folders that build tools write into, which a
    sandbox covers with its own."""
    for folder, _, names in os.walk(node_modules):
        Path(folder).chmod(0o755)
        for path in (Path(folder, name) for name in names):
            if not path.is_symlink():
                _finish_file(path)
    for name in WRITABLE_MODULE_DIRS:
        (node_modules / name).mkdir(exist_ok=True)


def _finish_file(path: Path) -> None:
    if path.name.endswith(_SOURCE_MAPS):
        path.unlink()
    else:
        path.chmod(0o555 if path.stat().st_mode & 0o111 else 0o444)


def _node() -> Node:
    try:
        return find_node()
    except NodeMissing as error:
        raise ToolchainError(str(error)) from error


def _is_ready(target: Path) -> bool:
    return (target / "ready.json").is_file()


@contextmanager
def _the_only_one(lock: Path, progress: Progress) -> Iterator[None]:
    with ExitStack() as held:
        try:
            held.enter_context(FileLock(lock))
        except AlreadyLocked:
            progress("waiting for another process that is installing the package catalog")
            held.enter_context(FileLock(lock, wait_seconds=_LOCK_WAIT_SECONDS))
        yield


def _install_once(target: Path, node: Node, catalog: Path, progress: Progress) -> None:
    try:
        with _the_only_one(target.with_suffix(".lock"), progress):
            if not _is_ready(target):
                _install(target, node, catalog, progress)
    except AlreadyLocked as error:
        raise ToolchainError(f"another process holds {error} and did not finish installing the catalog") from error


def _install(target: Path, node: Node, catalog: Path, progress: Progress) -> None:
    for left_over in target.parent.glob(f"{target.name}.tmp-*"):
        shutil.rmtree(left_over, ignore_errors=True)
    staging = Path(tempfile.mkdtemp(prefix=f"{target.name}.tmp-", dir=target.parent))
    try:
        staging.chmod(0o755)
        _fill(staging, node, catalog, progress)
        shutil.rmtree(target, ignore_errors=True)
        staging.rename(target)
    except OSError as error:
        raise ToolchainError(f"the package catalog could not be stored in {target.parent}: {error.strerror}") from error
    finally:
        shutil.rmtree(staging, ignore_errors=True)


def _fill(staging: Path, node: Node, catalog: Path, progress: Progress) -> None:
    started = time.monotonic()
    for name in ("package.json", "package-lock.json", ".npmrc"):
        shutil.copyfile(catalog / name, staging / name)
    _npm_ci(staging, node, progress)
    finish_node_modules(staging / "node_modules")
    seconds = round(time.monotonic() - started, 1)
    (staging / "ready.json").write_text(json.dumps({"node": node.version, "seconds": seconds}), "utf-8")
    progress(f"package catalog installed in {seconds:.0f} s")


def _require_space(folder: Path, needed: int) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ToolchainError(f"cannot write in {folder}: {error.strerror}") from error
    free = shutil.disk_usage(folder).free
    if free < needed:
        megabytes = f"{needed // 1_000_000} MB are needed, {free // 1_000_000} MB are free"
        raise ToolchainError(f"disk full: the package catalog does not fit into {folder} ({megabytes})")


def _npm_ci(folder: Path, node: Node, progress: Progress) -> None:
    """Runs `npm ci` there; says every few seconds that it is still at work."""
    progress("installing the package catalog (once, about half a minute)")
    started = time.monotonic()
    with tempfile.TemporaryFile() as said:
        command, environment = node.npm_ci(*_PATIENCE), node.environment()
        process = subprocess.Popen(
            command, cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=said, stderr=subprocess.STDOUT
        )
        try:
            while _still_running(process):
                progress(f"installing the package catalog, {time.monotonic() - started:.0f} s")
        finally:
            process.kill()
            process.wait()
        said.seek(0)
        if process.returncode != 0:
            raise ToolchainError(explain_npm_failure(said.read().decode("utf-8", "replace")))


def _still_running(process: subprocess.Popen[bytes]) -> bool:
    try:
        process.wait(_SPEAK_EVERY_SECONDS)
    except subprocess.TimeoutExpired:
        return True
    return False


def explain_npm_failure(output: str) -> str:
    """One line a person can act on, from what `npm ci` printed."""
    if "ENOSPC" in output:
        return "disk full: npm could not store the package catalog (ENOSPC); free some space and start again"
    for code in _OFFLINE:
        if code in output:
            return f"npm registry unreachable ({code}): check the network or npm's registry setting and start again"
    lines = [line.removeprefix("npm error").strip() for line in output.splitlines()]
    reasons = [line for line in lines if line and not line.startswith(("code ", "A complete log"))]
    return f"npm could not install the package catalog: {reasons[0] if reasons else 'it gave no reason'}"
