"""The store of project states."""

from typing import Protocol

from shared.domain.apps.project_state import ProjectState


class StateStore(Protocol):
    """One state an app."""

    def get(self, tenant_id: str, app_id: str) -> ProjectState:
        """The state, read consistently; an empty one of version 0 when none was written."""
        ...

    def put(self, state: ProjectState) -> ProjectState:
        """Write if `version` is still the stored one; the answer has the next version. Else Conflict."""
        ...
