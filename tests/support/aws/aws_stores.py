"""The real adapters over some AWS (moto or the embedded one), under the names that the fakes' World has."""

from typing import Any

from devkit.fakes.clock import FakeClock
from shared.adapters.dynamo.api_keys import DynamoApiKeyStore
from shared.adapters.dynamo.apps import DynamoAppStore, DynamoStateStore
from shared.adapters.dynamo.autopilot import DynamoAutopilotStore
from shared.adapters.dynamo.brain import brain_stores
from shared.adapters.dynamo.build_results import DynamoBuildResultStore, DynamoRepairStore
from shared.adapters.dynamo.builds import DynamoBuildSlotStore, DynamoBuildStore
from shared.adapters.dynamo.diffs import DynamoDiffStore
from shared.adapters.dynamo.events import DynamoEventLog
from shared.adapters.dynamo.git_connections import DynamoGitConnectionStore
from shared.adapters.dynamo.happenings import DynamoHappeningLog
from shared.adapters.dynamo.idempotency import DynamoIdempotencyStore
from shared.adapters.dynamo.kpis import DynamoKpiStore
from shared.adapters.dynamo.leases import DynamoStreamLeases
from shared.adapters.dynamo.planning import DynamoBlueprintStore, DynamoDocumentStore, DynamoPlanStore
from shared.adapters.dynamo.rates import DynamoRateLimiter
from shared.adapters.dynamo.revisions import DynamoRevisionStore
from shared.adapters.dynamo.runs import DynamoRunStore
from shared.adapters.dynamo.spending import DynamoSpendingLedger
from shared.adapters.dynamo.table.table import Table
from shared.adapters.dynamo.turns import DynamoTurnStore
from shared.adapters.s3.blobs import S3BlobStore
from shared.adapters.s3.site import S3SiteStore
from shared.adapters.s3.snapshots import BlobSnapshotStore

DATA_BUCKET = "chatbuilder-test-data"
SITE_BUCKET = "chatbuilder-test-site"


class AwsStores:
    """Every store over one table and two buckets."""

    def __init__(self, dynamodb: Any, s3: Any, table: str, clock: FakeClock | None = None) -> None:
        self._made_of = (dynamodb, s3, table)
        self.clock = clock or FakeClock()
        self.table = Table(dynamodb, table)
        self.blobs = S3BlobStore(s3, DATA_BUCKET)
        self.site = S3SiteStore(s3, SITE_BUCKET)
        self.snapshots = BlobSnapshotStore(self.blobs)
        self.apps = DynamoAppStore(self.table)
        self.revisions = DynamoRevisionStore(self.table)
        self.builds = DynamoBuildStore(self.table)
        self.slots = DynamoBuildSlotStore(self.table)
        self.runs = DynamoRunStore(self.table, self.blobs)
        self.events = DynamoEventLog(self.table, self.blobs, self.clock)
        self.happenings = DynamoHappeningLog(self.table, self.clock)
        self.turns = DynamoTurnStore(self.table, self.blobs)
        self.diffs = DynamoDiffStore(self.table)
        self.states = DynamoStateStore(self.table)
        self.brain = brain_stores(self.table)
        self.narrow_brain = brain_stores(self.table, memory_most=2)
        self.documents = DynamoDocumentStore(self.table)
        self.blueprints = DynamoBlueprintStore(self.table)
        self.plans = DynamoPlanStore(self.table)
        self.autopilots = DynamoAutopilotStore(self.table)
        self.connections = DynamoGitConnectionStore(self.table)
        self.spending = DynamoSpendingLedger(self.table, self.clock)
        self.kpis = DynamoKpiStore(self.table)
        self.rates = DynamoRateLimiter(self.table, self.clock)
        self.leases = DynamoStreamLeases(self.table)
        self.results = DynamoBuildResultStore(self.table, self.clock)
        self.repairs = DynamoRepairStore(self.table)
        self.api_keys = DynamoApiKeyStore(self.table)
        self.idempotency = DynamoIdempotencyStore(self.table, self.blobs, self.clock)

    def renewed(self) -> "AwsStores":
        """The same table and buckets, with nothing remembered and a clock of its own."""
        return AwsStores(*self._made_of)


def create_buckets(s3: Any) -> None:
    """The two buckets of the stack."""
    for bucket in (DATA_BUCKET, SITE_BUCKET):
        s3.create_bucket(Bucket=bucket)
