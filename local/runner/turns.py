"""A queue in which owners take turns: the next entry is the oldest of the owner who has waited longest for a turn."""

from collections import OrderedDict, deque
from typing import Generic, TypeVar

E = TypeVar("E")


class Turns(Generic[E]):
    """First in, first out for each owner; between owners one entry a turn. Not for several threads at once."""

    def __init__(self) -> None:
        self._waiting: OrderedDict[str, deque[E]] = OrderedDict()

    def __bool__(self) -> bool:
        return bool(self._waiting)

    def add(self, owner: str, entry: E) -> None:
        """Who has nothing waiting takes the last place of the round."""
        self._waiting.setdefault(owner, deque()).append(entry)

    def take(self) -> E | None:
        """The next entry; its owner goes to the end of the round. None when nothing waits."""
        if not self._waiting:
            return None
        owner, entries = self._waiting.popitem(last=False)
        entry = entries.popleft()
        if entries:
            self._waiting[owner] = entries
        return entry
