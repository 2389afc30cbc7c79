"""Notes what has happened, after the act: what cannot be noted is owed, and the act stands all the same."""

import logging
import threading
from collections import OrderedDict
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

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


class ReportingStore:
    """A store as it is, but for the methods that a subclass has."""

    def __init__(self, store: Any, teller: Teller) -> None:
        self._store, self._tell, self._before = store, teller.tell, ReadBefore()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)


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
