"""uvicorn on sockets that were taken early, and one clean stop for all of them."""

import asyncio
import contextlib
import signal
import socket
from collections.abc import Callable, Iterator
from typing import Any

import uvicorn

BACKLOG = 256


class PortTaken(OSError):
    """Somebody listens there already."""


def take_port(port: int) -> socket.socket:
    """Bind a port of the loopback address, before anything slow is done."""
    # Named as TCP: only then asyncio sends small answers at once; else each waits 40 ms for an acknowledgement.
    taken = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        taken.bind(("127.0.0.1", port))
        taken.listen(BACKLOG)
    except OSError as error:
        taken.close()
        raise PortTaken(f"port {port} is taken: stop what listens there, or set CHATBUILDER_PORT") from error
    return taken


class _Server(uvicorn.Server):
    """A server that leaves signals to us."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


class Servers:
    """Serves applications until a signal or `stop`."""

    def __init__(self, apps: list[tuple[Any, socket.socket]]) -> None:
        self._servers = [(_Server(settings(app)), taken) for app, taken in apps]
        self._stopping = False

    def run(self, on_ready: Callable[[], None], watch: Callable[[], bool]) -> None:
        """Serve; `on_ready` runs in a thread once all answer; ends at a signal or when `watch` says False."""
        asyncio.run(self._run(on_ready, watch))

    def stop(self) -> None:
        """Ask every server to finish its requests and end; a second time: at once."""
        for server, _ in self._servers:
            server.force_exit = self._stopping
            server.should_exit = True
        self._stopping = True

    async def _run(self, on_ready: Callable[[], None], watch: Callable[[], bool]) -> None:
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, self.stop)
        serving = [asyncio.create_task(server.serve(sockets=[taken])) for server, taken in self._servers]
        ready = asyncio.create_task(self._announce(on_ready))
        while not all(task.done() for task in serving):
            await asyncio.sleep(0.2)
            failed = ready.done() and ready.exception() is not None
            if not self._stopping and (failed or not watch()):
                self.stop()
        await asyncio.gather(*serving)
        if not ready.done():
            ready.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await ready

    async def _announce(self, on_ready: Callable[[], None]) -> None:
        while not all(server.started for server, _ in self._servers):
            await asyncio.sleep(0.01)
        await asyncio.to_thread(on_ready)


def settings(app: Any) -> uvicorn.Config:
    """Quiet, long-lived connections, five seconds for open streams at the end."""
    return uvicorn.Config(
        app, log_config=None, access_log=False, timeout_keep_alive=65, timeout_graceful_shutdown=3, lifespan="on",
        server_header=False,
    )  # fmt: skip
