"""The stack for AWS with its domains, and the stack for the embedded AWS, each synthesised once a test session."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import boto3
import pytest
from moto import mock_aws

from devkit.stack.infra import CLOUD, COLLECTOR, OTLP_SECRET, Synthesised, make_source
from infra.config import DeployConfig, from_context
from toolchain.filelock import FileLock


@pytest.fixture
def s3() -> Iterator[Any]:
    """A client whose one bucket is `data`."""
    with mock_aws():
        client = boto3.client("s3", region_name="us-east-1")
        client.create_bucket(Bucket="data")
        yield client


@pytest.fixture(scope="session")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that all processes of this test session have in common."""
    base = tmp_path_factory.getbasetemp()
    common = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "synthesised"
    common.mkdir(exist_ok=True)
    return common


@pytest.fixture(scope="session")
def source(shared: Path) -> Path:
    with FileLock(shared / "source.lock", wait_seconds=300):
        return make_source(shared / "source")


@pytest.fixture(scope="session")
def cloud(source: Path, shared: Path) -> Synthesised:
    return Synthesised(shared / "cloud", DeployConfig(source_root=str(source), **CLOUD))


@pytest.fixture(scope="session")
def local(source: Path, shared: Path) -> Synthesised:
    return Synthesised(shared / "local", DeployConfig(source_root=str(source), local=True))


@pytest.fixture(scope="session")
def everything(source: Path, shared: Path) -> Synthesised:
    """AWS with all that can be switched on; the rules are checked at its synthesis too."""
    given = CLOUD | {
        "tracing": True, "trace_layer_arn": COLLECTOR, "trace_sample": 0.1, "budgets": "day=20,month=200",
        "snapstart": True, "run_caps": "dollars=8", "rate_limits": "chat=20", "stream_limits": "tenant=80",
        "file_limits": "files=800", "worker_limits": "seconds=240,memory_mb=4096",
        "reserved_concurrency": "stream=100,run_ended=5", "tags": "team=web,cost-center=42",
    }  # fmt: skip
    return Synthesised(shared / "everything", DeployConfig(source_root=str(source), **given))


@pytest.fixture(scope="session")
def bare(source: Path, shared: Path) -> Synthesised:
    """AWS without any domain, with another sign-in service."""
    config = DeployConfig(source_root=str(source), oidc_issuer="https://login.example.com", oidc_audience="builder")
    return Synthesised(shared / "bare", config)


@pytest.fixture(scope="session")
def quiet(source: Path, shared: Path) -> Synthesised:
    """No alarms, no dashboard and no loop; somebody else watches, and takes the spans."""
    context = {
        "source_root": str(source), "alarms": "false", "dashboard": "false", "alarm_model_dollars": "7.5",
        "trace_endpoint": "https://otlp.example.com", "trace_headers_secret_arn": OTLP_SECRET,
        "oidc_issuer": "https://login.example.com", "oidc_audience": "x",
        "disabled_flags": "BUILDER_AGENTIC_LOOP_ENABLED",
    }  # fmt: skip
    config = from_context(context.get)
    assert config.alarm_model_dollars == 7.5
    return Synthesised(shared / "quiet", config)
