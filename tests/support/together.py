"""Several long stories at once, each told to the test that asks for it."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import TypeVar

T = TypeVar("T")


@contextmanager
def together(work: Callable[[str], T], names: Sequence[str], workers: int = 2) -> Iterator[Callable[[str], T]]:
    """Run `work(name)` for every name, a few at once; the value is `result(name)`, which raises what it raised."""
    pool = ThreadPoolExecutor(workers, thread_name_prefix="together")
    try:
        futures = {name: pool.submit(work, name) for name in names}
        yield lambda name: futures[name].result(timeout=600)
    finally:
        pool.shutdown(cancel_futures=True)
