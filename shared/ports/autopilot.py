"""Where the autopilot of a project is remembered."""

from typing import Protocol

from shared.domain.autopilot.record import Autopilot


class AutopilotStore(Protocol):
    """One row a project."""

    def get(self, tenant_id: str, app_id: str) -> Autopilot:
        """Read consistently; of version 0 when it was never stored."""

    def put(self, autopilot: Autopilot) -> Autopilot:
        """Write if `version` is still the stored one; the answer has the next version. Else Conflict."""
