"""The same call for many values, some at a time."""

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

T = TypeVar("T")
R = TypeVar("R")
_THREADS = 16


def map_each(ask: Callable[[T], R], values: Sequence[T], threads: int = _THREADS) -> list[R]:
    """The answers in the order of the values."""
    with ThreadPoolExecutor(max_workers=threads) as pool:
        return list(pool.map(ask, values))


def for_each(act: Callable[[T], None], values: Iterable[T], threads: int = _THREADS) -> None:
    """Returns when all are done; raises the first failure, after those under way have ended."""
    with ThreadPoolExecutor(max_workers=threads) as pool:
        futures = [pool.submit(act, value) for value in values]
        try:
            for future in futures:
                future.result()
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise
