"""What planning touches."""

from typing import Protocol

from shared.ports.apps import AppStore
from shared.ports.clock import Clock
from shared.ports.planning import BlueprintStore, DocumentStore, PlanStore
from shared.ports.revisions import RevisionStore
from shared.ports.storage import BlobStore


class PlanPorts(Protocol):
    """A part of the API's ports, and of the agent loop's."""

    @property
    def apps(self) -> AppStore: ...

    @property
    def documents(self) -> DocumentStore: ...

    @property
    def blueprints(self) -> BlueprintStore: ...

    @property
    def plans(self) -> PlanStore: ...

    @property
    def revisions(self) -> RevisionStore: ...

    @property
    def blobs(self) -> BlobStore: ...

    @property
    def clock(self) -> Clock: ...
