"""`make deploy` copies what an older release published before the routers change, with the operator's permissions."""

from collections.abc import Iterator
from typing import Any

import boto3
import pytest
from moto import mock_aws

from devkit.fakes.world import World
from infra import serve_published
from infra.serve_published import served_meanwhile

OUTPUTS = {"TableName": "table", "DataBucket": "data", "SiteBucket": "site"}
OLD, NEW = "published/rev_0000000000000000000000000a/", "published/shop/rev_0000000000000000000000000a/"


@pytest.fixture
def clients() -> Iterator[Any]:
    with mock_aws():
        yield lambda name: boto3.client(name, region_name="us-east-1")


def test_a_stack_that_does_not_stand_has_nothing_to_copy(clients: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serve_published, "find_stack", lambda *_: None)
    with served_meanwhile(clients, "ChatBuilder") as deployment:
        assert not deployment.done


def test_it_is_there_before_the_stack_changes_and_gone_when_that_failed(
    clients: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    s3 = clients("s3")
    for bucket in ("data", "site"):
        s3.create_bucket(Bucket=bucket)
    stored = [{"OutputKey": name, "OutputValue": value} for name, value in OUTPUTS.items()]
    monkeypatch.setattr(serve_published, "find_stack", lambda *_: {"Outputs": stored})
    world = World()
    app, _ = world.make_app(slug="shop")
    world.apps.update(app.model_copy(update={"published_revision_id": "rev_0000000000000000000000000a"}))
    monkeypatch.setattr(serve_published, "DynamoAppStore", lambda _: world.apps)
    s3.put_object(Bucket="data", Key=f"apps/{app.tenant_id}/{app.id}/published/{OLD.split('/')[1]}", Body=b"done")
    for key in ("live/shop/index.html", f"{OLD}index.html"):
        s3.put_object(Bucket="site", Key=key, Body=b"page", ContentType="text/html")

    def keys() -> set[str]:
        return {one["Key"] for one in s3.list_objects_v2(Bucket="site", Prefix="published/").get("Contents", [])}

    with served_meanwhile(clients, "ChatBuilder"):
        assert keys() == {f"{OLD}index.html", f"{NEW}index.html"}
    assert keys() == {f"{OLD}index.html"}, "not deployed"
    with served_meanwhile(clients, "ChatBuilder") as deployment:
        deployment.done = True
    assert keys() == {f"{OLD}index.html", f"{NEW}index.html"}
