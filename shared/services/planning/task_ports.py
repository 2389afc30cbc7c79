"""What is needed to write a task, and to record what shows it: less than a whole bundle of ports."""

from typing import Protocol

from shared.ports.apps import AppStore
from shared.ports.clock import Clock
from shared.ports.planning import PlanStore
from shared.ports.revisions import RevisionStore
from shared.ports.runs import RunStore
from shared.ports.storage import SnapshotStore


class TaskPorts(Protocol):
    """Tasks, the nodes that follow them, and the time."""

    @property
    def plans(self) -> PlanStore: ...

    @property
    def clock(self) -> Clock: ...


class EvidencePorts(TaskPorts, Protocol):
    """The same, with the revisions and runs that evidence is made of."""

    @property
    def apps(self) -> AppStore: ...

    @property
    def revisions(self) -> RevisionStore: ...

    @property
    def runs(self) -> RunStore: ...

    @property
    def snapshots(self) -> SnapshotStore: ...
