"""Stores of the reverse channel: the latest report of a session, and the repairs an app has had."""

from typing import Protocol

from shared.domain.feedback.build_result import BuildResult
from shared.domain.feedback.repairs import RepairLedger
from shared.ports.apps import OneOfAppStore

RepairStore = OneOfAppStore[RepairLedger]


class BuildResultStore(Protocol):
    """One report per tenant and session, kept for a day. A session may be called anything."""

    def put(self, result: BuildResult) -> bool:
        """Keep it in place of an older one; False when what is there was reported later."""

    def get(self, tenant_id: str, session_id: str) -> BuildResult | None:
        """The report; None when there is none or it is a day old."""

    def delete(self, tenant_id: str, session_id: str) -> None:
        """Forget it, if there is one."""
