"""The log of what happens in a tenant's apps."""

from collections.abc import Sequence
from typing import Protocol

from shared.domain.sessions.happenings import Happening, Noticed


class HappeningLog(Protocol):
    """Numbered entries of each tenant, kept for `KEPT_SECONDS`. Several may write; no number is given twice."""

    def append(self, tenant_id: str, app_id: str | None, happenings: Sequence[Happening]) -> None:
        """Store what happened together (at most `BATCH`) under the next numbers. What is owed goes before it.

        Transient when others were always faster.
        """

    def owe(self, tenant_id: str) -> None:
        """Something could not be appended: the next append, or the next reading, notes `missed`."""

    def read(self, tenant_id: str, *, after: int, limit: int = 500) -> Noticed:
        """What was noted after `after`, consistently; with a gap when `after` is not kept any more (0 always is)."""

    def last(self, tenant_id: str) -> int:
        """The newest number; 0 when nothing is kept."""
