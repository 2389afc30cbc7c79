"""What is read, or None where there is none of it."""

from collections.abc import Callable
from typing import ParamSpec, TypeVar

from shared.domain.errors import NotFound, TooLarge
from shared.ports.storage import BlobStore

P = ParamSpec("P")
T = TypeVar("T")


def or_none(read: Callable[P, T], *args: P.args, **more: P.kwargs) -> T | None:
    """What `read` answers to the arguments; None for NotFound."""
    try:
        return read(*args, **more)
    except NotFound:
        return None


def blob_or_none(blobs: BlobStore, key: str, max_bytes: int) -> bytes | None:
    """None also for one that is larger."""
    try:
        return blobs.get(key, max_bytes=max_bytes)
    except (NotFound, TooLarge):
        return None
