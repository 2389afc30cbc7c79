"""The stores of every function, opened once per process over one table, two buckets and one clock."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from shared.adapters import aws_clients
from shared.adapters.dynamo.apps import DynamoAppStore, DynamoOneOfApp
from shared.adapters.dynamo.brain import brain_stores
from shared.adapters.dynamo.build_results import DynamoBuildResultStore
from shared.adapters.dynamo.builds import DynamoBuildSlotStore, DynamoBuildStore
from shared.adapters.dynamo.diffs import DynamoDiffStore
from shared.adapters.dynamo.events import DynamoEventLog
from shared.adapters.dynamo.happenings import DynamoHappeningLog
from shared.adapters.dynamo.kpis import DynamoKpiStore
from shared.adapters.dynamo.planning import DynamoBlueprintStore, DynamoDocumentStore, DynamoPlanStore
from shared.adapters.dynamo.revisions import DynamoRevisionStore
from shared.adapters.dynamo.runs import DynamoRunStore
from shared.adapters.dynamo.spending import DynamoSpendingLedger
from shared.adapters.dynamo.table.table import Table
from shared.adapters.dynamo.turns import DynamoTurnStore
from shared.adapters.s3.blobs import S3BlobStore
from shared.adapters.s3.snapshots import BlobSnapshotStore
from shared.adapters.system_clock import SystemClock
from shared.domain.apps.project_state import ProjectState
from shared.domain.autopilot.record import Autopilot
from shared.domain.feedback.repairs import RepairLedger
from shared.ports.apps import AppStore, OneOfAppStore
from shared.ports.brain import BrainStores
from shared.ports.planning import BlueprintStore, PlanStore
from shared.ports.revisions import BuildStore, RevisionStore
from shared.ports.runs import DiffStore, RunStore, TurnStore
from shared.runtime.settings import Settings
from shared.services.sessions.feed.reporting_stores import ReportingStores, reporting_stores

if TYPE_CHECKING:
    from shared.services.assets.own_catalogs import OwnCatalogs


@dataclass(frozen=True)
class Stores:
    """Clients are made on opening; nothing is asked of AWS before the first call."""

    table: Table
    clock: SystemClock
    blobs: S3BlobStore
    snapshots: BlobSnapshotStore
    happenings: DynamoHappeningLog
    apps: AppStore
    revisions: RevisionStore
    builds: BuildStore
    slots: DynamoBuildSlotStore
    runs: RunStore
    events: DynamoEventLog
    turns: TurnStore
    diffs: DiffStore
    results: DynamoBuildResultStore
    repairs: DynamoOneOfApp[RepairLedger]
    states: DynamoOneOfApp[ProjectState]
    brain: BrainStores
    documents: DynamoDocumentStore
    blueprints: BlueprintStore
    plans: PlanStore
    autopilots: OneOfAppStore[Autopilot]
    spending: DynamoSpendingLedger
    kpis: DynamoKpiStore


def open_stores(settings: Settings) -> Stores:
    clock = SystemClock()
    table = Table(aws_clients.dynamodb(), settings.table)
    blobs = S3BlobStore(aws_clients.s3(), settings.data_bucket)
    happenings = DynamoHappeningLog(table, clock)
    plain = ReportingStores(
        apps=DynamoAppStore(table),
        revisions=DynamoRevisionStore(table),
        builds=DynamoBuildStore(table),
        runs=DynamoRunStore(table, blobs),
        turns=DynamoTurnStore(table, blobs),
        diffs=DynamoDiffStore(table),
        blueprints=DynamoBlueprintStore(table),
        plans=DynamoPlanStore(table),
        autopilots=DynamoOneOfApp(table, Autopilot),
    )
    reporting = reporting_stores(plain, happenings)
    return Stores(
        table=table,
        clock=clock,
        blobs=blobs,
        snapshots=BlobSnapshotStore(blobs),
        happenings=happenings,
        apps=reporting.apps,
        revisions=reporting.revisions,
        builds=reporting.builds,
        slots=DynamoBuildSlotStore(table),
        runs=reporting.runs,
        events=DynamoEventLog(table, blobs, clock),
        turns=reporting.turns,
        diffs=reporting.diffs,
        results=DynamoBuildResultStore(table, clock),
        repairs=DynamoOneOfApp(table, RepairLedger),
        states=DynamoOneOfApp(table, ProjectState),
        brain=brain_stores(table),
        documents=DynamoDocumentStore(table),
        blueprints=reporting.blueprints,
        plans=reporting.plans,
        autopilots=reporting.autopilots,
        spending=DynamoSpendingLedger(table, clock),
        kpis=DynamoKpiStore(table),
    )


def own_catalogs(stores: Stores) -> "Callable[[], OwnCatalogs]":
    """Imported where a project declares what does not ship, or where a tool may add it: few iterations and saves do."""

    @cache
    def make() -> "OwnCatalogs":
        from shared.adapters.dynamo.own_catalogs import DynamoOwnCatalogStore
        from shared.domain.assets.catalog import Shelf
        from shared.services.assets.load_catalog import load_catalog, load_locks
        from shared.services.assets.own_catalogs import OwnCatalogs

        base = Shelf(load_catalog(), load_locks())
        return OwnCatalogs(DynamoOwnCatalogStore(stores.table), stores.blobs, base)

    return make
