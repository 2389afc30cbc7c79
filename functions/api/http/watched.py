"""One poll for all who watch the same thing in this process."""

from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from typing import Protocol, TypeVar

from functions.api.http.sse import crowd


class Watched(Protocol):
    """Something that counts its viewers."""

    viewers: int


Key = TypeVar("Key", bound=Hashable)
Poll = TypeVar("Poll", bound=Watched)


@contextmanager
def watch_one(polls: dict[Key, Poll], key: Key, make: Callable[[], Poll]) -> Iterator[Poll]:
    """The poll of `key`, made for its first viewer, gone with its last; of all viewers one counts in the crowd."""
    poll = polls.get(key) or make()
    polls[key] = poll
    if poll.viewers == 0:
        crowd.size += 1
    poll.viewers += 1
    try:
        yield poll
    finally:
        poll.viewers -= 1
        if poll.viewers == 0:
            crowd.size -= 1
            polls.pop(key, None)
