"""Secrets, the CDN, the clock and the clients."""

import inspect
import os
import re
import subprocess
import sys
import urllib.parse
from typing import Any

import pytest
from moto import mock_aws

from infra.slim import SERVICES
from shared.adapters import aws_clients
from shared.adapters.cloudfront_cdn import CloudFrontCdn, NullCdn
from shared.adapters.s3.blobs import S3BlobStore
from shared.adapters.secrets import Secrets
from shared.adapters.system_clock import SystemClock
from shared.domain.errors import Unavailable


class Vault:
    def __init__(self) -> None:
        self.reads = 0

    def get_secret_value(self, *, SecretId: str) -> dict[str, str]:
        self.reads += 1
        return {"SecretString": f"{SecretId}-{self.reads}"}


def test_a_value_needs_no_client() -> None:
    def never() -> Any:
        raise AssertionError

    assert Secrets(never).resolve("value", "arn") == "value"
    assert Secrets(never).resolve("", "") == ""


def test_each_secret_is_kept_apart() -> None:
    vault = Vault()
    secrets = Secrets(lambda: vault)
    assert [secrets.resolve("", "a"), secrets.resolve("", "a"), secrets.resolve("", "b")] == ["a-1", "a-1", "b-2"]


@mock_aws
def test_a_secret_of_secrets_manager() -> None:
    client = aws_clients.secretsmanager()
    arn = client.create_secret(Name="preview", SecretString="s3cret")["ARN"]
    assert Secrets(aws_clients.secretsmanager).resolve("", arn) == "s3cret"
    with pytest.raises(Unavailable):
        Secrets(aws_clients.secretsmanager).resolve("", f"{arn}-gone")


class Distribution:
    def __init__(self) -> None:
        self.calls: list[Any] = []

    def create_invalidation(self, **arguments: Any) -> None:
        self.calls.append(arguments)


def test_paths_are_forgotten_where_the_router_puts_them() -> None:
    distribution = Distribution()
    CloudFrontCdn(distribution, "E1").invalidate("shop", ["/*", "index.html", "/index.html"])
    (call,) = distribution.calls
    paths = call["InvalidationBatch"]["Paths"]
    assert call["DistributionId"] == "E1"
    assert paths == {"Quantity": 2, "Items": ["/live/shop/*", "/live/shop/index.html"]}
    CloudFrontCdn(distribution, "E1").invalidate("shop", ["/*"])
    references = [made["InvalidationBatch"]["CallerReference"] for made in distribution.calls]
    assert len(set(references)) == 2


def test_published_revisions_are_forgotten_whole_the_newest_as_far_as_one_call_goes() -> None:
    distribution = Distribution()
    CloudFrontCdn(distribution, "E1").invalidate_folders(f"published/shop/rev_{number:02}/" for number in range(20))
    (call,) = distribution.calls
    paths = call["InvalidationBatch"]["Paths"]
    assert paths == {"Quantity": 15, "Items": [f"/published/shop/rev_{number:02}/*" for number in range(5, 20)]}


def test_nothing_to_forget_asks_nothing() -> None:
    distribution = Distribution()
    CloudFrontCdn(distribution, "E1").invalidate("shop", [])
    CloudFrontCdn(distribution, "E1").invalidate_folders([])
    NullCdn().invalidate("shop", ["/*"])
    NullCdn().invalidate_folders(["published/shop/rev_1/"])
    assert distribution.calls == []


def test_the_clock_has_the_precision_of_what_is_stored() -> None:
    now = SystemClock().now()
    assert now.tzinfo is not None
    assert now.microsecond % 1000 == 0


def test_presigned_addresses_name_the_region() -> None:
    blobs = S3BlobStore(aws_clients.s3("us-east-1"), "bucket")
    assert urllib.parse.urlsplit(blobs.presign_get("k", 60)).netloc == "bucket.s3.us-east-1.amazonaws.com"
    assert urllib.parse.urlsplit(blobs.presign_post("k", max_bytes=1, seconds=60).url).netloc == (
        "bucket.s3.us-east-1.amazonaws.com"
    )
    assert "bucket.s3.eu-west-1." in S3BlobStore(aws_clients.s3("eu-west-1"), "bucket").presign_get("k", 60)


def test_locally_the_bucket_is_in_the_path(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AWS_ENDPOINT_URL", "http://127.0.0.1:4566")
    url = S3BlobStore(aws_clients.s3(), "bucket").presign_get("k", 60)
    assert url.startswith("http://127.0.0.1:4566/bucket/k?")


def test_a_layer_keeps_the_descriptions_of_the_services_that_have_a_client() -> None:
    made = [aws_clients.dynamodb(), aws_clients.s3(), aws_clients.stepfunctions(), aws_clients.lambda_()]
    made += [aws_clients.codebuild(), aws_clients.cloudfront(), aws_clients.secretsmanager()]
    public = [line for line in inspect.getsource(aws_clients).splitlines() if re.match(r"def [a-z]", line)]
    assert len(public) == len(made) + 1, "and `s3_elsewhere`"
    assert {client.meta.service_model.service_name for client in made} == SERVICES - {"sts"}


def test_a_store_elsewhere_has_its_own_address() -> None:
    client = aws_clients.s3_elsewhere("https://minio.test", "key", "secret", "us-east-1")
    assert S3BlobStore(client, "bucket").presign_get("k", 60).startswith("https://minio.test/bucket/k?")


def test_importing_the_stores_makes_no_client_and_loads_nothing_of_the_web_or_of_models() -> None:
    code = (
        "import sys, importlib, pkgutil, shared.adapters as a\n"
        "names = [m.name for m in pkgutil.walk_packages(a.__path__, 'shared.adapters.') if '.openai' not in m.name]\n"
        "[importlib.import_module(name) for name in names]\n"
        "late = ('openai', 'fastapi', 'requests', 'aws_lambda_powertools.utilities.parameters')\n"
        "print([m for m in late if m in sys.modules], a.aws_clients._session.cache_info().currsize)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env=dict(os.environ)
    )
    assert done.stdout.strip() == "[] 0"
