"""What a writer had read before it wrote, found again by the version that the write is conditional on."""

import threading
from collections import OrderedDict
from typing import Any, Protocol, TypeVar

_KEPT = 64


class Versioned(Protocol):
    @property
    def id(self) -> str: ...
    @property
    def version(self) -> int: ...


E = TypeVar("E", bound=Versioned)


class ReadBefore:
    """The last few entities that were read, by id and version: together these name one content."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._kept: OrderedDict[tuple[str, int], Any] = OrderedDict()

    def keep(self, entity: E) -> E:
        """The entity itself."""
        with self._lock:
            self._kept[entity.id, entity.version] = entity
            if len(self._kept) > _KEPT:
                self._kept.popitem(last=False)
        return entity

    def of(self, changed: E) -> E | None:
        """What `changed` was made from; None when it was not read here."""
        with self._lock:
            found: E | None = self._kept.get((changed.id, changed.version))
            return found
