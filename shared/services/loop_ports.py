"""The ports of the agent loop: fewer than the API's, so that its functions wire only what they use."""

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, TypeVar

from shared.domain.agent.model_messages import Usage
from shared.domain.apps.project_state import ProjectState
from shared.domain.assets.catalog import Catalog
from shared.domain.autopilot.record import Autopilot
from shared.domain.limits import DEFAULT_LIMITS, Limits
from shared.domain.spending.models import Models
from shared.domain.switches import Switches
from shared.ports.apps import AppStore, OneOfAppStore
from shared.ports.brain import BrainStores
from shared.ports.build_results import BuildResultStore
from shared.ports.clock import Clock
from shared.ports.engine import Compiler
from shared.ports.metrics import Metrics, NoMetrics
from shared.ports.outgoing import Outside
from shared.ports.planning import BlueprintStore, DocumentStore, PlanStore
from shared.ports.revisions import BuildStore, RevisionStore
from shared.ports.runs import DiffStore, EventLog, RunStore, TurnStore
from shared.ports.spending import KpiStore, SpendingLedger
from shared.ports.storage import BlobStore, SnapshotStore

if TYPE_CHECKING:
    from shared.services.assets.own_catalogs import OwnCatalogs

T = TypeVar("T")


class Background(Protocol):
    """Starts `act`. Calling what it returns waits for `act`, and returns or raises what `act` did."""

    def __call__(self, act: Callable[[], T]) -> Callable[[], T]: ...


def at_once(act: Callable[[], T]) -> Callable[[], T]:
    """`Background` without another thread: `act` is over when this returns."""
    done: Future[T] = Future()
    try:
        done.set_result(act())
    except Exception as error:
        done.set_exception(error)
    return done.result


@dataclass(frozen=True, kw_only=True)
class LoopPorts:
    """What an iteration, a commit and the end of a run need."""

    apps: AppStore
    revisions: RevisionStore
    builds: BuildStore
    runs: RunStore
    events: EventLog
    turns: TurnStore
    diffs: DiffStore
    results: BuildResultStore
    states: OneOfAppStore[ProjectState]
    brain: BrainStores
    documents: DocumentStore
    blueprints: BlueprintStore
    plans: PlanStore
    autopilots: OneOfAppStore[Autopilot]
    spending: SpendingLedger
    kpis: KpiStore
    blobs: BlobStore
    snapshots: SnapshotStore
    compiler: Compiler
    clock: Clock
    catalog: Catalog
    catalog_locks: Sequence[str]
    """`catalog` and its lockfiles are what ships; a tenant's own is `own_catalogs().of(tenant_id)`."""
    own_catalogs: "Callable[[], OwnCatalogs]"
    price: Callable[[str, Usage], float | None]
    models: Models = Models()
    outside: Outside | None = None
    metrics: Metrics = NoMetrics()
    in_background: Background = at_once
    limits: Limits = DEFAULT_LIMITS
    switches: Switches = Switches()
    flush_seconds: float = 0.15
    source_seconds: int = 600
    step_seconds: float = 720.0
    """For all calls of a step to the model: its function ends after 870 s, and tools and gates need some of it."""
