"""What people see while the stack starts: one line a stage, with its time."""

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager


class Progress:
    """Prints stages; remembers how long each took."""

    def __init__(self, quiet: bool = False) -> None:
        self.seconds: dict[str, float] = {}
        self.started = time.monotonic()
        self._quiet = quiet
        self._stage = ""

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        """One stage: announced when it starts only if it says something, ended with its time."""
        started = time.monotonic()
        self._stage = name
        yield
        self.seconds[name] = time.monotonic() - started
        self.line(f"  {name:<12} {self.seconds[name]:6.2f} s")

    def note(self, text: str) -> None:
        """Something a person may want to know while they wait."""
        self.line(f"  {self._stage:<12}        {text}")

    def line(self, text: str) -> None:
        """One whole line, at once."""
        if not self._quiet:
            print(text, file=sys.stdout, flush=True)

    @property
    def total(self) -> float:
        """Seconds since the beginning."""
        return time.monotonic() - self.started
