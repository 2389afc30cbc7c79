"""A table restored under another name on the embedded AWS: the application works on it, a check tells what it lacks."""

from collections.abc import Iterator
from typing import Any

import pytest
from fastapi.testclient import TestClient

from devkit.fakes.samples import SAMPLE_FILES, TENANT, a_build, a_conversation, a_revision, a_run, a_turn, an_app
from functions.api.app import create_app
from functions.api.wiring import container_from
from infra.check_data import main as check
from infra.restore import main as restore
from local.emulator.emulator import Emulator
from shared.adapters import aws_clients
from shared.adapters.s3.blob_keys import tree_archive
from shared.domain.apps.app import App
from shared.domain.identity import SCOPES, Principal
from shared.domain.revisions.revision import DistFile, DistManifest, Revision
from shared.domain.runs.run import Run
from shared.domain.runs.run_status import RunStatus
from shared.runtime.settings import Settings
from shared.services.access.api_keys import ApiKeyRequest, create_api_key
from shared.services.site.dist_objects import manifest_key
from tests.support.aws.aws_stores import DATA_BUCKET, SITE_BUCKET, AwsStores, create_buckets
from tests.support.aws.ministack import ministack
from tests.support.aws.table import create_table

OLD, NEW = "chatbuilder-old", "chatbuilder-restored"
PAGE = b"<!doctype html>"


class Deployment:
    """A table with an app in it, its buckets, and the clients an operator has."""

    def __init__(self, aws: Emulator) -> None:
        self.aws, self.dynamodb, self.s3 = aws, aws_clients.dynamodb(), aws_clients.s3()
        create_buckets(self.s3)
        self.stores = AwsStores(self.dynamodb, self.s3, create_table(self.dynamodb, OLD))
        self.app = an_app()
        self.stores.apps.create(self.app)
        self.first = self.revision(SAMPLE_FILES, None)
        self.run = self.talk()
        self.publish(self.first)
        member = Principal(tenant_id=TENANT, subject="user-1", scopes=frozenset(SCOPES))
        asked = ApiKeyRequest(name="test", scopes=frozenset(SCOPES))
        made = create_api_key(principal=member, request=asked, keys=self.stores.api_keys, clock=self.stores.clock)
        self.secret = made.secret

    def revision(self, files: dict[str, bytes], expected: str | None) -> Revision:
        tree = self.stores.snapshots.put(TENANT, self.app.id, files)
        revision = a_revision(self.app, tree=tree, parent_revision_id=expected, build_status="succeeded")
        build = a_build(self.app, revision, status="succeeded")
        self.stores.revisions.commit(revision, build, expected_draft=expected)
        return revision

    def talk(self) -> Run:
        tree = self.first.tree
        run = a_run(self.app, base_revision_id=self.first.id, base_tree=tree, candidate_tree=tree)
        self.stores.runs.start(run, a_turn(run), a_conversation(run))
        return run

    def publish(self, revision: Revision) -> None:
        file = DistFile(path="index.html", size=len(PAGE), sha256="0" * 64, content_type="text/html")
        manifest = DistManifest(files=[file], total_bytes=len(PAGE)).model_dump_json().encode()
        self.stores.blobs.put(manifest_key(TENANT, self.app.id, revision.build_id), manifest, "application/json")
        self.stores.site.put(
            revision.dist_storage_prefix + "index.html", PAGE, content_type="text/html", cache_control="no-cache"
        )
        app = self.stores.apps.get(TENANT, self.app.id)
        self.stores.apps.update(app.model_copy(update={"published_revision_id": revision.id}))

    def on(self, table: str) -> AwsStores:
        return AwsStores(self.dynamodb, self.s3, table)

    def clients(self, service: str) -> Any:
        return Outputs() if service == "cloudformation" else {"dynamodb": self.dynamodb, "s3": self.s3}[service]


class Outputs:
    """What CloudFormation says of the stack."""

    def describe_stacks(self, StackName: str) -> Any:
        fields = {"TableName": OLD, "DataBucket": DATA_BUCKET, "SiteBucket": SITE_BUCKET, "ApiUrl": "https://x"}
        return {"Stacks": [{"Outputs": [{"OutputKey": k, "OutputValue": v} for k, v in fields.items()]}]}


@pytest.fixture(scope="module")
def deployment(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Deployment]:
    with ministack(tmp_path_factory.mktemp("aws")) as aws, pytest.MonkeyPatch.context() as patch:
        for name, value in aws.access.environment().items():
            patch.setenv(name, value)
        patch.setenv("TABLE_NAME", NEW)
        patch.setenv("DATA_BUCKET", DATA_BUCKET)
        patch.setenv("APPS_BUNDLE_BUCKET", SITE_BUCKET)
        patch.setenv("PREVIEW_SECRET", "x" * 32)
        aws_clients._session.cache_clear()  # an earlier one may have another emulator's key
        made = Deployment(aws)
        assert restore(["--to", NEW], clients=made.clients) == 0
        yield made


def app_of(stores: AwsStores, deployment: Deployment) -> App:
    return stores.apps.get(TENANT, deployment.app.id)


def test_the_application_works_on_the_restored_table_and_leaves_the_old_one_alone(deployment: Deployment) -> None:
    app, run = deployment.app, deployment.run
    with TestClient(create_app(container_from(Settings.from_env()))) as client:
        client.headers["Authorization"] = f"Bearer {deployment.secret}"
        assert client.get(f"/admin/apps/{app.id}").json()["id"] == app.id
        assert client.get(f"/admin/apps/{app.id}/builder/state").status_code == 200
        assert client.get(f"/runs/{run.id}").json()["id"] == run.id
        (draft,) = client.get(f"/admin/apps/{app.id}/builder/revisions").json()["items"]
        assert draft["id"] == deployment.first.id
        (talk,) = client.get(f"/admin/apps/{app.id}/builder/conversations").json()["items"]
        assert talk["id"] == run.turn_id
        renamed = client.patch(f"/admin/apps/{app.id}", json={"name": "Restored"})
        assert renamed.status_code == 200, renamed.text
    assert app_of(deployment.on(NEW), deployment).name == "Restored"
    assert app_of(deployment.stores, deployment).name == app.name


def test_every_kind_of_thing_is_there(deployment: Deployment) -> None:
    stores, app_id = deployment.on(NEW), deployment.app.id
    assert app_of(stores, deployment).draft_revision_id == deployment.first.id
    assert [r.id for r in stores.revisions.list(TENANT, app_id, limit=10).items] == [deployment.first.id]
    assert [t.run_id for t in stores.turns.turns(TENANT, app_id, limit=10).items] == [deployment.run.id]
    assert stores.turns.find_conversation(TENANT, deployment.run.conversation_id).app_id == app_id
    assert stores.apps.find_slug(deployment.app.slug) is not None
    assert stores.snapshots.get(TENANT, app_id, deployment.first.tree) == SAMPLE_FILES
    assert [run.id for run in stores.runs.unfinished()] == [deployment.run.id], "the index of what is open came along"


def test_the_copy_gets_what_a_restore_leaves_out_and_a_second_call_does_no_harm(deployment: Deployment) -> None:
    for _ in range(2):
        described = deployment.dynamodb.describe_table(TableName=NEW)["Table"]
        assert described["DeletionProtectionEnabled"] is True
        expiry = deployment.dynamodb.describe_time_to_live(TableName=NEW)["TimeToLiveDescription"]
        assert (expiry["TimeToLiveStatus"], expiry["AttributeName"]) == ("ENABLED", "ttl")
        backups = deployment.dynamodb.describe_continuous_backups(TableName=NEW)["ContinuousBackupsDescription"]
        assert backups["PointInTimeRecoveryDescription"]["PointInTimeRecoveryStatus"] == "ENABLED"
        assert restore(["--to", NEW], clients=deployment.clients) == 0


def test_what_is_newer_than_the_table_harms_nobody(deployment: Deployment) -> None:
    """S3 went on after the moment of the table: a revision there is nobody's, and the same work can be saved again."""
    files = SAMPLE_FILES | {"src/later.ts": b"export {};\n"}
    deployment.revision(files, deployment.first.id)
    assert check(["--table", NEW], clients=deployment.clients) == 0
    stores = deployment.on(NEW)
    tree = stores.snapshots.put(TENANT, deployment.app.id, files)
    again = a_revision(deployment.app, tree=tree, parent_revision_id=deployment.first.id, build_status="succeeded")
    build = a_build(deployment.app, again, status="succeeded")
    stores.revisions.commit(again, build, expected_draft=deployment.first.id)
    assert app_of(stores, deployment).draft_revision_id == again.id


def test_pointers_without_their_objects_and_locks_without_their_run_are_told(
    deployment: Deployment, capsys: pytest.CaptureFixture[str]
) -> None:
    stores = deployment.on(NEW)
    assert check(["--table", NEW], clients=deployment.clients) == 0
    lost = tree_archive(TENANT, deployment.app.id, deployment.first.tree)
    archive = stores.blobs.get(lost)
    stores.blobs.delete([lost])
    stores.site.delete([deployment.first.dist_storage_prefix + "index.html"])
    run = stores.runs.get(TENANT, deployment.run.id)
    stores.runs.update(run.change(status=RunStatus.INTERRUPTED, failure_code="INTERRUPTED"))
    assert check(["--table", NEW], clients=deployment.clients) == 1
    said = capsys.readouterr().out
    assert f"its source {deployment.first.tree} is not in the data bucket" in said
    assert "1 built files are gone, such as index.html" in said
    assert f"is locked by {run.id}, which has ended" in said
    stores.blobs.put(lost, archive, "application/zstd")
    assert check(["--table", NEW, "--free-locks"], clients=deployment.clients) == 1
    assert "which has ended - freed" in capsys.readouterr().out
    assert app_of(stores, deployment).active_run_id is None
