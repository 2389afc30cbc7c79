"""The process's logging, given back as it was after something has taken it over."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager

from shared.runtime.observability import configure_logging


@contextmanager
def logging_given_back(service: str = "") -> Iterator[None]:
    """With a `service`, its lines are written as a function's meanwhile."""
    root = logging.getLogger()
    before, level = list(root.handlers), root.level
    if service:
        configure_logging(service, "info")
    try:
        yield
    finally:
        root.handlers[:] = before
        root.setLevel(level)
        for name in ("shared", "functions"):
            logging.getLogger(name).setLevel(logging.NOTSET)
