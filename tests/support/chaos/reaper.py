"""Kills the processes that run one function of one stack, at random moments, as a machine that fails would."""

import os
import random
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from local.config import STACK_NAME
from local.stack import LocalStack


def function_processes(stack: LocalStack, function: str) -> list[int]:
    """The ids of the processes that the stack's own emulator keeps for a function."""
    wanted = {
        f"AWS_LAMBDA_FUNCTION_NAME={STACK_NAME}-{function}".encode(),
        f"AWS_ENDPOINT_URL={stack.info['aws_endpoint']}".encode(),
    }
    return [int(folder.name) for folder in Path("/proc").glob("[0-9]*") if wanted <= _environment(folder)]


def _environment(folder: Path) -> set[bytes]:
    try:
        return set((folder / "environ").read_bytes().split(b"\0"))
    except OSError:  # it has ended, or is somebody else's
        return set()


class Reaper:
    """`kills` counts those that met a process."""

    def __init__(self, stack: LocalStack, function: str, dice: random.Random, most: int) -> None:
        self.kills = 0
        self._stack, self._function, self._dice, self._most = stack, function, dice, most
        self._over = threading.Event()

    def work(self) -> None:
        """Until told to stop, or tired: `kill -9` of one process every second or two."""
        while self.kills < self._most and not self._over.wait(self._dice.uniform(0.3, 2.0)):
            alive = function_processes(self._stack, self._function)
            if alive:
                self._kill(self._dice.choice(sorted(alive)))

    def stop(self) -> None:
        self._over.set()

    def _kill(self, process: int) -> None:
        with suppress(ProcessLookupError):  # it ended by itself meanwhile
            os.kill(process, signal.SIGKILL)
            self.kills += 1


@contextmanager
def reaping(stack: LocalStack, function: str, dice: random.Random, most: int) -> Iterator[Reaper]:
    """A reaper at work for the block."""
    reaper = Reaper(stack, function, dice, most)
    thread = threading.Thread(target=reaper.work, daemon=True)
    thread.start()
    try:
        yield reaper
    finally:
        reaper.stop()
        thread.join()
