"""npm as the worker uses it: it resolves and fetches, and neither runs a package's code nor asks another place than the
registries it is set up with (`registry_guard.cjs`)."""

import json
import os
import signal
import subprocess
import tempfile
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from worker.toolchain import Toolchain

_GUARD = Path(__file__).with_name("registry_guard.cjs")
_KEPT = ("HOME", "LANG", "TMPDIR", "HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "SSL_CERT_FILE", "NODE_EXTRA_CA_CERTS")
_OPTIONS = ("--ignore-scripts", "--no-audit", "--no-fund", "--no-update-notifier", "--json", "--loglevel=error",
            "--fetch-retries=1", "--fetch-retry-mintimeout=500", "--fetch-timeout=30000", "--allow-git=none",
            "--allow-file=none", "--allow-directory=none", "--git=/nonexistent")  # fmt: skip
_POLL_SECONDS = 0.1
_OUTPUT_CHARS = 64 * 1024 * 1024


class NpmFailed(Exception):
    """npm ended badly. `code` is npm's own (`E404`, `ERESOLVE`), `text` what it said."""

    def __init__(self, code: str, text: str) -> None:
        super().__init__(code)
        self.code, self.text = code, text


@dataclass(frozen=True)
class Npm:
    """npm in one folder until a moment of the monotonic clock, or until somebody cancels."""

    node: Path
    program: Path
    folder: Path
    until: float
    cancel: threading.Event

    origins: tuple[str, ...] = ()

    @classmethod
    def of(cls, toolchain: Toolchain, folder: Path, seconds: float, cancel: threading.Event) -> "Npm":
        """With the registries that npm is set up with here: the general one, and those of scopes.

        NpmFailed for a toolchain without npm.
        """
        if toolchain.npm is None:
            raise NpmFailed("ENONPM", "")
        bare = cls(toolchain.node_bin, toolchain.npm, folder, time.monotonic() + seconds, cancel)
        settings = bare._run(("config", "ls", "-l"), {})
        named = (str(value) for key, value in settings.items() if key == "registry" or key.endswith(":registry"))
        return replace(bare, origins=tuple({origin for address in named for origin in _origin(address)}))

    def __call__(self, *arguments: str) -> Any:
        """The JSON that it answers. NpmFailed otherwise."""
        guard = {"NODE_OPTIONS": f"--require {_GUARD}", "REGISTRY_ORIGINS": " ".join(self.origins)}
        return self._run(arguments, guard)

    def _run(self, arguments: tuple[str, ...], more: dict[str, str]) -> Any:
        command = [str(self.node), str(self.program), *arguments, *_OPTIONS]
        with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
            process = subprocess.Popen(
                command, cwd=self.folder, env=self._environment() | more, stdin=subprocess.DEVNULL, stdout=out,
                stderr=err, start_new_session=True,
            )  # fmt: skip
            try:
                self._wait(process)
            finally:
                _end(process)
            said, errors = (_text(file) for file in (out, err))
        return _answer(process.returncode, said, errors)

    def _wait(self, process: "subprocess.Popen[bytes]") -> None:
        while process.poll() is None:
            if self.cancel.is_set():
                raise NpmFailed("ECANCELLED", "")
            if time.monotonic() > self.until:
                raise NpmFailed("ETIMEDOUT", "")
            time.sleep(_POLL_SECONDS)

    def _environment(self) -> dict[str, str]:
        """What npm needs of ours: no credentials but those that are set up for npm itself."""
        own = {name: value for name, value in os.environ.items()
               if name.upper() in _KEPT or name.lower().startswith("npm_config_")}  # fmt: skip
        return own | {"PATH": os.pathsep.join([str(self.node.parent), os.environ.get("PATH", os.defpath)])}


def _origin(address: str) -> Iterator[str]:
    parts = urlsplit(address)
    if parts.scheme in ("http", "https") and parts.hostname:
        usual = {"http": 80, "https": 443}[parts.scheme]
        port = f":{parts.port}" if parts.port not in (None, usual) else ""
        yield f"{parts.scheme}://{parts.hostname}{port}"


def _text(file: Any) -> str:
    file.seek(0)
    content: bytes = file.read(_OUTPUT_CHARS)
    return content.decode("utf-8", "replace")


def _end(process: "subprocess.Popen[bytes]") -> None:
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def _answer(returned: int, said: str, errors: str) -> Any:
    try:
        answer = json.loads(said) if said.strip() else {}
    except (ValueError, RecursionError):
        answer = None
    if returned == 0 and answer is not None:
        return answer
    fault = answer.get("error", {}) if isinstance(answer, dict) else {}
    text = "\n".join(str(fault.get(key) or "") for key in ("summary", "detail")) if fault else ""
    code = "EOUTSIDE" if "EOUTSIDE" in errors or "outside of its registry" in errors + text else fault.get("code")
    raise NpmFailed(str(code or "EUNKNOWN"), f"{text}\n{errors}")
