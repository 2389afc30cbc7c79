"""A host of repositories on this machine: git's own `http-backend` behind Basic auth, reached by a public name.

`outside()` is the way there: the name resolves to a public address, and only what was vetted so is led to this machine.
"""

import base64
import os
import subprocess
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from devkit.api.api import git_out
from devkit.fakes.outgoing import FakeResolver
from devkit.fakes.world import World
from devkit.git.client import git
from shared.adapters.direct_http import DirectHttp
from shared.adapters.git.github_app import GithubApp, GithubDevice
from shared.adapters.git.https_remote import HttpsRemote
from shared.adapters.git.rest_forge import RestForge
from shared.adapters.vetted_http import Errand, VettedHttp
from shared.domain.agent.outgoing import Target
from shared.domain.limits import DEFAULT_LIMITS
from shared.ports.outgoing import Outside, WireAnswer
from shared.services.delivery.git_ports import GitPorts

NAME, ADDRESS, TOKEN = "git.example.com", "93.184.216.34", "github_pat_s3cr3t-of-ann-0042"
GITHUB = "github.com"
URL = f"https://{NAME}/ann/shop.git"
Act = Callable[["GitHandler"], bool]
"""What a host does in place of its answer; false where it answers after all."""


class GitHost(ThreadingHTTPServer):
    """`before` is asked first at each request; `asked` are the requests, `packs` the sizes of what was pushed."""

    daemon_threads = True

    def __init__(self, root: Path) -> None:
        self.root, self.before, self.api, self.token = root, (lambda _: False), (lambda _: False), TOKEN
        self.public = False
        self.asked: list[str] = []
        self.packs: list[int] = []
        self.stopped = threading.Event()
        self.backend = subprocess.check_output(["git", "--exec-path"], text=True).strip() + "/git-http-backend"
        self.repository = root / "ann/shop.git"
        self.repository.parent.mkdir()
        git(root, "init", "-q", "--bare", "-b", "main", str(self.repository))
        self.set("http.receivepack", "true")
        super().__init__(("127.0.0.1", 0), GitHandler)

    before: Act
    api: Act

    def set(self, name: str, value: str) -> None:
        git(self.repository, "config", name, value)

    def git(self, *command: str, fails: bool = False) -> str:
        """Git's answer in the repository."""
        return git(self.repository, *command, fails=fails).strip()

    def refuse(self, words: str, branch: str) -> None:
        """From now on nobody pushes to this branch."""
        hook = self.repository / "hooks/update"
        hook.parent.mkdir(exist_ok=True)
        hook.write_text(f'#!/bin/sh\n[ "$1" != refs/heads/{branch} ] || {{ echo "{words}" >&2; exit 1; }}\n')
        hook.chmod(0o755)

    def outside(self) -> Outside:
        return Outside(FakeResolver({NAME: [[ADDRESS]], GITHUB: [[ADDRESS]]}), _ToThisMachine(self.server_port))


class GitHandler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: GitHost

    def log_message(self, format: str, *args: Any) -> None:
        """Silent."""

    def answer(self, status: int, body: bytes = b"", **headers: str) -> bool:
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)
        return True

    def serve(self) -> None:
        self.server.asked.append(f"{self.command} {self.path}")
        if self.server.before(self) or self.server.api(self):
            self.close_connection = True
        elif not self._may_read():
            self.answer(401, WWW_Authenticate='Basic realm="git"')
        else:
            self._backend(self.rfile.read(int(self.headers.get("Content-Length") or 0)))

    def _may_read(self) -> bool:
        """A public repository is read without a token, and not with a wrong one."""
        said = self.headers.get("Authorization", "")
        return said == "Basic " + _basic(self.server.token) or (self.server.public and not said)

    do_GET = do_POST = do_PATCH = serve

    def _backend(self, body: bytes) -> None:
        at = urlsplit(self.path)
        if at.path.endswith("git-receive-pack"):
            self.server.packs.append(len(body))
        env = {
            "PATH": os.environ["PATH"],
            "GIT_PROJECT_ROOT": str(self.server.root),
            "GIT_HTTP_EXPORT_ALL": "1",
            "PATH_INFO": at.path,
            "QUERY_STRING": at.query,
            "REQUEST_METHOD": self.command,
            "REMOTE_USER": "ann",
            "CONTENT_TYPE": self.headers.get("Content-Type", ""),
            "CONTENT_LENGTH": str(len(body)),
            "REMOTE_ADDR": "127.0.0.1",
            "GIT_PROTOCOL": self.headers.get("Git-Protocol", ""),
        }
        done = subprocess.run([self.server.backend], input=body, env=env, capture_output=True, timeout=60)
        head, _, out = done.stdout.partition(b"\r\n\r\n")
        headers = dict(line.split(": ", 1) for line in head.decode().split("\r\n") if line)
        status = int(headers.pop("Status", "200").split()[0])
        self.answer(status, out, **headers)


class _ToThisMachine:
    """`OutgoingHttp`: what goes to the public address arrives here, without TLS."""

    def __init__(self, port: int) -> None:
        self._port, self._http = port, DirectHttp(agent="git/ChatBuilder")

    def send(self, method: Any, target: Target, *, address: str, **rest: Any) -> WireAnswer:
        assert (target.scheme, address) == ("https", ADDRESS), "nothing else is ever asked"
        here = Target("http", target.host, self._port, target.path)
        return self._http.send(method, here, address="127.0.0.1", **rest)


def _basic(token: str) -> str:
    return base64.b64encode(f"x-access-token:{token}".encode()).decode()


@contextmanager
def git_host(root: Path) -> Iterator[GitHost]:
    """For the block."""
    server = GitHost(root)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield server
    finally:
        server.stopped.set()
        server.shutdown()
        thread.join()
        with suppress(OSError):
            server.server_close()


def ports_over(world: World, outside: Outside, seconds: float = 20) -> GitPorts:
    """As the API's own, over this way out."""
    errand = Errand(seconds, DEFAULT_LIMITS.fetch_ports)
    return git_out(
        world,
        remote=lambda url, token: HttpsRemote(url, token, VettedHttp(outside, errand)),
        forge=lambda api_url, name, token: RestForge(api_url, name, token, VettedHttp(outside, errand)),
        app=lambda api_url: GithubApp(api_url, VettedHttp(outside, errand)),
        device=lambda: GithubDevice("Iv1.0123456789abcdef", VettedHttp(outside, errand)),
    )
