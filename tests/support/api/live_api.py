"""The application over fakes on a port of this machine, for clients that are programs of their own."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

import uvicorn

from devkit.api.api import Api
from devkit.loop import LoopDriver
from shared.domain.limits import DEFAULT_LIMITS
from shared.domain.runs.run import Run

ROOMY = DEFAULT_LIMITS.model_copy(update={"rate_chat": 1_000, "rate_person": 1_000, "rate_tenant": 1_000})


@contextmanager
def live_api(loop: LoopDriver) -> Iterator[str]:
    """Its address, for the block. A run is played in a thread from its start, and again from its last approval on."""
    world = loop.world
    api = Api(world, {"ports": replace(world.ports(), limits=ROOMY)})
    play_by_itself(loop)
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()  # a client may come before the server is up
        server = uvicorn.Server(uvicorn.Config(api.app, log_level="warning"))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [taken]})
        thread.start()
        try:
            yield f"http://127.0.0.1:{taken.getsockname()[1]}"
        finally:
            server.should_exit = True
            thread.join()


def play_by_itself(loop: LoopDriver) -> None:
    """What the state machine does: go on when a run starts, and when the answer to what it asked is there."""
    world = loop.world
    start, complete = world.workflows.start_run, world.workflows.complete_task

    def follow(run: Run) -> None:
        loop.follow(world.runs.get(run.tenant_id, run.id))

    def in_a_thread(run: Run) -> None:
        threading.Thread(target=follow, args=(run,), daemon=True).start()

    def start_run(run: Run) -> str:
        execution = start(run)
        in_a_thread(run)
        return execution

    def complete_task(token: str, output: dict[str, str]) -> bool:
        done = complete(token, output)
        in_a_thread(world.workflows.runs[-1])
        return done

    world.workflows.start_run = start_run  # type: ignore[method-assign]  # plays
    world.workflows.complete_task = complete_task  # type: ignore[method-assign]  # plays
