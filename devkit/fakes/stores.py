"""The real stores over one table, under the names that tests use."""

from devkit.fakes.clock import FakeClock
from shared.adapters.dynamo.api_keys import DynamoApiKeyStore
from shared.adapters.dynamo.apps import DynamoAppStore, DynamoOneOfApp
from shared.adapters.dynamo.brain import brain_stores
from shared.adapters.dynamo.build_results import DynamoBuildResultStore
from shared.adapters.dynamo.builds import DynamoBuildSlotStore, DynamoBuildStore
from shared.adapters.dynamo.connection_tests import DynamoConnectionTestStore
from shared.adapters.dynamo.diffs import DynamoDiffStore
from shared.adapters.dynamo.events import DynamoEventLog
from shared.adapters.dynamo.happenings import DynamoHappeningLog
from shared.adapters.dynamo.idempotency import DynamoIdempotencyStore
from shared.adapters.dynamo.kpis import DynamoKpiStore
from shared.adapters.dynamo.leases import DynamoStreamLeases
from shared.adapters.dynamo.own_catalogs import DynamoOwnCatalogStore
from shared.adapters.dynamo.planning import DynamoBlueprintStore, DynamoDocumentStore, DynamoPlanStore
from shared.adapters.dynamo.rates import DynamoRateLimiter
from shared.adapters.dynamo.revisions import DynamoRevisionStore
from shared.adapters.dynamo.runs import DynamoRunStore
from shared.adapters.dynamo.spending import DynamoSpendingLedger
from shared.adapters.dynamo.table.table import Table
from shared.adapters.dynamo.turns import DynamoTurnStore
from shared.domain.apps.project_state import ProjectState
from shared.domain.autopilot.record import Autopilot
from shared.domain.delivery.remote import GitConnection
from shared.domain.feedback.repairs import RepairLedger
from shared.ports.storage import BlobStore


class Stores:
    """Over a table in memory or in some AWS; bulky bodies lie in `blobs`."""

    def open_stores(self, table: Table, blobs: BlobStore, clock: FakeClock) -> None:
        self.table = table
        self.apps = DynamoAppStore(table)
        self.revisions = DynamoRevisionStore(table)
        self.builds = DynamoBuildStore(table)
        self.slots = DynamoBuildSlotStore(table)
        self.runs = DynamoRunStore(table, blobs)
        self.events = DynamoEventLog(table, blobs, clock)
        self.happenings = DynamoHappeningLog(table, clock)
        self.turns = DynamoTurnStore(table, blobs)
        self.diffs = DynamoDiffStore(table)
        self.states = DynamoOneOfApp(table, ProjectState)
        self.brain = brain_stores(table)
        self.narrow_brain = brain_stores(table, memory_most=2)
        self.documents = DynamoDocumentStore(table)
        self.blueprints = DynamoBlueprintStore(table)
        self.plans = DynamoPlanStore(table)
        self.autopilots = DynamoOneOfApp(table, Autopilot)
        self.own_catalogs = DynamoOwnCatalogStore(table)
        self.connections = DynamoOneOfApp(table, GitConnection)
        self.connection_tests = DynamoConnectionTestStore(table)
        self.spending = DynamoSpendingLedger(table, clock)
        self.kpis = DynamoKpiStore(table)
        self.rates = DynamoRateLimiter(table, clock)
        self.leases = DynamoStreamLeases(table)
        self.results = DynamoBuildResultStore(table, clock)
        self.repairs = DynamoOneOfApp(table, RepairLedger)
        self.api_keys = DynamoApiKeyStore(table)
        self.idempotency = DynamoIdempotencyStore(table, blobs, clock)
