"""Starts the local stack stage by stage, serves it, and stops it with everything kept."""

import contextlib
import importlib
import logging
import os
import secrets
import shutil
import socket
import sys
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from local.boot.announce import announce
from local.boot.deploy import deploy, deployed_digest
from local.boot.environment import front_settings, shared_settings
from local.boot.progress import Progress
from local.boot.synth import synthesise
from local.config import STACK_NAME, LocalConfig
from local.emulator.emulator import Emulator
from local.front.dev_issuer import DevIssuer
from local.front.front import ApiFront, SitesFront
from local.front.host_router import HostRouter
from local.front.own_forge import outside_with
from local.front.servers import Servers, take_port
from local.front.sign_in import SignIn
from local.front.site_files import site_files
from local.front.studio_front import StudioFront
from local.runner.worker_side import WorkerSide
from shared.runtime.settings import Settings
from shared.services.assets.load_catalog import load_ready_lock
from toolchain.compile_packages import ensure_compile_packages
from toolchain.draft_packages import ensure_draft_packages, upload_draft_packages
from toolchain.filelock import AlreadyLocked, FileLock
from toolchain.node import Node, find_node
from toolchain.studio_build import ensure_studio

T = TypeVar("T")
log = logging.getLogger("local")
NEEDED_BYTES = 300_000_000


class CannotStart(RuntimeError):
    """The stack cannot start; the message is one clear line."""


@dataclass
class Stack:
    """Everything that runs; `close` ends what was started, in the opposite order."""

    config: LocalConfig
    progress: Progress
    issuer: DevIssuer = field(init=False)
    sockets: list[socket.socket] = field(default_factory=list)
    worker: WorkerSide = field(init=False)
    emulator: Emulator = field(init=False)
    model_name: str = ""
    version: str = ""
    sign_in: SignIn = field(init=False)
    studio: Future[Path] = field(init=False)
    first_start: bool = False
    _closing: contextlib.ExitStack = field(default_factory=contextlib.ExitStack)

    def start(self) -> tuple[Any, Any]:
        """Run every stage; the two applications to serve."""
        stage = self.progress.stage
        with stage("environment"):
            self._environment()
        with stage("node"):
            node = find_node()
            ensure_compile_packages(node, self.progress.note)
        self.studio = in_background(lambda: ensure_studio(node, self.progress.note))
        template = in_background(lambda: synthesise(self.config.data, node.binary))
        imported = in_background(lambda: importlib.import_module("functions.api.asgi"))  # it takes a while
        with stage("catalog"):
            self.worker = WorkerSide(self.config, self.progress.note)
        with stage("template"):
            assembly, digest = template.result()
        with stage("model"):
            model_url, model_key = self._model()
        with stage("runner"):
            self.worker.start()
        with stage("emulator"):
            self._emulator(model_url, model_key)
            self._closing.callback(self.worker.stop)  # before the emulator: builds end, then everything is saved
        with stage("deploy"):
            self._deploy(assembly, digest)
        threading.Thread(target=self._draft_packages, args=(node,), daemon=True).start()  # never waited for
        with stage("api"):
            imported.result()
            return self._apps()

    def close(self) -> None:
        """Stop what runs; state is saved on the way."""
        with contextlib.suppress(OSError):
            self.config.ready_file.unlink(missing_ok=True)
            self.config.open_file.unlink(missing_ok=True)
        self._closing.close()

    def _environment(self) -> None:
        data = self.config.data
        try:
            data.mkdir(parents=True, exist_ok=True)
            self._closing.enter_context(FileLock(data / "lock"))
        except AlreadyLocked as error:
            raise CannotStart(f"another stack is using {data}: stop it, or set CHATBUILDER_DATA") from error
        except OSError as error:
            raise CannotStart(f"cannot write in {data}: {error.strerror}") from error
        require_space(data)
        self.config.ready_file.unlink(missing_ok=True)
        for port in (self.config.port, self.config.site_port):
            self.sockets.append(take_port(port))
            self._closing.callback(self.sockets[-1].close)
        self.issuer = DevIssuer(data)
        self.sign_in = SignIn(self.issuer, [*self.config.studio_origins])
        self.first_start = not (data / "aws" / "dynamodb.json").exists()

    def _model(self) -> tuple[str, str]:
        """(address, key); a server that was named without a key wants none, but its client must send one."""
        if not self.config.offline:
            return self.config.base_url, self.config.api_key or "none"
        from local.offline_model.server import OfflineModel, start_in_thread  # only when no other model is configured

        key = secrets.token_urlsafe(32)
        server = start_in_thread(api_key=key)
        self._closing.callback(server.stop)
        self.model_name = OfflineModel.name
        self.progress.note(f"{self.model_name} (no OPENAI_API_KEY: an offline demonstration)")
        return server.url, key

    def _emulator(self, model_url: str, model_key: str) -> None:
        settings = shared_settings(
            self.config, worker_endpoint=self.worker.endpoint, worker_secret=self.worker.secret, model_url=model_url,
            model_key=model_key,
        )  # fmt: skip
        if self.model_name:
            settings["CHATBUILDER_MODEL"] = self.model_name
        if not self.worker.has_browser:
            settings.setdefault("APPS_BUILDER_BROWSER_ENABLED", "0")
        if self.config.enforce_roles:
            settings["AUTH"] = "true"
        os.environ.update(settings)
        node = str(self.worker.toolchain.node_bin.parent)
        data = self.config.data
        self.emulator = Emulator(
            data / "aws", data / "logs" / "emulator.log", [str(Path(sys.executable).parent), node], settings,
            origins=self.config.studio_origins,
        )  # fmt: skip
        self.emulator.start()
        self._closing.callback(self.emulator.stop)

    def _deploy(self, assembly: Path, digest: str) -> None:
        if deployed_digest(self.emulator.client("cloudformation"), STACK_NAME) == digest:
            self.progress.note("unchanged")
        else:
            deploy(assembly, STACK_NAME, self.emulator.client, digest=digest)
        os.environ.update(front_settings(self.emulator.access, self.emulator.client("lambda")))
        self.worker.tell(self.emulator.client("lambda"))

    def _draft_packages(self, node: Node) -> None:
        """Until this is done, pages are only shown as builds make them."""
        try:
            folder = ensure_draft_packages(node, self.worker.toolchain.node_modules)
            bucket = Settings.from_env().data_bucket
            upload_draft_packages(folder, load_ready_lock(), self.emulator.client("s3"), bucket)
        except Exception:
            log.warning("pages cannot be shown before their builds", exc_info=True)

    def _apps(self) -> tuple[Any, Any]:
        from functions.api.asgi import create  # imported while other stages ran

        app = create(git_outside=outside_with(*self.config.forge) if self.config.forge else None)
        self.version = app.version
        self.model_name = self.model_name or os.environ.get("CHATBUILDER_MODEL", "")
        router = HostRouter(
            mode="domain", domain="apps.localhost", scheme="http", port_suffix=f":{self.config.site_port}"
        )
        files = site_files(Settings.from_env(), self.emulator.client("s3"))
        frames = f"http://*.preview.localhost:{self.config.site_port} http://*.apps.localhost:{self.config.site_port}"
        studio = StudioFront(self.sign_in, self._built_studio, frames, self.emulator.endpoint)
        return ApiFront(app, self.issuer, studio), SitesFront(app, router, files, self.sign_in.origins)

    def _built_studio(self) -> Path | None:
        """Where it lies; None while it is being built, and when it could not be."""
        return self.studio.result() if self.studio.done() and self.studio.exception() is None else None


def in_background(work: Callable[[], T]) -> Future[T]:
    """Begin something slow while something else slow goes on."""
    executor = ThreadPoolExecutor(max_workers=1)
    future = executor.submit(work)
    executor.shutdown(wait=False)
    return future


def require_space(data: Path) -> None:
    """CannotStart when the disk is as good as full."""
    free = shutil.disk_usage(data).free
    if free < NEEDED_BYTES:
        raise CannotStart(f"disk full: {free // 1_000_000} MB are free in {data}, 300 MB are needed")


def serve(config: LocalConfig, progress: Progress) -> int:
    """Start, serve until stopped, stop. The process's exit code."""
    stack = Stack(config, progress)
    try:
        api, sites = stack.start()
        servers = Servers([(api, stack.sockets[0]), (sites, stack.sockets[1])])
        servers.run(lambda: announce(stack), stack.emulator.alive)
        if stack.emulator.alive():
            return 0
        progress.line(f"the embedded AWS stopped by itself: see {stack.emulator.log_file}")
        return 1
    finally:
        stack.close()
