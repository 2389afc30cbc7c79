"""Starts and stops the embedded AWS as a child process, and hands out clients for it."""

import contextlib
import os
import secrets
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path
from typing import IO, Any

from local.emulator.access import KEY_HEADER, REGION, Access
from local.emulator.warm import PATH as WARM_PATH
from local.private_files import append_private, private_folder

PASSED_ON = ("HOME", "LANG", "LC_ALL", "TZ", "SSL_CERT_FILE", "SSL_CERT_DIR", "HTTPS_PROXY", "HTTP_PROXY", "NO_PROXY")
_LOWEST_PORT, _HIGHEST_PORT = 12_000, 30_000


_OWN_NAMES = ("127.0.0.1", "localhost", ".localhost")


def with_direct_loopback(environment: Mapping[str, str]) -> dict[str, str]:
    """`environment` with this machine's own servers outside any proxy: what is sent there holds keys and addresses."""
    given = ",".join(environment[name] for name in ("NO_PROXY", "no_proxy") if environment.get(name))
    past = ",".join(dict.fromkeys([*filter(None, given.split(",")), *_OWN_NAMES]))
    return {**environment, "NO_PROXY": past, "no_proxy": past}


class EmulatorFailed(RuntimeError):
    """The child process did not come up, or died."""


def free_ports(count: int = 1) -> int:
    """The first of `count` neighbouring ports of the loopback address that nothing listens on now.

    They lie below those that a system gives to outgoing connections. One of these may take any port of that range
    before it is listened on, or while what listened there is started again.
    """
    for _ in range(200):
        first = _LOWEST_PORT + secrets.randbelow(_HIGHEST_PORT - _LOWEST_PORT)
        if all(map(_is_free, range(first, first + count))):
            return first
    raise EmulatorFailed(f"no {count} neighbouring ports are free")


def _is_free(port: int) -> bool:
    with socket.socket() as probe:
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
    return True


@dataclass
class Emulator:
    """One embedded AWS over one state folder. `origins`: whose pages may use its presigned addresses and forms."""

    state_dir: Path
    log_file: Path
    path_prefix: list[str]
    settings: Mapping[str, str] = field(default_factory=dict)
    origins: Sequence[str] = ()
    port: int = 0
    _process: subprocess.Popen[bytes] | None = None
    _log: IO[bytes] | None = None

    @property
    def endpoint(self) -> str:
        """Base address of every service."""
        return f"http://127.0.0.1:{self.port}"

    @cached_property
    def access(self) -> Access:
        """Its address and the key of this start."""
        self.port = self.port or free_ports()
        return Access.fresh(self.endpoint)

    def environment(self) -> dict[str, str]:
        """The child's whole environment; Lambdas inherit it, so nothing of the caller's leaks in unasked."""
        kept = {name: os.environ[name] for name in PASSED_ON if name in os.environ}
        path = os.pathsep.join([*self.path_prefix, os.environ.get("PATH", os.defpath)])
        repository = str(Path(__file__).resolve().parents[2])
        return with_direct_loopback(kept) | dict(self.settings) | self.access.key() | {
            "EMULATOR_ORIGINS": ",".join(self.origins), "PATH": path, "PYTHONPATH": repository, "PYTHONUNBUFFERED": "1",
            "TMPDIR": str(self.state_dir / "tmp"), "GATEWAY_PORT": str(self.port), "BIND_HOST": "127.0.0.1",
            "MINISTACK_HOST": "127.0.0.1", "MINISTACK_REGION": REGION, "AWS_DEFAULT_REGION": REGION,
            "PERSIST_STATE": "1", "STATE_DIR": str(self.state_dir), "S3_PERSIST": "1",
            "S3_DATA_DIR": str(self.state_dir / "s3"), "IOT_MTLS_ENABLED": "0", "SFTP_ENABLED": "0",
            "LAMBDA_EXECUTOR": "local", "LOG_LEVEL": os.environ.get("EMULATOR_LOG_LEVEL", "WARNING"),
        }  # fmt: skip

    def start(self, timeout: float = 120) -> None:
        """Start the child and return when it answers; it may first wait for the folder's lock."""
        private_folder(self.state_dir)
        (self.state_dir / "tmp").mkdir(mode=0o700, exist_ok=True)
        private_folder(self.log_file.parent)
        self._log = append_private(self.log_file)
        self._process = subprocess.Popen(
            [sys.executable, "-m", "local.emulator.process"], env=self.environment(), cwd=self.state_dir,
            stdin=subprocess.DEVNULL, stdout=self._log, stderr=subprocess.STDOUT,
        )  # fmt: skip
        self._await_ready(time.monotonic() + timeout)

    def stop(self, timeout: float = 60) -> None:
        """Ask the child to save and stop; kill it only when it does not."""
        process, self._process = self._process, None
        if process is None:
            return
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(timeout)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        if self._log:
            self._log.close()

    def alive(self) -> bool:
        """Whether the child is still running."""
        return self._process is not None and self._process.poll() is None

    @property
    def pid(self) -> int:
        if self._process is None:
            raise EmulatorFailed("not started")
        return self._process.pid

    def warm(self, functions: Sequence[str]) -> None:
        """Let the named functions' processes start in the background."""
        with contextlib.suppress(OSError):
            self._open(f"{WARM_PATH}?{','.join(functions)}", timeout=5).close()

    def client(self, service: str) -> Any:
        """A boto3 client signed in as the local account."""
        return client(service, self.access)

    def _await_ready(self, deadline: float) -> None:
        while time.monotonic() < deadline:
            if not self.alive():
                raise EmulatorFailed(f"the embedded AWS stopped while starting: see {self.log_file}")
            if self._answers():
                return
            time.sleep(0.05)
        self.stop(timeout=1)
        raise EmulatorFailed(f"the embedded AWS did not answer in time: see {self.log_file}")

    def _answers(self) -> bool:
        try:
            with self._open("/_ministack/health", timeout=2) as answer:
                return bool(answer.status == 200)
        except (urllib.error.URLError, OSError):
            return False

    def _open(self, path: str, timeout: float) -> Any:
        asked = urllib.request.Request(self.endpoint + path, headers={KEY_HEADER: self.access.secret})  # noqa: S310 - our own child
        return urllib.request.urlopen(asked, timeout=timeout)  # noqa: S310 - our own child


@cache
def client(service: str, access: Access) -> Any:
    """The boto3 client for an emulator. Made once: a new one reads the service's whole description."""
    import boto3
    from botocore.config import Config

    config = Config(
        retries={"max_attempts": 3, "mode": "standard"}, max_pool_connections=50, s3={"addressing_style": "path"},
        connect_timeout=5, read_timeout=70, signature_version="s3v4" if service == "s3" else None,
    )  # fmt: skip
    session = boto3.session.Session(access.key_id, access.secret, region_name=REGION)
    return session.client(service, endpoint_url=access.endpoint, config=config)
