"""`python -m infra.check_data [--table NAME] [--stack NAME]`: does everything the table points at exist?

For after a restore: reads every app of a table (an operator's Scan; no function may do that) and looks for its draft,
its last green and its published revision, for the source archive of each, for the built files of what is published, and
for locks of runs that have ended. Objects that nothing points at are not reported: a later revision's objects outlive
an older table and do no harm. Writes nothing, but with `--free-locks` unlocks apps whose run has ended.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from shared.adapters.dynamo.revisions import DynamoRevisionStore
from shared.adapters.dynamo.runs import DynamoRunStore
from shared.adapters.dynamo.table.items import entity_of, plain_map
from shared.adapters.dynamo.table.table import Table
from shared.adapters.s3.blob_keys import tree_archive
from shared.adapters.s3.blobs import S3BlobStore
from shared.domain.apps.app import App
from shared.domain.errors import NotFound
from shared.domain.revisions.revision import Revision
from shared.domain.runs.run import Run
from shared.services.site.dist_objects import load_dist_manifest
from toolchain.aws import Clients, in_one_line, own_clients, stack_outputs

POINTERS = ("draft_revision_id", "last_green_revision_id", "published_revision_id")


@dataclass(frozen=True)
class Finding:
    """Something an app points at that is not as it should be."""

    app: App
    what: str
    stale_lock: Run | None = None


class Checker:
    """One table and its two buckets."""

    def __init__(self, dynamodb: Any, s3: Any, *, table: str, data: str, site: str) -> None:
        self._dynamodb, self._s3 = dynamodb, s3
        self._table, self._data, self._site = table, data, site
        self._blobs = S3BlobStore(s3, data)
        self._revisions = DynamoRevisionStore(Table(dynamodb, table))
        self._runs = DynamoRunStore(Table(dynamodb, table), self._blobs)

    def apps(self) -> Iterator[App]:
        """Every app that is not purged, of every tenant."""
        pages = self._dynamodb.get_paginator("scan").paginate(
            TableName=self._table,
            FilterExpression="SK = :meta AND contains(PK, :app)",
            ExpressionAttributeValues={":meta": {"S": "META"}, ":app": {"S": "#APP#"}},
        )
        for page in pages:
            for item in page["Items"]:
                app = entity_of(App, plain_map(item))
                if app.purged_at is None:
                    yield app

    def findings(self) -> Iterator[Finding]:
        for app in self.apps():
            for what in self._pointers(app):
                yield Finding(app, what)
            yield from self._locks(app)

    def free(self, finding: Finding) -> bool:
        """Unlock the app where its run has ended; False for any other finding."""
        if finding.stale_lock is None:
            return False
        self._runs.pause(finding.stale_lock)
        return True

    def _pointers(self, app: App) -> Iterator[str]:
        for name in POINTERS:
            revision_id: str | None = getattr(app, name)
            if revision_id is None:
                continue
            try:
                revision = self._revisions.get(app.tenant_id, app.id, revision_id)
            except NotFound:
                yield f"{name} {revision_id} is not in the table"
                continue
            if not self._exists(self._data, tree_archive(app.tenant_id, app.id, revision.tree)):
                yield f"{name} {revision_id}: its source {revision.tree} is not in the data bucket"
            if name == "published_revision_id":
                yield from self._dist(app, revision)

    def _dist(self, app: App, revision: Revision) -> Iterator[str]:
        try:
            manifest = load_dist_manifest(app.tenant_id, app.id, revision.build_id, self._blobs)
        except NotFound:
            yield f"published {revision.id}: the list of its built files is gone"
            return
        prefix = revision.dist_storage_prefix
        missing = [file.path for file in manifest.files if not self._exists(self._site, prefix + file.path)]
        if missing:
            yield f"published {revision.id}: {len(missing)} built files are gone, such as {missing[0]}"

    def _locks(self, app: App) -> Iterator[Finding]:
        if app.active_run_id is None:
            return
        try:
            run = self._runs.get(app.tenant_id, app.active_run_id)
        except NotFound:
            yield Finding(app, f"is locked by {app.active_run_id}, which is not in the table")
            return
        if run.ended:
            yield Finding(app, f"is locked by {run.id}, which has ended", run)

    def _exists(self, bucket: str, key: str) -> bool:
        answer = self._s3.list_objects_v2(Bucket=bucket, Prefix=key, MaxKeys=1)
        return any(each["Key"] == key for each in answer.get("Contents", []))


def main(arguments: Sequence[str] | None = None, *, clients: Clients | None = None) -> int:
    """0 when everything is there."""
    parser = argparse.ArgumentParser(prog="python -m infra.check_data", description=__doc__)
    parser.add_argument("--table", help="another table than the one the stack uses, such as a restored one")
    parser.add_argument("--stack", default="ChatBuilder", help="another deployment than ChatBuilder")
    parser.add_argument("--free-locks", action="store_true", help="free apps of locks whose run has ended")
    options = parser.parse_args(arguments)
    of = clients or own_clients()
    outputs = stack_outputs(of("cloudformation"), options.stack)
    table = options.table or outputs["TableName"]
    checker = Checker(of("dynamodb"), of("s3"), table=table, data=outputs["DataBucket"], site=outputs["SiteBucket"])
    left = 0
    for finding in checker.findings():
        freed = options.free_locks and checker.free(finding)
        left += not freed
        print(f"{finding.app.tenant_id} {finding.app.id} ({finding.app.slug}): {finding.what}{' - freed' * freed}")
    print(f"{table}: {left} findings")
    return 1 if left else 0


if __name__ == "__main__":
    sys.exit(in_one_line(main))
