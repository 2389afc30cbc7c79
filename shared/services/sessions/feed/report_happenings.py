"""Notes what has happened, after the act: what cannot be noted is owed, and the act stands all the same."""

import logging
import threading
from collections import OrderedDict
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple, Protocol, TypeVar

from shared.domain.apps.app import App
from shared.domain.errors import AppError
from shared.domain.sessions.happenings import Happening
from shared.ports.happenings import HappeningLog

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Teller:
    """Tells the log of a tenant's apps."""

    log: HappeningLog

    def tell(self, tenant_id: str, app_id: str, *happenings: Happening) -> None:
        """Never raises for a log that does not take it: then readers are told that they have missed something."""
        if not happenings:
            return
        try:
            self.log.append(tenant_id, app_id, happenings)
        except AppError:
            logger.warning("what happened could not be noted", extra={"tenant_id": tenant_id, "app_id": app_id})
            self._owe(tenant_id)

    def _owe(self, tenant_id: str) -> None:
        try:
            self.log.owe(tenant_id)
        except AppError:
            logger.exception("nor that something is missing", extra={"tenant_id": tenant_id})


class Write(NamedTuple):
    """`before` is what was read before it, None where that is not known; `stored` is what the store answered."""

    before: Any
    stored: Any


Meanings = Mapping[str, Callable[..., Iterable[Happening]]]
"""By the name of a store's method: what it means, of the `Write` and the arguments of the call."""


class ReportingStore:
    """A store as it is; after a write that has a meaning the log is told of it.

    What the methods in `kept` answer is what later writes are compared with.
    """

    def __init__(self, store: Any, teller: Teller, meanings: Meanings, kept: Collection[str] = ()) -> None:
        self._store, self._tell, self._meanings, self._kept = store, teller.tell, meanings, kept
        self._before = ReadBefore()

    def __getattr__(self, name: str) -> Any:
        method = getattr(self._store, name)
        return partial(self._call, name, method) if name in self._meanings or name in self._kept else method

    def _call(self, name: str, method: Callable[..., Any], *args: Any, **more: Any) -> Any:
        meaning = self._meanings.get(name)
        before = self._before.of(args[0]) if meaning and self._kept else None
        stored = method(*args, **more)
        if meaning:
            self._tell(*_place(args[0]), *meaning(Write(before, stored), *args, **more))
        return self._before.keep(stored) if name in self._kept else stored


def _place(entity: Any) -> tuple[str, str]:
    return entity.tenant_id, entity.id if isinstance(entity, App) else entity.app_id


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
