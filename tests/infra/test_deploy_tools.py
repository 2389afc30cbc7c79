"""What `make deploy` decides: build layers only when their lists changed, upload the toolchain only when it did."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import boto3
import pytest
from moto import mock_aws

from infra import build_layers
from infra.build_layers import is_current, mark, packages, tidy, unemitted
from infra.config import DeployConfig, from_context
from infra.constructs.codebuild import TOOLCHAIN_KEY
from infra.deploy import uploaded_digest

LISTING = "# by a tool\nalpha==1.0 \\\n    --hash=sha256:aa\nbeta-gamma==2.0 \\\n    --hash=sha256:bb\n"


@pytest.fixture
def s3() -> Iterator[Any]:
    with mock_aws():
        client = boto3.client("s3", region_name="us-east-1")
        client.create_bucket(Bucket="data")
        yield client


def test_the_digest_of_the_uploaded_toolchain(s3: Any) -> None:
    assert uploaded_digest(s3, "data") is None
    s3.put_object(Bucket="data", Key=TOOLCHAIN_KEY, Body=b"x", Metadata={"digest": "abc"})
    assert uploaded_digest(s3, "data") == "abc"
    assert uploaded_digest(s3, "elsewhere") is None


@pytest.fixture
def listing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(build_layers, "FOLDER", tmp_path)
    (tmp_path / "build").mkdir()
    path = tmp_path / "requirements.txt"
    path.write_text(LISTING)
    return path


def test_a_layer_is_built_again_when_its_list_changed(listing: Path) -> None:
    assert not is_current("web", listing)
    mark("web", listing)
    assert is_current("web", listing)
    listing.write_text(LISTING.replace("2.0", "2.1"))
    assert not is_current("web", listing)


def test_names_are_read_from_a_hashed_list(listing: Path) -> None:
    assert packages(listing) == ["alpha", "beta-gamma"]
    assert unemitted(listing) == ["--no-emit-package", "alpha", "--no-emit-package", "beta-gamma"]
    tidy(listing)
    assert listing.read_text().startswith("alpha==1.0")


def test_context_values_come_as_text() -> None:
    context = {"local": "true", "log_days": "7", "disabled_flags": "A,B", "stack_name": "Other"}
    config = from_context(context.get)
    assert (config.local, config.log_days, config.disabled_flags, config.stack_name) == (True, 7, ("A", "B"), "Other")
    assert from_context({"local": "false"}.get).local is False
    assert from_context({}.get) == DeployConfig()
