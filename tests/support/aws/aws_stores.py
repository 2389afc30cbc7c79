"""The real adapters over some AWS (moto or the embedded one), under the names that the fakes' World has."""

from typing import Any

from devkit.fakes.clock import FakeClock
from devkit.fakes.stores import Stores
from shared.adapters.dynamo.table.table import Table
from shared.adapters.s3.blobs import S3BlobStore
from shared.adapters.s3.site import S3SiteStore
from shared.adapters.s3.snapshots import BlobSnapshotStore

DATA_BUCKET = "chatbuilder-test-data"
SITE_BUCKET = "chatbuilder-test-site"


class AwsStores(Stores):
    """Every store over one table and two buckets."""

    def __init__(self, dynamodb: Any, s3: Any, table: str, clock: FakeClock | None = None) -> None:
        self._made_of = (dynamodb, s3, table)
        self.clock = clock or FakeClock()
        self.blobs = S3BlobStore(s3, DATA_BUCKET)
        self.site = S3SiteStore(s3, SITE_BUCKET)
        self.snapshots = BlobSnapshotStore(self.blobs)
        self.open_stores(Table(dynamodb, table), self.blobs, self.clock)

    def renewed(self) -> "AwsStores":
        """The same table and buckets, with nothing remembered and a clock of its own."""
        return AwsStores(*self._made_of)


def create_buckets(s3: Any) -> None:
    """The two buckets of the stack."""
    for bucket in (DATA_BUCKET, SITE_BUCKET):
        s3.create_bucket(Bucket=bucket)
