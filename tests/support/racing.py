"""Several threads that start the same moment."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from shared.domain.errors import AppError

R = TypeVar("R")


def race(*calls: Callable[[], R]) -> list[R | AppError]:
    """Run all at once; each one's answer, or the error it raised."""
    gate = threading.Barrier(len(calls))

    def run(call: Callable[[], R]) -> R | AppError:
        gate.wait()
        try:
            return call()
        except AppError as error:
            return error

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(run, calls))


def failures(outcomes: list[R | AppError]) -> list[AppError]:
    return [outcome for outcome in outcomes if isinstance(outcome, AppError)]
