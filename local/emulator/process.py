"""The embedded AWS (ministack) as one child process: loopback only, its state saved every few seconds.

Started by `local.emulator.emulator`, which gives everything by environment. It ends on SIGTERM, and by itself when its
parent is gone, saving its state both times.
"""

import asyncio
import logging
import os
import signal
import sys
import time
from contextlib import suppress

import uvicorn

from local.emulator import warm
from local.emulator.credentials import give_functions_our_key
from local.emulator.gate import Gate
from local.emulator.state import StateSaver
from local.emulator.tuning import leave_saving_to_us, tune
from local.front.asgi import Asgi, Receive, Scope, Send, answer_with
from toolchain.filelock import FileLock

log = logging.getLogger("local.emulator")
_SHARE = 20
_LONGEST_WAIT = 8.0  # seconds; a kill loses no more than ten, the time of writing included


def with_ours(app: Asgi, saver: StateSaver) -> Asgi:
    """The emulator, with each request reported to the saver before it runs, and one request of our own."""

    async def wrapped(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["path"] == warm.PATH:
            names = scope["query_string"].decode().split(",")
            warm.warm_in_background(names)
            return await answer_with(send, 202, [], b"")
        if scope["type"] == "http":
            saver.note(scope["method"], scope["path"], dict(scope["headers"]))
        return await app(scope, receive, send)

    return wrapped


def guarded(app: Asgi) -> Gate:
    """Nothing is asked of the emulator, and no request noted, before the gate let it in."""
    origins = [part for part in os.environ.get("EMULATOR_ORIGINS", "").split(",") if part]
    return Gate(app, os.environ["AWS_SECRET_ACCESS_KEY"], origins)


async def keep_saving(saver: StateSaver, server: uvicorn.Server, period: float) -> None:
    """Save on the event loop every `period` seconds; stop the server when the parent process is gone."""
    parent = os.getppid()
    due = time.monotonic() + period
    while not server.should_exit:
        await asyncio.sleep(0.5)
        if os.getppid() != parent:
            log.warning("parent process is gone: stopping")
            server.should_exit = True
        elif time.monotonic() >= due:
            due = time.monotonic()
            await saver.save()
            due += next_save(period, saver.held_seconds)


def next_save(period: float, held: float) -> float:
    """Seconds from one save's beginning to the next's, when its snapshot held the event loop for `held`.

    Nothing is answered while a snapshot is taken, so a large state is saved more rarely: a twentieth of the time.
    """
    return max(period, min(_SHARE * held, _LONGEST_WAIT))


async def serve(port: int, period: float) -> None:
    """Run the emulator until told to stop."""
    from ministack import app as emulator

    tune()
    give_functions_our_key()
    saver = StateSaver(leave_saving_to_us(emulator))
    config = uvicorn.Config(
        guarded(with_ours(emulator.app, saver)), host="127.0.0.1", port=port, lifespan="on", access_log=False,
        log_config=None, timeout_keep_alive=75, timeout_graceful_shutdown=3,
        h11_max_incomplete_event_size=256 * 1024,
    )  # fmt: skip
    server = uvicorn.Server(config)
    saving = asyncio.create_task(keep_saving(saver, server, period))
    await server.serve()
    saving.cancel()
    with suppress(asyncio.CancelledError):
        await saving
    saver.mark_all()
    await saver.save()


def main() -> None:
    """Entry point of the child process."""
    os.umask(0o077)  # its state holds every tenant's data and secrets; its functions write no less private files
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches the whole group; the parent decides when we stop
    signal.signal(
        signal.SIGTERM, lambda *_: None
    )  # the server stops on it, then raises it again: we still have to save
    with FileLock(os.environ["STATE_DIR"] + ".lock", wait_seconds=60):
        asyncio.run(serve(int(os.environ["GATEWAY_PORT"]), float(os.environ.get("EMULATOR_SAVE_SECONDS", "5"))))
    sys.stdout.flush()
    os._exit(0)  # the emulator's worker threads may be asleep in a Wait or a token state


if __name__ == "__main__":
    main()
