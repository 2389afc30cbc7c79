"""A row of the table of hostile inputs."""

from collections.abc import Callable
from types import ModuleType
from typing import Any, NamedTuple

Load = Callable[[str], ModuleType]
MB = 1024 * 1024
HELD_MOST = 192 * MB
"""No case may hold more, whatever its row says."""


class Case(NamedTuple):
    """`prepare` builds the input with the modules that `load` brings, and gives what is measured.

    `held` are bytes allocated at the peak beside the input, as `tracemalloc` counts them.
    """

    name: str
    steps: int
    prepare: Callable[[Load], Callable[[], Any]]
    held: int = 16 * MB
