"""The whole local stack as a child process, for end-to-end tests and benchmarks."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from local.boot.parent import NAME as ENDS_WITH
from local.emulator.access import Access
from local.emulator.emulator import client, free_ports
from local.front.dev_issuer import DevIssuer
from local.private_files import append_private
from toolchain.http import Api
from toolchain.repository import REPOSITORY

SCRUBBED = ("OPENAI_", "CHATBUILDER_", "MODEL_WIRE", "AWS_")


class StackFailed(RuntimeError):
    """The stack did not come up; the message ends with what it printed."""


@dataclass
class LocalStack:
    """`with LocalStack(data_dir) as stack:` starts `python -m local` there and stops it afterwards, or when we die.

    `port` 0 takes two free neighbouring ports. `model_url` names an OpenAI-compatible server; without one the offline
    model answers. `env` is added to the child's environment.
    """

    data_dir: Path
    port: int = 0
    sample: bool = False
    model_url: str | None = None
    env: Mapping[str, str] = field(default_factory=dict)
    timeout: float = 300
    info: dict[str, Any] = field(default_factory=dict, repr=False)  # a token and a key
    _process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, value: BaseException | None, tb: TracebackType | None) -> None:
        self.stop()

    def start(self) -> None:
        """Start and wait until `local.json` says that everything answers."""
        self.port = self.port or free_pair()
        self.data_dir.mkdir(parents=True, exist_ok=True)
        (self.data_dir / "local.json").unlink(missing_ok=True)
        with append_private(self.output) as said:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "local"], cwd=REPOSITORY, env=self._environment(), stdin=subprocess.DEVNULL,
                stdout=said, stderr=subprocess.STDOUT, start_new_session=True,
            )  # fmt: skip
        self.info = self._await_ready(time.monotonic() + self.timeout)

    def stop(self, timeout: float = 180) -> int | None:
        """Ask it to stop, as Ctrl-C does; its exit code. Each of its parts has a time limit of its own."""
        process, self._process = self._process, None
        if process is None:
            return None
        if process.poll() is None:
            process.send_signal(signal.SIGTERM)
        try:
            return process.wait(timeout)
        except subprocess.TimeoutExpired:
            self._kill(process)
            raise

    def kill(self) -> None:
        """`kill -9` of the front process and of everything it started."""
        process, self._process = self._process, None
        if process is not None:
            self._kill(process)

    @property
    def output(self) -> Path:
        return self.data_dir / "local.out"

    @property
    def api_url(self) -> str:
        return str(self.info["api_url"])

    @property
    def site_port(self) -> int:
        """Port of previews and published apps."""
        return int(self.info["site_port"])

    def token(self, tenant: str = "local", **options: Any) -> str:
        return DevIssuer(self.data_dir).token(tenant, **options)

    def api(self, tenant: str = "local") -> Api:
        """The API as a member of a tenant calls it."""
        return Api(self.api_url, self.token(tenant))

    def boto(self, service: str) -> Any:
        """A client of the embedded AWS."""
        return client(service, self.access)

    @property
    def access(self) -> Access:
        """The embedded AWS of this start."""
        names = ("aws_endpoint", "aws_access_key_id", "aws_secret_access_key")
        return Access(*(str(self.info[name]) for name in names))

    def _environment(self) -> dict[str, str]:
        kept = {name: value for name, value in os.environ.items() if not name.startswith(SCRUBBED)}
        model = {"OPENAI_BASE_URL": self.model_url, "OPENAI_API_KEY": "test"} if self.model_url else {}
        own = {
            "CHATBUILDER_DATA": str(self.data_dir), "CHATBUILDER_PORT": str(self.port),
            "CHATBUILDER_SAMPLE": "1" if self.sample else "0", ENDS_WITH: str(os.getpid()),
        }  # fmt: skip
        return kept | own | model | dict(self.env)

    def _await_ready(self, deadline: float) -> dict[str, Any]:
        ready = self.data_dir / "local.json"
        process = self._process
        while process is not None and time.monotonic() < deadline:
            if ready.exists():
                document: dict[str, Any] = json.loads(ready.read_text())
                return document
            if process.poll() is not None:
                raise StackFailed(f"exit code {process.returncode}\n{tail(self.output)}")
            time.sleep(0.05)
        self.kill()
        raise StackFailed(f"not ready in {self.timeout:.0f} s\n{tail(self.output)}")

    @staticmethod
    def _kill(process: subprocess.Popen[bytes]) -> None:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def free_pair() -> int:
    """A port that is free together with the next one."""
    return free_ports(2)


def tail(path: Path, lines: int = 40) -> str:
    """The last lines of a file."""
    return "\n".join(path.read_text("utf-8", "replace").splitlines()[-lines:]) if path.exists() else ""
