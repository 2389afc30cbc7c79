"""Work in the background: a few threads of the process, kept between invocations."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from functools import lru_cache
from typing import TypeVar

T = TypeVar("T")
_THREADS = 4


def in_thread(act: Callable[[], T]) -> Callable[[], T]:
    """`Background` in a thread that logs and is traced where its caller is."""
    future = _pool().submit(copy_context().run, act)
    return future.result


@lru_cache(maxsize=1)
def _pool() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(max_workers=_THREADS, thread_name_prefix="background")
