"""The embedded AWS for tests: one child process a session, on loopback, with nothing kept."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from local.emulator.emulator import Emulator


@contextmanager
def ministack(folder: Path) -> Iterator[Emulator]:
    """A running emulator whose state lives and dies with `folder`."""
    emulator = Emulator(state_dir=folder / "state", log_file=folder / "emulator.log", path_prefix=[])
    emulator.start()
    try:
        yield emulator
    finally:
        emulator.stop()
